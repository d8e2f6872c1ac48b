/** Builds a program with the study's flags, once for each version and recipe. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianSource } from './debian_source.ts'
import { studyDirectory } from './directories.ts'
import type { ReadyProgram, StudyProgram } from './program.ts'

/** Compiler flags of all programs. */
export const buildFlags = '-O3 -g'

/** Fetches, builds and prepares; does only the missing steps. Throws with the end of the build's output when it fails. */
export function ready(program: StudyProgram, seconds: number): ReadyProgram {
  const { directory, version } = debianSource(program.source)
  const stamp = join(studyDirectory, 'built', program.name)
  const recipe = [version, buildFlags, ...program.build].join('\n')
  const executable = join(directory, program.executable)
  if (!existsSync(executable) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== recipe) {
    console.error(`study: building ${program.name} …`)
    build(program, directory, buildFlags)
    mkdirSync(join(studyDirectory, 'built'), { recursive: true })
    writeFileSync(stamp, recipe)
  }
  const runDirectory = join(studyDirectory, 'runs', `${program.name}-${seconds}`)
  rmSync(runDirectory, { recursive: true, force: true })
  mkdirSync(runDirectory, { recursive: true })
  const { arguments: words, input } = program.prepare(seconds, runDirectory, directory)
  return {
    program,
    version,
    command: [executable, ...words],
    directory: runDirectory,
    inputDigest: digestOf(runDirectory),
    input: input === null ? null : join(runDirectory, input),
  }
}

/** Throws with the end of the build's output when it fails. */
export function build({ name, library, build: lines }: StudyProgram, directory: string, flags: string): void {
  const needed = library === undefined ? {} : { LIBRARY: debianSource(library).directory }
  const environment = { ...process.env, CC: 'gcc', CXX: 'g++', FC: 'gfortran', CFLAGS: flags, CXXFLAGS: flags, FFLAGS: flags, ...needed }
  const result = spawnSync('sh', ['-e', '-c', lines.join('\n')], { cwd: directory, env: environment, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (result.status !== 0) throw new Error(`${name} cannot be built:\n${`${result.stdout}${result.stderr}`.slice(-3000)}`)
}

/** Digest of the names and contents of a directory's files. */
function digestOf(directory: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(directory).toSorted()) hash.update(name).update(readFileSync(join(directory, name)))
  return hash.digest('hex')
}
