/**
 * Tests write nothing into the state of the user who runs them, and leave nothing behind: each run of Vitest and of
 * Playwright has a directory of its own for both, and fails if its tests leave files there. Imported by both
 * configurations, which also name it as a global set-up.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { removeAbandoned } from '../../electron/scratch_directory.ts'

/** Workers inherit it, and runs that a test starts. */
const ofThisRun = 'DIRECTORY_OF_TESTS'
/** The process whose tests alone write there. */
const ofProcess = 'PROCESS_OF_TESTS'

const state = 'state'
/**
 * Of Node, linters, Playwright, the browser and Vitest (whose name is a random one of 21 characters), which remove their files after
 * the tests, or keep them for the next run; and of Valgrind, which makes a file only to unlink it at once: a test that kills a run
 * may meet it in between.
 */
const ofTools = /^(?:node-compile-cache|jiti|playwright|\.org\.chromium|valgrind_proc_\d+_|(?!hagstone)[\w-]{21}$)/

function madeForThisRun(): string {
  // Short, since sockets are made below it.
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-'))
  // Tests open directories in it to other users.
  chmodSync(directory, 0o711)
  process.env[ofProcess] = String(process.pid)
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const directory = (process.env[ofThisRun] ??= madeForThisRun())
process.env['TMPDIR'] = directory
process.env['XDG_STATE_HOME'] = join(directory, state)

/** The set-up before the first test; returns the check after the last. */
export default function setUp(): () => void {
  return process.env[ofProcess] === String(process.pid) ? () => requireNothingLeft(directory) : () => {}
}

/**
 * What a killed host leaves is not counted: the next one removes it, as this does. @param directory the one of temporary files
 * @throws naming up to ten files that tests left there
 */
export function requireNothingLeft(directory: string): void {
  removeAbandoned('hagstone-', directory)
  const left = readdirSync(directory).filter((name) => name !== state && !ofTools.test(name))
  if (left.length === 0) return
  const names = left.slice(0, 10).map(withContent(directory)).join(', ') + (left.length > 10 ? ', …' : '')
  throw new Error(`tests left ${left.length} ${left.length === 1 ? 'file' : 'files'} in their temporary directory (${names}); remove them in afterAll`)
}

/** With a file in it, which tells whose it is: all directories of tests have random names. */
function withContent(directory: string): (name: string) => string {
  return (name) => {
    if (!statSync(join(directory, name)).isDirectory()) return name
    const [file] = readdirSync(join(directory, name), { recursive: true, withFileTypes: true }).filter((each) => !each.isDirectory())
    return file === undefined ? `${name}/` : relative(directory, join(file.parentPath, file.name))
  }
}
