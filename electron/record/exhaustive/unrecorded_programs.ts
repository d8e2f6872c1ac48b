/** Messages about programs that ran unrecorded in a run under Valgrind. */
import { join } from 'node:path'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { PROCESS_DIRECTORY } from '../../raw/raw_files.ts'
import { readUnrecordedPrograms, UNRECORDED_FILE, type UnrecordedProgram } from '../../raw/unrecorded_programs.ts'

const mostLines = 10

/** One sentence for each program and reason. */
export function unrecordedPrograms(recordingDirectory: string): string[] {
  let noted: UnrecordedProgram[]
  try {
    noted = readUnrecordedPrograms(recordingDirectory)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return [
      `The programs that ran without being recorded are unknown: ${join(recordingDirectory, PROCESS_DIRECTORY, UNRECORDED_FILE)} is not a file written by the engine.`,
    ]
  }
  const alike = Map.groupBy(noted, ({ program, why }) => `${program}\t${why}`)
  const sentences = [...alike.values()].map(
    (group) => `${group[0]!.program} ran${group.length === 1 ? '' : ` ${group.length} times`} without being recorded: ${group[0]!.why}.`,
  )
  return sentences.length <= mostLines
    ? sentences
    : [...sentences.slice(0, mostLines), `${sentences.length - mostLines} more programs ran without being recorded.`]
}
