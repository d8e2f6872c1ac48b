/**
 * Runs the project's suites, even after failures, and ends with a one-line summary.
 *
 *   npm test                       every test except those that repeat others on more inputs
 *   npm test -- --long             only those (npm run test:long)
 *   npm test -- --changed [BASE]   tests that changes since BASE can affect, uncommitted ones too; default: since this branch left main
 */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { scriptOptions } from '../script_options.ts'
import { changedFiles, forkOf } from './changes.ts'
import { describe, judge } from './counts.ts'
import type { Counts } from './counts.ts'
import { describeFailures, lastLines } from './failures.ts'
import type { Failure } from './failures.ts'
import { everything, longTests, resultsDirectory, suitesFor } from './suites.ts'
import type { Plan, Suite } from './suites.ts'
import { touchedBy } from './touched.ts'
import { counted } from '../../shared/names/counted.ts'

interface Result {
  suite: Suite
  counts: Counts
  failures: Failure[]
  seconds: number
}

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 1
    console.log(`\nended by ${signal}`)
    process.exit()
  })
}

/** Prints the text added to a file until the returned function is called. */
function follow(file: string): () => void {
  const from = openSync(file, 'r')
  const piece = Buffer.alloc(1 << 16)
  const printNew = () => {
    for (let length = readSync(from, piece); length > 0; length = readSync(from, piece)) process.stdout.write(Buffer.from(piece.subarray(0, length)))
  }
  const timer = setInterval(printNew, 200)
  return () => {
    clearInterval(timer)
    printNew()
    closeSync(from)
  }
}

/** @param isLive its output is printed as it comes, else when it ends */
async function run(suite: Suite, log: string, isLive: boolean): Promise<Result> {
  const begin = performance.now()
  // A file, not a pipe: a process that a test leaves behind would keep a pipe open.
  const output = openSync(log, 'w')
  const stopFollowing = isLive ? follow(log) : null
  // coreutils' timeout ends the whole process group, so that no runner leaves browsers or targets behind.
  const child = spawn('timeout', ['--kill-after=10', `${suite.timeoutMinutes}m`, ...suite.command], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...suite.environment },
  })
  running.add(child)
  const status = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done(code))
  })
  running.delete(child)
  closeSync(output)
  stopFollowing?.()
  // 137: it did not end when it was asked to either.
  const problems = status === 124 || status === 137 ? [`stopped after ${suite.timeoutMinutes} minutes`] : []
  const counts = countsOf(suite, status, problems)
  const text = readFileSync(log, 'utf8').trimEnd()
  if (!isLive) console.log(`\n== ${suite.name}\n${text}`)
  for (const problem of problems) console.log(problem)
  const failures = counts.failed > 0 ? failuresOf(suite, [lastLines(text, 20), ...problems].join('\n')) : []
  return { suite, counts, failures, seconds: Math.round((performance.now() - begin) / 1000) }
}

/** @param otherwise what there is to say where no report names a failed test */
function failuresOf({ name, report }: Suite, otherwise: string): Failure[] {
  let failures: Failure[] = []
  try {
    failures = report?.failures(readFileSync(report.path, 'utf8')) ?? []
  } catch {
    // No usable report: countsOf has said so.
  }
  return failures.length > 0 ? failures : [{ test: name, message: otherwise }]
}

function countsOf({ report, mayBeEmpty = false }: Suite, status: number | null, problems: string[]): Counts {
  if (report === null) return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  try {
    const counts = report.count(readFileSync(report.path, 'utf8'))
    return mayBeEmpty && status === 0 ? counts : judge(counts, status)
  } catch (problem) {
    problems.push(`no usable report in ${report.path}: ${String(problem)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** Suites that run side by side print their output when they end, so that it is not mixed. */
async function runPlan({ first, lanes }: Plan): Promise<Result[]> {
  console.log(`\n== ${first.name}`)
  const prepared = await run(first, `${resultsDirectory}/first.log`, true)
  const busy = lanes.filter((lane) => lane.length > 0)
  if (busy.length > 1) console.log(`\n${busy.map((lane) => lane.map(({ name }) => name).join(', ')).join('\nbeside: ')}\nEach prints its output when it ends.`)
  const results = await Promise.all(
    busy.map(async (lane, laneNumber) => {
      const own: Result[] = []
      for (const suite of lane) {
        if (busy.length === 1) console.log(`\n== ${suite.name}`)
        own.push(await run(suite, `${resultsDirectory}/lane-${laneNumber}.log`, busy.length === 1))
      }
      return own
    }),
  )
  return [prepared, ...results.flat()]
}

/** Files whose text has a mark. */
function filesWith(mark: string, ...paths: string[]): string[] {
  return execFileSync('git', ['grep', '--untracked', '--name-only', '--fixed-strings', mark, '--', ...paths], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

function planOf(words: string[]): Plan {
  const { values, positionals } = scriptOptions(import.meta.url, {
    args: words,
    allowPositionals: true,
    options: { changed: { type: 'boolean' }, long: { type: 'boolean' } },
  })
  if (values.long === true) return longTests({ vitest: filesWith('scripts/test/long.ts', '*.test.ts'), playwright: longSpecs() })
  if (values.changed !== true) return everything
  const base = positionals[0] ?? forkOf()
  const files = changedFiles(base)
  console.log(`${counted(files.length, 'file')} changed since ${base}`)
  return suitesFor(touchedBy(files), base)
}

function longSpecs(): string[] {
  try {
    return filesWith('@long', 'e2e/*.spec.ts')
  } catch {
    // git grep: no file has the mark.
    return []
  }
}

const plan = planOf(process.argv.slice(2))
rmSync(resultsDirectory, { recursive: true, force: true })
mkdirSync(resultsDirectory, { recursive: true })
const results = await runPlan(plan)

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
const failures = describeFailures(
  results.flatMap((result) => result.failures),
  process.cwd(),
)
if (failures.length > 0) console.log(`\n${failures.join('\n')}\n`)
console.log(describe(total))
process.exitCode = total.failed > 0 ? 1 : 0
