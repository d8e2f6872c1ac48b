/** The data in a suite's own machine-readable report. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  testResults: Array<{ status: string; assertionResults: Array<{ status: string; tags?: string[] }> }>
}

/**
 * Vitest's JSON report. A file that failed before its first test (a broken import) counts as one failed test.
 * Tests of the other kind, long or not, do not count as skipped: another command runs them.
 */
export function countVitest(text: string, isLong = false): Counts {
  const { testResults } = JSON.parse(text) as VitestReport
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length
  const tests = testResults.flatMap((file) => file.assertionResults).filter(({ tags = [] }) => tags.includes('long') === isLong)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  return { passed, failed: failed + brokenFiles, skipped: tests.length - passed - failed }
}

/** CTest's JUnit report: the attributes of its one <testsuite>. */
export function countJUnit(text: string): Counts {
  const suite = /<testsuite\b[^>]*>/.exec(text)?.[0]
  if (suite === undefined) throw new Error('the JUnit report has no <testsuite>')
  const attribute = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0)
  const failed = attribute('failures') + attribute('errors')
  const skipped = attribute('skipped') + attribute('disabled')
  return { passed: attribute('tests') - failed - skipped, failed, skipped }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Playwright's JSON report. Errors outside tests (a spec that does not load) count as failures, and so do flaky tests. */
export function countPlaywright(text: string): Counts {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

/**
 * The counts that stand in the summary: a suite whose runner failed without a failed test, or that ran nothing,
 * has failed once.
 */
export function judge(counts: Counts, exitStatus: number | null): Counts {
  const silentFailure = exitStatus !== 0 && counts.failed === 0
  const ranNothing = counts.passed + counts.failed === 0
  return silentFailure || ranNothing ? { ...counts, failed: 1 } : counts
}

/** "3 passed, 1 failed" with skipped tests named only where there are some. */
export function describe(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`
}
