import { availableParallelism } from 'node:os'
import { countJUnit, countPlaywright, countVitest } from './counts.ts'
import type { Counts } from './counts.ts'
import { junitFailures, playwrightFailures, vitestFailures } from './failures.ts'
import type { Failure } from './failures.ts'
import type { Touched } from './touched.ts'

/** One row of `npm test`. Without a report the command is one check, decided by its exit status. */
export interface Suite {
  name: string
  command: string[]
  /** After so long the suite is stopped and has failed: many times its duration on a busy machine, so only a hang reaches it. */
  timeoutMinutes: number
  report: { path: string; count: (text: string) => Counts; failures: (text: string) => Failure[] } | null
  environment?: Record<string, string>
  /** It has passed also where it has no test to run. */
  mayBeEmpty?: boolean
}

/** Suites of a lane follow one another; lanes run side by side. */
export interface Plan {
  first: Suite
  lanes: Suite[][]
}

/** Where the runners leave their reports, below the repository. */
export const resultsDirectory = 'build/test-results'

function check(name: string, ...command: string[]): Suite {
  return { name, command, timeoutMinutes: 15, report: null }
}

const lint = [
  check('lint', 'oxlint', '--deny-warnings'),
  check('unused code', 'knip'),
  check('format', 'oxfmt', '--check'),
  check('format of native code', 'node', 'scripts/native_format.ts', '--check'),
  check('unused native functions', 'node', 'scripts/native_unused.ts'),
  check('names of native tests', 'node', 'scripts/native_clashes.ts'),
]
const types = ['shared', 'electron', 'renderer', 'e2e'].map((project) => check(`types: ${project}`, 'tsc', '-p', project))
const sanitizers: Suite = { ...check('native with sanitizers, fuzzers', 'scripts/test/sanitizers.sh'), timeoutMinutes: 40 }

export function vitest(name: string, report: string, options: string[], isLong = false): Suite {
  const path = `${resultsDirectory}/${report}.json`
  return {
    name,
    command: ['vitest', 'run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, ...options],
    timeoutMinutes: 60,
    report: { path, count: (text) => countVitest(text, isLong), failures: vitestFailures },
  }
}

/** So many of the native tests that run at once only wait for programs, most of the time. */
const WAITING_NATIVE_TESTS = 1

/** @param part directory below build/native whose tests run; '' for all */
export function ctest(name: string, part: string, options: string[], report = part === '' ? 'ctest' : `ctest-${part}`): Suite {
  const path = `${resultsDirectory}/${report}.xml`
  return {
    name,
    command: [
      'ctest',
      '--test-dir',
      `build/native/${part}`,
      '--output-on-failure',
      '--no-tests=error',
      '--timeout',
      '600',
      '--parallel',
      String(availableParallelism() + WAITING_NATIVE_TESTS),
      '--output-junit',
      `${process.cwd()}/${path}`,
      ...options,
    ],
    timeoutMinutes: 60,
    report: { path, count: countJUnit, failures: junitFailures },
  }
}

export function playwright(name: string, options: string[]): Suite {
  return {
    name,
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...options],
    timeoutMinutes: 60,
    report: { path: `${resultsDirectory}/playwright.json`, count: countPlaywright, failures: playwrightFailures },
  }
}

const setUp: Suite = { ...check('set-up and build', 'scripts/setup.sh', 'test'), timeoutMinutes: 60 }
const setUpWithoutNativeTests: Suite = { ...setUp, command: ['scripts/setup.sh', 'programs'] }
const notLong = ['--label-exclude', '^long$']

/**
 * Everything but what only repeats another test. Each lane waits for programs, hosts and browsers for a part of its time, or
 * has work for one processor: three keep two processors busy. What keeps them busy by itself, compiling for sanitizers, comes
 * last.
 */
export const everything: Plan = {
  first: setUp,
  lanes: [
    [vitest('TypeScript and command line (Vitest)', 'vitest', [])],
    [playwright('windows (Playwright)', [])],
    [...lint, ...types, ctest('native (GoogleTest, sampler)', '', notLong), sanitizers],
  ],
}

const asLong = (suite: Suite): Suite => ({ ...suite, timeoutMinutes: 180, environment: { HAGSTONE_TESTS: 'long' } })

/**
 * The tests that `everything` leaves out. @param files Vitest's files with long tests, and Playwright's; native ones
 * have a label
 */
export function longTests(files: { vitest: string[]; playwright: string[] }): Plan {
  return {
    first: setUp,
    lanes: [
      [
        vitest('TypeScript and command line (Vitest), long', 'vitest', files.vitest, true),
        ctest('native (GoogleTest, sampler), long', '', ['--label-regex', '^long$']),
        { ...sanitizers, name: 'fuzzers with sanitizers, long', command: [...sanitizers.command, 'fuzz'] },
        ...(files.playwright.length > 0 ? [playwright('windows (Playwright), long', files.playwright)] : []),
      ].map(asLong),
    ],
  }
}

/** @param base commit with which Vitest compares */
export function suitesFor(touched: Touched, base: string): Plan {
  const ownProjects = touched.commandLine ? ['--project', '!command line'] : []
  const scripts = [
    { ...vitest('TypeScript that imports it (Vitest)', 'vitest', ['--changed', base, ...ownProjects]), mayBeEmpty: true },
    ...(touched.vitest.length > 0 ? [vitest('TypeScript beside it (Vitest)', 'vitest-beside', touched.vitest)] : []),
    ...(touched.commandLine ? [vitest('command line (Vitest)', 'vitest-command-line', ['--project', 'command line'])] : []),
  ]
  const native = touched.native.includes('') ? [''] : touched.native
  return {
    first: native.length > 0 ? setUp : setUpWithoutNativeTests,
    lanes: [
      scripts,
      touched.windows === 'none' ? [] : [playwright('windows (Playwright)', touched.windows === 'all' ? [] : touched.windows)],
      [...lint, ...types, ...native.map((part) => ctest(`native: ${part === '' ? 'all' : part}`, part, notLong)), ...(touched.sanitizers ? [sanitizers] : [])],
    ],
  }
}
