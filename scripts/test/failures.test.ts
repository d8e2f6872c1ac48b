import { expect, test } from 'vitest'
import { describeFailures, howOftenEachFailed, junitFailures, playwrightFailures, vitestFailures } from './failures.ts'

test('Vitest: failed tests with their messages, and files that do not load', () => {
  const report = {
    testResults: [
      {
        name: '/work/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'sums are right', failureMessages: ['AssertionError: expected 1 to be 2\n    at /work/a.test.ts:3:1'] },
          { status: 'passed', fullName: 'other' },
        ],
      },
      { name: '/work/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: '/work/c.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed', fullName: 'fine' }] },
    ],
  }
  expect(vitestFailures(JSON.stringify(report))).toEqual([
    { test: '/work/a.test.ts: sums are right', message: 'AssertionError: expected 1 to be 2\n    at /work/a.test.ts:3:1' },
    { test: '/work/b.test.ts', message: 'Cannot find module' },
  ])
})

test('CTest: output from the first failure on, the end of other output, a reason without output', () => {
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')
  const report = `<?xml version="1.0"?>
<testsuite name="Linux" tests="5" failures="3">
	<testcase name="Fine" status="run"><properties/><system-out>x_test.cpp:1: Failure</system-out></testcase>
	<testcase name="Counts/2" status="fail">
		<failure message=""/>
		<properties/>
		<system-out>[ RUN ] Counts
native/x_test.cpp:12: Failure
  &quot;a&quot; &lt; 2 &amp;&#38;
</system-out>
	</testcase>
	<testcase name="Script" status="fail"><failure message="Failed"/><system-out>${lines}</system-out></testcase>
	<testcase name="Slow" status="fail"><failure message="Timeout &lt;600 s"/><system-out></system-out></testcase>
	<testcase name="Absent" status="notrun"><skipped message="SKIP"/></testcase>
</testsuite>`
  expect(junitFailures(report)).toEqual([
    { test: 'Counts/2', message: 'native/x_test.cpp:12: Failure\n  "a" < 2 &&' },
    { test: 'Script', message: Array.from({ length: 8 }, (_, line) => `line ${line + 22}`).join('\n') },
    { test: 'Slow', message: 'Timeout <600 s' },
  ])
})

test('Playwright: unexpected and flaky tests at any depth, errors outside tests', () => {
  const failed = { status: 'failed', errors: [{ message: 'Error: not visible' }] }
  const report = {
    errors: [{ message: 'Error: does not load' }],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'fine', file: 'a.spec.ts', tests: [{ status: 'expected', results: [{ status: 'passed', errors: [] }] }] }],
        suites: [
          {
            title: 'tree',
            specs: [
              { title: 'sorts', file: 'a.spec.ts', tests: [{ status: 'unexpected', results: [failed] }] },
              { title: 'folds', file: 'a.spec.ts', tests: [{ status: 'flaky', results: [failed, { status: 'passed', errors: [] }] }] },
            ],
          },
        ],
      },
    ],
  }
  expect(playwrightFailures(JSON.stringify(report))).toEqual([
    { test: 'outside tests', message: 'Error: does not load' },
    { test: 'a.spec.ts: sorts', message: 'Error: not visible' },
    { test: 'a.spec.ts: folds', message: 'Error: not visible' },
  ])
})

test('each failure is named with the first lines of its message, and many end with a count', () => {
  const long = Array.from({ length: 100 }, (_, line) => `/work/line ${line}`).join('\n')
  const one = describeFailures([{ test: '/work/a.test.ts: sums', message: `\u001B[31m${long}\u001B[39m` }], '/work')
  expect(one.slice(0, 3)).toEqual(['FAILED a.test.ts: sums', '  line 0', '  line 1'])
  expect(one).toHaveLength(60)
  const stack =
    'Error: no\n    at sum (/work/a.ts:1:2)\n    at file:///work/node_modules/vitest/run.js:1:2\n    at new Promise (<anonymous>)\n    at node:internal/process:1:2'
  expect(describeFailures([{ test: 'a', message: stack }], '/work')).toEqual(['FAILED a', '  Error: no', '      at sum (a.ts:1:2)'])
  const many = describeFailures(
    Array.from({ length: 40 }, (_, number) => ({ test: `t${number}`, message: long })),
    '/work',
  )
  expect(many.length).toBeLessThan(70)
  expect(many.at(-1)).toBe('… and 33 more')
  expect(describeFailures([], '/work')).toEqual([])
})

test('of repeated runs each test counts once a run', () => {
  const failure = (name: string) => ({ test: `/work/${name}`, message: '' })
  expect(howOftenEachFailed([[failure('a'), failure('b'), failure('b')], [], [failure('b')]], '/work')).toEqual(['2 of 3: b', '1 of 3: a'])
})
