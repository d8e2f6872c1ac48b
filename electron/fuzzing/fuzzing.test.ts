/** Each reader for some seconds in a process of its own, which a hang or too much memory ends. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { SearchResult } from './search.testing.ts'

const SECONDS = 20
/** For its start, and for a run that hangs: thousands of times what one takes, also on a busy machine. */
const PATIENCE_SECONDS = 90

it.concurrent.each(['raw-reader', 'profile-reader'])('%s refuses in one line or reads, whatever is changed', async (subject) => {
  const main = fileURLToPath(new URL('main.testing.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', '--max-old-space-size=512', main, subject, '--seconds', String(SECONDS)], {
    timeout: (SECONDS + PATIENCE_SECONDS) * 1000, killSignal: 'SIGKILL',
  })
  const { fault, kept, runs } = JSON.parse(stdout) as SearchResult
  expect(fault).toBeNull()
  // Coverage guides it: more than the inputs that it began with led somewhere.
  expect(kept).toBeGreaterThan(10)
  expect(runs).toBeGreaterThan(kept)
}, (SECONDS + PATIENCE_SECONDS + 10) * 1000)
