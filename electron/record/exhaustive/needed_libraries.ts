/** Libraries that an executable loads when it starts. */
import { execFile } from 'node:child_process'
import { readElfHeader } from '../program/elf_header.ts'
import { hangLimit } from '../finishing/hang_limit.ts'

const largestList = 1 << 22

/**
 * Absolute paths of the shared objects that a program will load, its loader among them, as that loader finds them
 * (ld.so --list); none for a static program, and none if the loader cannot tell.
 * @param environment the program's own: LD_LIBRARY_PATH and LD_PRELOAD count
 */
export async function neededLibraries(executable: string, environment: Record<string, string>): Promise<string[]> {
  const interpreter = readElfHeader(executable)?.interpreter ?? null
  if (interpreter === null) return []
  const listed = await new Promise<string>((resolve) => {
    // If a library is missing the loader reports it and fails, as the program will: the libraries it found count here.
    execFile(interpreter, ['--list', executable], { env: environment, encoding: 'utf8', timeout: hangLimit, maxBuffer: largestList }, (_error, stdout) =>
      resolve(stdout),
    )
  })
  const paths = listed.split('\n').flatMap((line) => /(?:=>\s+|^\s+)(\/.*?) \(0x[0-9a-f]+\)$/.exec(line)?.[1] ?? [])
  return [...new Set(paths)]
}
