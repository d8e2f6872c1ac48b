/** Finds the program to record and reports, before anything is started, why one cannot be recorded. */
import { accessSync, constants, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, delimiter, join, resolve } from 'node:path'
import { Failure, exitStatus, systemErrorCode } from '../../failure.ts'
import { elfType, isX86With32BitPointers, isX86_64, machineName, readElfHeader } from './elf_header.ts'
import type { ElfHeader } from './elf_header.ts'
import { hasSection } from './elf_sections.ts'
import { readStart } from '../file_bytes.ts'
import type { RecordOptions } from '../options.ts'

/** How the accesses are observed: a preloaded library, or Valgrind, which runs the program. */
export type Means = 'preload' | 'valgrind'

export interface Program {
  /** Absolute path of the file to execute. */
  path: string
  /** Absolute path of the ELF program that runs: the file itself, or the interpreter of a script. */
  executable: string
  /** Remarks for the user, e.g. that a script's interpreter is recorded. For stderr and the profile. */
  notes: string[]
}

export interface Surroundings {
  workingDirectory: string
  /** The PATH that the target will have. */
  searchPath: string | undefined
  userId: number
  groupId: number
  means: Means
}

/** Surroundings of this user. */
export function programSurroundings({ workingDirectory, environment }: Pick<RecordOptions, 'workingDirectory' | 'environment'>, means: Means): Surroundings {
  return { workingDirectory, searchPath: environment['PATH'], userId: process.geteuid?.() ?? 0, groupId: process.getegid?.() ?? 0, means }
}

const defaultSearchPath = '/usr/bin:/bin'
const maximumScriptLine = 256
const maximumInterpreterDepth = 4
/** Contains the agent's code in programs linked with it (native/agent/static). */
const linkedAgentSection = 'hagstone_text'
const goSection = '.go.buildinfo'
/** Section of glibc's start-up code; other C libraries have none. */
const glibcSection = '.note.ABI-tag'

/** Finds `name` as a shell does and checks that it can be recorded. Throws Failure 125, 126 or 127. */
export function findProgram(name: string, surroundings: Surroundings): Program {
  const path = locate(name, surroundings)
  return { path, ...check(path, name, surroundings, 0) }
}

function locate(name: string, { workingDirectory, searchPath }: Surroundings): string {
  if (name.includes('/')) {
    const path = resolve(workingDirectory, name)
    assertExecutableFile(path, name)
    return path
  }
  let candidate: string | null = null
  for (const directory of (searchPath ?? defaultSearchPath).split(delimiter)) {
    const path = resolve(workingDirectory, join(directory === '' ? '.' : directory, name))
    const status = statusOf(path)
    if (status === null || status.isDirectory()) continue
    if (isExecutable(path)) return path
    candidate ??= path
  }
  if (name !== '' && candidate !== null) assertExecutableFile(candidate, candidate)
  const here = name !== '' && statusOf(resolve(workingDirectory, name)) !== null
  const remedy = here ? `write ./${name} for the one in this directory` : 'check the spelling or give its path'
  throw new Failure(exitStatus.notFound, `${name === '' ? 'The empty name' : name} was not found in any directory of PATH; ${remedy}.`)
}

function assertExecutableFile(path: string, shown: string): void {
  const status = statusOf(path)
  if (status === null) throw new Failure(exitStatus.notFound, `${shown} does not exist; check the spelling and the directory.`)
  if (status.isDirectory()) throw new Failure(exitStatus.notExecutable, `${shown} is a directory; name the program inside it.`)
  if (!status.isFile()) throw new Failure(exitStatus.notExecutable, `${shown} is not a regular file; name a program.`)
  if (!isExecutable(path)) {
    throw new Failure(exitStatus.notExecutable, `${shown} is not executable by this user; make it so with chmod +x ${shown}.`)
  }
}

type Checked = Pick<Program, 'executable' | 'notes'>

/** `depth` counts nested interpreters. */
function check(path: string, shown: string, surroundings: Surroundings, depth: number): Checked {
  let start: Buffer
  let header: ElfHeader | null
  try {
    start = readStart(path, maximumScriptLine)
    header = readElfHeader(path)
  } catch (error) {
    const reason = systemErrorCode(error) ?? 'unknown error'
    throw new Failure(
      exitStatus.recordFailure,
      `${shown} cannot be read (${reason}), so its calling contexts could not be found; make it readable with chmod +r ${shown}.`,
    )
  }
  if (header !== null) {
    const notes = checkElf(header, path, shown, surroundings.means)
    checkIdentity(path, shown, surroundings)
    return { executable: path, notes }
  }
  return checkScript(start, shown, surroundings, depth)
}

/** Notes about the program. */
function checkElf(header: ElfHeader, path: string, shown: string, means: Means): string[] {
  if (header.type !== elfType.executable && header.type !== elfType.shared) {
    const kind = header.type === elfType.core ? 'a core dump' : header.type === elfType.relocatable ? 'an object file' : 'an ELF file'
    throw new Failure(exitStatus.notExecutable, `${shown} is ${kind}, not a program; link it first or name the program.`)
  }
  if (isX86With32BitPointers(header)) {
    throw new Failure(exitStatus.recordFailure, `${shown} is a 32-bit program; Hagstone records 64-bit x86 programs only, so build it with -m64.`)
  }
  if (!isX86_64(header)) {
    throw new Failure(exitStatus.notExecutable, `${shown} is built for ${machineName(header.machine)}, this machine runs x86-64; build it for x86-64.`)
  }
  if (header.interpreter === null) {
    if (means === 'valgrind') return []
    if (hasSection(path, linkedAgentSection)) return [`${shown} is statically linked: the sampler is part of it and does not see calls inside the C library.`]
    if (hasSection(path, goSection))
      throw new Failure(
        exitStatus.recordFailure,
        `${shown} is a Go program. Its runtime takes over all signals, including the sampler's; record it with --engine exhaustive.`,
      )
    if (!hasSection(path, glibcSection))
      throw new Failure(
        exitStatus.recordFailure,
        `${shown} is statically linked with another C library than glibc (musl?), which the sampler needs; link it dynamically with glibc, or record it with --engine exhaustive.`,
      )
    throw new Failure(
      exitStatus.recordFailure,
      `${shown} is statically linked, so no sampler can be preloaded into it; link it with $(hagstone link-flags) or dynamically (without -static), or record it with --engine exhaustive.`,
    )
  }
  if (means === 'preload' && /\/ld-musl[^/]*$/.test(header.interpreter)) {
    throw new Failure(
      exitStatus.recordFailure,
      `${shown} is linked with musl, the sampler needs glibc; build it for a glibc target (for Rust: x86_64-unknown-linux-gnu), or record it with --engine exhaustive.`,
    )
  }
  if (statusOf(header.interpreter) === null) {
    throw new Failure(
      exitStatus.notExecutable,
      `${shown} needs the loader ${header.interpreter}, which does not exist here; install the C library it was built for.`,
    )
  }
  return []
}

/**
 * A program that changes its identity is started in secure mode, where the loader ignores LD_PRELOAD (ld.so(8)).
 * Valgrind starts none that would change it, whoever the user is.
 */
function checkIdentity(path: string, shown: string, { userId, groupId, means }: Surroundings): void {
  const status = statSync(path)
  const always = means === 'valgrind'
  const setUser = (status.mode & 0o4000) !== 0 && (always || status.uid !== userId)
  const setGroup = (status.mode & 0o2010) === 0o2010 && (always || status.gid !== groupId)
  if (!setUser && !setGroup) return
  const kind = setUser ? 'set-user-ID' : 'set-group-ID'
  const remedy = `record a copy without that bit (cp ${shown} /tmp)`
  throw new Failure(
    exitStatus.recordFailure,
    always
      ? `${shown} is ${kind}, and Valgrind runs no such program; ${remedy}.`
      : `${shown} is ${kind}, so the loader rejects the sampler for security; ${remedy}, or as the file's owner.`,
  )
}

function checkScript(start: Buffer, shown: string, surroundings: Surroundings, depth: number): Checked {
  if (start.length === 0) throw new Failure(exitStatus.notExecutable, `${shown} is empty; name a program.`)
  const interpreter = interpreterOf(start, surroundings)
  if (interpreter === null || depth >= maximumInterpreterDepth) {
    throw new Failure(exitStatus.notExecutable, `${shown} is neither an ELF program nor a script with a #! line; name a program.`)
  }
  const note = `${basename(shown)} is a script: its interpreter ${interpreter} and the programs it starts are recorded.`
  const { executable, notes } = check(interpreter, interpreter, surroundings, depth + 1)
  return { executable, notes: [note, ...notes] }
}

/** Interpreter of a script's first line, `env NAME` resolved by PATH; null without a #! line. */
function interpreterOf(start: Buffer, surroundings: Surroundings): string | null {
  const line = start.toString('utf8').split('\n', 1)[0] ?? ''
  const words = /^#!\s*(\S+)(?:\s+(.*?))?\s*$/.exec(line)
  const interpreter = words?.[1]
  if (interpreter === undefined) return null
  if (basename(interpreter) === 'env') {
    const name = (words?.[2] ?? '').split(/\s+/).find((word) => word !== '' && !word.startsWith('-') && !word.includes('='))
    if (name !== undefined) return locate(name, surroundings)
  }
  return locate(interpreter.includes('/') ? interpreter : `./${interpreter}`, surroundings)
}

function statusOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'ELOOP' || code === 'ENAMETOOLONG' || code === 'ERR_INVALID_ARG_VALUE')
      return null
    throw error
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
