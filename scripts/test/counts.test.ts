import { expect, test } from 'vitest'
import { countJUnit, countPlaywright, countVitest, describe, judge } from './counts.ts'

test('Vitest: tests by state, and a file that did not load as one failure', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed', tags: [] }, { status: 'skipped' }, { status: 'todo' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 2, failed: 2, skipped: 2 })
})

test('Vitest: what another command runs is not skipped', () => {
  const report = {
    testResults: [
      {
        status: 'passed',
        assertionResults: [
          { status: 'passed', tags: [] },
          { status: 'skipped', tags: ['long'] },
        ],
      },
    ],
  }
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(countVitest(JSON.stringify(report), true)).toEqual({ passed: 0, failed: 0, skipped: 1 })
})

test('CTest: passed is what is neither failed, skipped nor disabled', () => {
  const report = `<?xml version="1.0"?>
<testsuite name="Linux"
	tests="10"
	failures="2"
	disabled="1"
	skipped="3"
	hostname="" time="0">
  <testcase name="failures=&quot;9&quot;"/>
</testsuite>`
  expect(countJUnit(report)).toEqual({ passed: 4, failed: 2, skipped: 4 })
  expect(() => countJUnit('<nothing/>')).toThrow('no <testsuite>')
})

test('Playwright: flaky tests and errors outside tests are failures', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] }
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 4, failed: 3, skipped: 2 })
})

test('a suite that ran nothing or whose runner failed silently has failed once', () => {
  expect(judge({ passed: 0, failed: 0, skipped: 7 }, 0).failed).toBe(1)
  expect(judge({ passed: 3, failed: 0, skipped: 0 }, 1).failed).toBe(1)
  expect(judge({ passed: 3, failed: 0, skipped: 0 }, null).failed).toBe(1)
  expect(judge({ passed: 3, failed: 2, skipped: 0 }, 1).failed).toBe(2)
  expect(judge({ passed: 3, failed: 0, skipped: 0 }, 0).failed).toBe(0)
})

test('the summary names skipped tests only where there are some', () => {
  expect(describe({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed')
  expect(describe({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped')
})
