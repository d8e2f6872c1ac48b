/** The installed Valgrind, and the engine built for it (native/exhaustive). */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { baseDirectory } from '../../base_directory.ts'
import { makeDirectories } from '../../directories.ts'
import { Failure, messageOf } from '../../failure.ts'
import { nativePart } from '../../paths.ts'
import { hangLimit } from '../finishing/hang_limit.ts'
import type { Obstacle } from '../machine/obstacle.ts'

export interface ValgrindInstallation {
  /** Absolute path of the program that starts a tool. */
  launcher: string
  /** The value of $VALGRIND_LIB: the directory of the engine. */
  library: string
  /** "3.19.0" */
  version: string
}

/** Minor versions of Valgrind 3 that the engine is built for (native/exhaustive/CMakeLists.txt). */
export const knownMinors = { oldest: 18, newest: 24 } as const

const buildCommand = 'npm run build:native'
const installCommands = [
  { manager: '/usr/bin/apt-get', command: 'sudo apt-get install valgrind' },
  { manager: '/usr/bin/dnf', command: 'sudo dnf install valgrind-devel valgrind-tools-devel' },
]

/** The command of the distribution, if it is known here. @param after a command that follows it */
function installation(after?: string): Pick<Obstacle, 'remedy' | 'command'> {
  const remedy = `install Valgrind with its headers${after === undefined ? '' : ', and build the engine'}`
  const command = installCommands.find(({ manager }) => existsSync(manager))?.command
  if (command === undefined) return after === undefined ? { remedy } : { remedy, command: after }
  return { remedy, command: after === undefined ? command : `${command} && ${after}` }
}

/** Returns the paths of all parts, or the problem if one is missing. @param searchPath a PATH */
export async function findValgrind(searchPath: string | undefined): Promise<ValgrindInstallation | Obstacle> {
  const launcher = launcherIn(searchPath)
  if (launcher === null) return { problem: 'The exhaustive engine runs programs under Valgrind, which is not in any directory of PATH', ...installation() }
  const library = engineDirectory()
  try {
    if (library === null) return notBuilt(await versionOf(launcher, ['--version'], {}))
    // Each prints the version of the Valgrind that it was linked with.
    const [version, builtFor] = await Promise.all([
      versionOf(launcher, ['--version'], {}),
      versionOf(launcher, ['--tool=hagstone', '--version'], { VALGRIND_LIB: library }),
    ])
    if (version === builtFor) return { launcher, library, version }
    return {
      problem: `The exhaustive engine was built for Valgrind ${builtFor}, and ${launcher} is ${version}`,
      remedy: `install Valgrind ${builtFor}, or build the engine again`,
      command: buildCommand,
    }
  } catch (error) {
    return { problem: `${launcher} does not start (${messageOf(error).trim().split('\n')[0] ?? ''})`, ...installation() }
  }
}

/** Why there is no engine. @param version of the installed Valgrind */
export function notBuilt(version: string, hasHeaders = existsSync('/usr/include/valgrind/pub_tool_basics.h')): Obstacle {
  const { oldest, newest } = knownMinors
  const [major, minor = Number.NaN] = version.split('.').map(Number)
  const known = major === 3 && minor >= oldest && minor <= newest
  if (!known) {
    return {
      problem: `The exhaustive engine is not built: it supports Valgrind 3.${oldest} to 3.${newest}, and ${version} is installed`,
      remedy: 'install one of those, then build the engine',
      command: buildCommand,
    }
  }
  return hasHeaders
    ? { problem: 'The exhaustive engine is not built', remedy: 'build it', command: buildCommand }
    : {
        problem: "The exhaustive engine is not built, because Valgrind's headers and libraries are not installed",
        ...installation(buildCommand),
      }
}

/** Debian's `valgrind` is a script that changes the program's environment before it starts the launcher beside it. */
function launcherIn(searchPath: string | undefined): string | null {
  const candidates = (searchPath ?? '')
    .split(delimiter)
    .filter((directory) => directory.startsWith('/'))
    .flatMap((directory) => [join(directory, 'valgrind.bin'), join(directory, 'valgrind')])
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Null where it was not built. */
function engineDirectory(): string | null {
  try {
    return preloadableDirectory(dirname(nativePart('exhaustive')))
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/**
 * Valgrind adds a library of this directory to LD_PRELOAD, which the loader splits at blanks and colons. If the name
 * contains one, or is on an AppImage's mount, which disappears with the app, a copy in the user's cache is used.
 */
function preloadableDirectory(directory: string): string {
  const mount = process.env['APPDIR']
  const temporary = mount !== undefined && mount !== '' && directory.startsWith(`${mount}/`)
  if (!temporary && !/[\s:]/.test(directory)) return directory
  const identity = createHash('sha256')
    .update(readFileSync(join(directory, 'hagstone-amd64-linux')))
    .digest('hex')
    .slice(0, 16)
  const copy = join(baseDirectory('XDG_CACHE_HOME'), `exhaustive-${identity}`)
  if (!existsSync(copy)) {
    makeDirectories(dirname(copy))
    const unfinished = `${copy}.${process.pid}`
    cpSync(directory, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return copy
}

async function versionOf(launcher: string, words: string[], environment: Record<string, string>): Promise<string> {
  const { VALGRIND_LIB: _ours, ...inherited } = process.env
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(launcher, words, { env: { ...inherited, ...environment }, encoding: 'utf8', timeout: hangLimit }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    )
  })
  const version = /^valgrind-(\S+)/.exec(printed)?.[1]
  if (version === undefined) throw new Error(`${words.join(' ')} printed no version`)
  return version
}
