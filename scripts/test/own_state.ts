/**
 * Tests record programs: the user's list of runs and consents stay unchanged. Imported by the configurations of
 * Vitest and Playwright; a short path, since there are sockets in it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Workers inherit it. */
const ofThisRun = 'STATE_OF_TESTS'

function madeForThisRun(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-state-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

process.env[ofThisRun] ??= madeForThisRun()
process.env['XDG_STATE_HOME'] = process.env[ofThisRun]
