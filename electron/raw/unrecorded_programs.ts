/** Programs of a run under Valgrind that ran without being recorded, as native/exhaustive/exec/unrecorded.c notes them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RpcError } from '../../shared/rpc/contract.ts'
import { readAt } from '../record/file_bytes.ts'
import { PROCESS_DIRECTORY, withUntrustedFile } from './raw_files.ts'

/** native/exhaustive/recording/unrecorded_notes.h; in the directory of the processes. */
export const UNRECORDED_FILE = 'unrecorded'

const fileBytes = 1 << 16
const usedBytes = 8
const note = /^([1-9]\d{0,9})\t([^\t]*)\t([^\t]*)$/

export interface UnrecordedProgram {
  processId: number
  program: string
  /** A clause. */
  why: string
}

/** Another user's process may have written the file. @throws RpcError bad-file if it is invalid */
export function readUnrecordedPrograms(recording: string): UnrecordedProgram[] {
  const path = join(recording, PROCESS_DIRECTORY, UNRECORDED_FILE)
  if (!existsSync(path)) return []
  const file = withUntrustedFile(path, (open) => readAt(open, 0, fileBytes))
  if (file.length < usedBytes) return []
  const lines = file.toString('utf8', usedBytes).replaceAll('\0', '').split('\n').slice(0, -1)
  return lines.flatMap((line) => {
    const [, processId, program, why] = note.exec(line.replaceAll(/[^\P{C}\t]/gu, '?')) ?? []
    return processId === undefined ? [] : [{ processId: Number(processId), program: program!, why: why! }]
  })
}

/** The same; empty if the file is invalid. */
export function unrecordedProgramsIn(recording: string): UnrecordedProgram[] {
  try {
    return readUnrecordedPrograms(recording)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return []
  }
}
