/**
 * Tests record programs: the list of runs and the consents of whoever runs them stay as they are. Imported by the configurations of
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
