/** Objects made by one worker of a Playwright run are shared with the others: above all recordings. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Workers inherit it. One that is set before the run stays after it: what an earlier run made there is not made again. */
const variable = 'HAGSTONE_MADE_IN_THIS_RUN'

/** Playwright's set-up before the first test; resolves to the clean-up after the last. */
export default function setUp(): () => void {
  if (process.env[variable] !== undefined) return () => {}
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-e2e-run-'))
  process.env[variable] = directory
  return () => rmSync(directory, { recursive: true, force: true })
}

/**
 * Calls `make` with a new directory unless a worker of this run has done so with this name, or waits for the one that does.
 * Resolves to the directory. Its content is shared: only read or copy it. A `make` that failed is tried again.
 */
export async function oncePerRun(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const directory = join(process.env[variable]!, name)
  const made = `${directory}.made`
  if (existsSync(made)) return directory
  // The kernel takes the lock from a worker that is killed.
  const lock = new DatabaseSync(`${directory}.lock`)
  try {
    while (!isTaken(lock)) await sleep(100)
    if (existsSync(made)) return directory
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory)
    await make(directory)
    writeFileSync(made, '')
    return directory
  } finally {
    lock.close()
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    // SQLITE_BUSY
    if ((error as { errcode?: number }).errcode === 5) return false
    throw error
  }
}
