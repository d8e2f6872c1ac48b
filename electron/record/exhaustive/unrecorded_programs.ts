/** Programs of a run under Valgrind that ran without being recorded, as native/exhaustive/exec/unrecorded.c notes them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { PROCESS_DIRECTORY, withUntrustedFile } from '../../raw/raw_files.ts'
import { readAt } from '../file_bytes.ts'

/** native/exhaustive/recording/unrecorded_notes.h; in the directory of the processes. */
export const UNRECORDED_FILE = 'unrecorded'

const fileBytes = 1 << 16
const usedBytes = 8
const mostLines = 10

/** One sentence for each program and reason. Whoever the processes ran as may have written the file. */
export function unrecordedPrograms(recordingDirectory: string): string[] {
  const path = join(recordingDirectory, PROCESS_DIRECTORY, UNRECORDED_FILE)
  if (!existsSync(path)) return []
  let start: Buffer
  try {
    start = withUntrustedFile(path, (file) => readAt(file, 0, fileBytes))
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return [`The programs that ran without being recorded are not known: ${path} is not the file that the engine makes.`]
  }
  const times = new Map<string, number>()
  for (const note of notesIn(start)) times.set(note, (times.get(note) ?? 0) + 1)
  const sentences = [...times].map(([note, count]) => sentence(note, count))
  return sentences.length <= mostLines ? sentences : [...sentences.slice(0, mostLines), `${sentences.length - mostLines} more programs ran without being recorded.`]
}

function notesIn(file: Buffer): string[] {
  if (file.length < usedBytes) return []
  const text = file.toString('utf8', usedBytes).replaceAll('\0', '')
  return text.split('\n').slice(0, -1).filter((line) => line.split('\t').length === 2).map((line) => line.replaceAll(/[^\P{C}\t]/gu, '?'))
}

function sentence(note: string, count: number): string {
  const [program, why] = note.split('\t') as [string, string]
  return `${program} ran${count === 1 ? '' : ` ${count} times`} without being recorded: ${why}.`
}
