/** Each reader for some seconds in its own process, which is killed if it hangs or takes too much memory. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { SearchResult } from './search.testing.ts'
import { long } from '../../scripts/test/long.ts'

/** For its start, for its least number of runs on a busy machine, and for a run that hangs. */
const PATIENCE_SECONDS = 600

for (const [seconds, options] of [
  [2, {}],
  [20, long],
] as const)
  it.concurrent.each(['raw-reader', 'profile-reader'])(
    `%s refuses in one line or reads, whatever is changed in ${seconds} s`,
    { ...options, timeout: (seconds + PATIENCE_SECONDS + 10) * 1000 },
    async (subject) => {
      const main = fileURLToPath(new URL('main.testing.ts', import.meta.url))
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--no-warnings', '--max-old-space-size=512', main, subject, '--seconds', String(seconds)],
        {
          timeout: (seconds + PATIENCE_SECONDS) * 1000,
          killSignal: 'SIGKILL',
        },
      )
      const { fault, kept, runs } = JSON.parse(stdout) as SearchResult
      expect(fault).toBeNull()
      // Coverage guides it: more inputs than the initial ones reached something new.
      expect(kept).toBeGreaterThan(10)
      expect(runs).toBeGreaterThan(kept)
    },
  )
