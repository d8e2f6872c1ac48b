import { availableParallelism } from 'node:os'
import { countJUnit, countPlaywright, countVitest } from './counts.ts'
import type { Counts } from './counts.ts'

/** One row of `npm test`. Without a report the command is one check, decided by its exit status. */
export interface Suite {
  name: string
  command: string[]
  /** After so long the suite is stopped and has failed: several times what it takes also on a busy machine, so only a hang meets it. */
  timeoutMinutes: number
  report: { path: string; count: (text: string) => Counts } | null
}

/** Where the runners leave their reports, below the repository. */
export const resultsDirectory = 'build/test-results'

function check(name: string, ...command: string[]): Suite {
  return { name, command, timeoutMinutes: 5, report: null }
}

export const suites: Suite[] = [
  { ...check('set-up and build', 'scripts/setup.sh', 'test'), timeoutMinutes: 40 },
  check('lint', 'oxlint', '--deny-warnings'),
  check('types: shared', 'tsc', '-p', 'shared'),
  check('types: electron, scripts', 'tsc', '-p', 'electron'),
  check('types: renderer', 'tsc', '-p', 'renderer'),
  check('types: e2e', 'tsc', '-p', 'e2e'),
  {
    name: 'TypeScript and command line (Vitest)',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsDirectory}/vitest.json`],
    timeoutMinutes: 60,
    report: { path: `${resultsDirectory}/vitest.json`, count: countVitest },
  },
  {
    name: 'native (GoogleTest, sampler)',
    command: ['ctest', '--test-dir', 'build/native', '--output-on-failure', '--no-tests=error', '--timeout', '120',
      '--parallel', String(availableParallelism()),
      '--output-junit', `${process.cwd()}/${resultsDirectory}/ctest.xml`],
    timeoutMinutes: 60,
    report: { path: `${resultsDirectory}/ctest.xml`, count: countJUnit },
  },
  { ...check('native with sanitizers, fuzzers', 'scripts/test/sanitizers.sh'), timeoutMinutes: 20 },
  {
    name: 'windows (Playwright)',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    timeoutMinutes: 60,
    report: { path: `${resultsDirectory}/playwright.json`, count: countPlaywright },
  },
]
