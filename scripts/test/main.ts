/** Runs every suite of the project, also after failures, and ends with the one line that sums them up. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { describe, judge } from './counts.ts'
import type { Counts } from './counts.ts'
import { resultsDirectory, suites } from './suites.ts'
import type { Suite } from './suites.ts'

function run(suite: Suite): Counts {
  console.log(`\n== ${suite.name}`)
  // coreutils' timeout ends the whole process group, so that no runner leaves browsers or targets behind.
  const { status } = spawnSync('timeout', ['--kill-after=10', `${suite.timeoutMinutes}m`, ...suite.command], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // 137: it did not end when it was asked to either.
  if (status === 124 || status === 137) console.log(`stopped after ${suite.timeoutMinutes} minutes`)
  if (suite.report === null) return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  try {
    return judge(suite.report.count(readFileSync(suite.report.path, 'utf8')), status)
  } catch (problem) {
    console.log(`no usable report in ${suite.report.path}: ${String(problem)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

rmSync(resultsDirectory, { recursive: true, force: true })
mkdirSync(resultsDirectory, { recursive: true })
const results = suites.map((suite) => {
  const begin = performance.now()
  return { suite, counts: run(suite), seconds: Math.round((performance.now() - begin) / 1000) }
})

console.log('\n== summary')
const width = Math.max(...results.map(({ suite }) => suite.name.length))
for (const { suite, counts, seconds } of results) console.log(`${suite.name.padEnd(width)}  ${String(seconds).padStart(4)} s  ${describe(counts)}`)
const total = results.reduce(
  (sum, { counts }) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  }),
  { passed: 0, failed: 0, skipped: 0 },
)
console.log(describe(total))
process.exitCode = total.failed > 0 ? 1 : 0
