/** Names of just-in-time compiled code: /tmp/perf-PID.map, which runtimes write for perf (jit-interface.txt of the kernel's tools/perf). */
import { closeSync, constants, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sizeText } from '../../../shared/names/size_text.ts'
import { messageOf, systemErrorCode } from '../../failure.ts'
import { rawFilesIn } from '../../raw/raw_files.ts'

const largestMap = 64 * 2 ** 20

/**
 * Copies the maps of all recorded processes into the recording. Everyone can write to /tmp: only regular files of this
 * user are read, and no symbolic link is followed.
 * @returns one line for every map that exists but could not be kept
 */
export function keepPerfMaps(recordingDirectory: string, mapDirectory: string = '/tmp'): string[] {
  const problems: string[] = []
  for (const process of recordedProcesses(recordingDirectory)) {
    const name = `perf-${process}.map`
    const path = join(mapDirectory, name)
    const kept = join(recordingDirectory, name)
    try {
      const bytes = readOwnFile(path)
      if (bytes !== null) writeFileSync(kept, bytes, { mode: 0o600 })
    } catch (error) {
      rmSync(kept, { force: true })
      problems.push(`${path} is not used (${systemErrorCode(error) ?? messageOf(error)}); code compiled at run time shows as addresses.`)
    }
  }
  return problems
}

/** Process numbers in the names of raw files (native/common/agent_environment.h). */
function recordedProcesses(directory: string): Set<number> {
  return new Set(
    rawFilesIn(directory)
      .map((path) => Number(/^process-(\d+)-/.exec(basename(path))?.[1]))
      .filter(Number.isSafeInteger),
  )
}

/** Null if there is none. @throws a file-system error, or an Error that says why the file is not trusted */
function readOwnFile(path: string): Buffer | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw new Error('no regular file')
    if (status.uid !== process.geteuid?.()) throw new Error("another user's file")
    if (status.size > largestMap) throw new Error(`larger than ${sizeText(largestMap)}`)
    const bytes = Buffer.alloc(status.size)
    let length = 0
    while (length < bytes.length) {
      const got = readSync(file, bytes, length, bytes.length - length, length)
      if (got === 0) break
      length += got
    }
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
