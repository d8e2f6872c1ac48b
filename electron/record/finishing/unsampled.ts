import { readSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordingDescription } from '../../../shared/recording.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { unsampledProcesses } from '../../analysis/notes/unsampled_processes.ts'
import { rawFilesIn, unrecordedIn, withUntrustedFile } from '../../raw/raw_files.ts'
import { unrecordedProgramsIn } from '../../raw/unrecorded_programs.ts'
import { readRawHeader } from '../../raw/raw_header.ts'
import { HEADER_SIZE } from '../../raw/raw_layout.ts'
import type { RawHeader } from '../../raw/raw_process.ts'

/** Sentences about unrecorded processes beside recorded ones; none if no process was recorded. */
export function unsampledIn(recordingDirectory: string, description: Pick<RecordingDescription, 'command' | 'stoppedBy'>): string[] {
  const headers = rawFilesIn(recordingDirectory).flatMap((name) => headerOf(join(recordingDirectory, name)) ?? [])
  if (headers.every(({ failure }) => failure !== '')) return []
  return unsampledProcesses({
    processes: headers.map((header) => ({ header })),
    launchers: headers.map(() => recordingDirectory),
    description,
    unrecorded: unrecordedIn(recordingDirectory),
    programs: unrecordedProgramsIn(recordingDirectory),
  })
}

/** null if the file is damaged, which the analysis reports. */
function headerOf(path: string): RawHeader | null {
  try {
    return withUntrustedFile(path, (file) => {
      const bytes = new DataView(new ArrayBuffer(HEADER_SIZE))
      const length = readSync(file, bytes, 0, HEADER_SIZE, 0)
      return readRawHeader(new DataView(bytes.buffer, 0, length), path)
    })
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}
