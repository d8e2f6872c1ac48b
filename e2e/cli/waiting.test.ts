/** Waiting of threads for each other: as much as the program itself measured, and nothing that only looks like it. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import type { WaitKind } from '../../shared/findings/waits/wait.ts'
import { counterValue } from '../../shared/profile/counters.ts'
import type { FunctionReport, Report } from '../../shared/report.ts'
import { hagstone } from '../support/hagstone.ts'
import { long } from '../../scripts/test/long.ts'
import { exhaustiveEngineIsBuilt } from '../support/exhaustive_engine.ts'
import { sampleLine, sampleProgram, type Sample } from '../support/samples.ts'
import { temporaryDirectory } from './directory.ts'
import { recorded, reported } from './recorded.ts'

const path = temporaryDirectory()

/** Standard deviations: one run in 100 million is further off. */
const deviations = 5.7

async function reportOf(sample: Sample, environment: Record<string, string> = {}): Promise<{ report: Report; printed: string[][] }> {
  const profile = path(`${sample.replace('/', '-')}.hagstone`)
  const { report, result } = await recorded(profile, ['--tool', 'redundant-loads', '--rate', '1000', '--max-overhead', '0'], [sampleProgram(sample)], {
    status: 0,
    env: environment,
  })
  return {
    report,
    printed: result.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  }
}

/** The report of a run of the exhaustive engine. */
async function countedReport(sample: Sample, amount: string): Promise<Report> {
  const profile = path(`${basename(sample)}-exhaustive.hagstone`)
  const options = ['--engine', 'exhaustive', '--tool', 'redundant-loads', '--output', profile]
  const { status, stderr } = await hagstone(['record', ...options, '--', sampleProgram(sample), amount])
  expect(status, stderr).toBe(0)
  return reported(profile)
}

function functionOf({ functions = [] }: Report, name: string): NonNullable<FunctionReport['cpuTime']> {
  const found = functions.find(({ function: own }) => own === name)
  return found?.cpuTime ?? { exclusive: 0, inclusive: 0, interrupts: 0 }
}

test('loops that only wait are distinguished from loops that work', async ({ skip }) => {
  const { report, printed } = await reportOf('waiting/waits')
  const spent = new Map(printed.map(([name, time]) => [name!, Number(time)]))
  // On a busy machine a thread may have no processor while the other one works: then it waits without CPU time.
  const isLong = (name: string): boolean => spent.get(name)! > 30e6
  const waitingWays = ['by_spin_lock', 'by_pause', 'by_reading', 'by_exchange'].filter(isLong)
  if (waitingWays.length < 2) skip('the machine is too busy: the waiting thread had no processor')
  for (const name of waitingWays) {
    const { inclusive, waiting = 0 } = functionOf(report, name)
    // 30 ms are some 30 interrupts, of which a few may be of the way into the loop.
    expect(waiting / inclusive, name).toBeGreaterThan(0.8)
  }
  for (const name of ['by_counting', 'by_searching', 'by_computing', 'compute']) {
    const { inclusive, waiting = 0 } = functionOf(report, name)
    expect(waiting, name).toBeLessThanOrEqual(0.05 * inclusive)
  }
  const ways = [...spent].filter(([name]) => name.startsWith('by_'))
  const [waited, all] = [ways.slice(0, 5), ways].map((of) => of.reduce((sum, [, time]) => sum + time, 0)) as [number, number]
  const inWays = ways.map(([name]) => functionOf(report, name))
  const [found, found_all, interrupts] = [
    inWays.map(({ waiting = 0 }) => waiting),
    inWays.map(({ inclusive }) => inclusive),
    inWays.map((each) => each.interrupts),
  ].map((values) => values.reduce((sum, value) => sum + value, 0)) as [number, number, number]
  expect(Math.abs(found / found_all - waited / all)).toBeLessThan(deviations * Math.sqrt(0.25 / interrupts))
  // Waiting loads are in neither waste nor use: every wasted load is in a search.
  const totals = report.totals['redundant-loads']!
  expect(totals.waiting).toBeGreaterThan(0)
  const wasted = report.pairs.filter(({ relation }) => relation === 'REDUNDANT_WITH')
  const ofWaits = wasted.filter(({ target }) => target.some((frame) => ['by_pause', 'by_reading', 'by_exchange', 'by_spin_lock'].includes(frame.function)))
  expect(ofWaits.reduce((sum, { waste }) => sum + waste, 0)).toBeLessThan(0.05 * totals.waiting!)
})

test('the end of a parallel region reports who waits and who has more work', async ({ skip }) => {
  if (!existsSync(sampleProgram('waiting/imbalanced'))) skip('imbalanced is not built: the compiler has no OpenMP runtime here')
  // Threads that sleep while they wait would take no CPU time.
  const { report, printed } = await reportOf('waiting/imbalanced', { OMP_WAIT_POLICY: 'active' })
  const threads = printed.map(([, work, waited]) => ({ work: Number(work), all: Number(work) + Number(waited) }))
  const work = threads.reduce((sum, thread) => sum + thread.work, 0)
  const total = threads.reduce((sum, thread) => sum + thread.all, 0)
  const { time, waiting = 0, interrupts } = report.cpuTime!
  expect(Math.abs(waiting / time - (1 - work / total))).toBeLessThan(deviations * Math.sqrt(0.25 / interrupts) + 0.05)
  const waits = report.findings!.waits!
  const filled = waits.find(({ kind, function: name }) => kind === 'region-end' && name === 'fill')!
  expect(filled.line).toBe(sampleLine('waiting/imbalanced', 'filled').number)
  const samples = filled.threads.reduce((sum, thread) => sum + (thread.work ?? 0), 0) / (time / interrupts)
  expect(filled.imbalance).toMatchObject({ threads: 2, certain: true })
  // The first thread has 3/4 of the work.
  expect(Math.abs(filled.imbalance!.maxToMean / 2 - 3 / 4)).toBeLessThan(deviations * Math.sqrt(((3 / 4) * (1 / 4)) / samples))
  expect(filled.text).toMatch(/at the end of the parallel region of fill\(\), imbalanced\.c:\d+: static schedule, thread 0 has [\d.–]+× the work/)
  const summed = waits.find(({ kind, function: name }) => kind === 'barrier' && name === 'sum')!
  expect(summed.line).toBe(sampleLine('waiting/imbalanced', 'barrier').number)
  // In both regions the uneven work is in loops, and the first thread does more of it.
  for (const { cause, text } of [filled, summed]) {
    expect(cause, text).toMatchObject({ thread: filled.imbalance!.busiest, threads: 2, isLoop: true })
    expect(text).toMatch(/× the work; the difference is in the loop at imbalanced\.c:\d+( in compute\(\))?$/)
  }
})

test('an OpenMP runtime in the program itself waits, too, and a note says what is not known', async ({ skip }) => {
  if (!existsSync(sampleProgram('waiting/imbalanced_static'))) skip('imbalanced_static is not built: the compiler has no libgomp.a here')
  const { report, printed } = await reportOf('waiting/imbalanced_static', { OMP_WAIT_POLICY: 'active' })
  const [work, waited] = [1, 2].map((column) => printed.reduce((sum, values) => sum + Number(values[column]), 0)) as [number, number]
  const { time, waiting = 0, interrupts } = report.cpuTime!
  expect(Math.abs(waiting / time - waited / (work + waited))).toBeLessThan(deviations * Math.sqrt(0.25 / interrupts) + 0.05)
  const waits = report.findings!.waits!
  const { number } = sampleLine('waiting/imbalanced_static', 'barrier')
  expect(waits.some(({ kind, function: name, line }) => kind === 'barrier' && name === 'sum' && line === number)).toBe(true)
  // It is unknown where the other thread's region began.
  expect(
    waits.filter(({ kind, function: name }) => kind === 'region-end' && name === null).flatMap(({ threads }) => threads.map((each) => each.number)),
  ).toEqual([1])
  expect(report.notes.filter((note) => note.includes('OpenMP runtime'))).toEqual([
    expect.stringMatching(/^imbalanced_static: the OpenMP runtime is linked in, so the work of its threads is below gomp_thread_start/),
  ])
})

test('threads of oneTBB wait for tasks, and none of their work does', async ({ skip }) => {
  if (!existsSync(sampleProgram('waiting/tasks'))) skip('tasks is not built: oneTBB is not installed')
  const { report, printed } = await reportOf('waiting/tasks')
  const [work, all] = printed[0]!.map(Number) as [number, number]
  const { time, waiting = 0, interrupts } = report.cpuTime!
  // Below it is the library's code that begins and ends tasks.
  expect(waiting / time).toBeLessThan(1 - work / all + deviations * Math.sqrt(0.25 / interrupts))
  const { inclusive, waiting: ofWork = 0 } = functionOf(report, '(anonymous namespace)::compute(double*, int)')
  expect(inclusive).toBeGreaterThan(0)
  expect(ofWork).toBe(0)
})

test('the last task of a pool is named while the other thread has nothing to do', async ({ skip }) => {
  const { report, printed } = await reportOf('waiting/last_task')
  const longest = Number(printed[0]![0])
  const elapsed = 1e9 * report.run.duration - counterValue(report.stats.counters, 'processor_wait')
  if (longest < 0.55 * elapsed) skip('the machine is too busy: the run did not wait for the long task')
  const [wait, ...others] = report.findings!.waits!.filter(({ kind }) => kind === 'idle')
  expect(others).toEqual([])
  const { number } = sampleLine('waiting/last_task', 'long_task')
  expect(wait!.cause).toMatchObject({ isLastTask: true, threads: 2, function: expect.stringContaining('long_task'), line: number })
  expect(wait!.text).toMatch(
    /^Thread [12] works alone at the end, in long_task\(\), last_task\.cpp:\d+: this task is the longest one, and the other thread of Pool::work\(\) has nothing to do meanwhile$/,
  )
  expect(wait!.remedy).toMatch(/^Split this task, or start it before the others/)
  expect(wait!.gain).toBeGreaterThan(0.05)
})

test('threads of a pool take turns at a long task, and its name and the time alone are reported', async ({ skip }) => {
  const { report, printed } = await reportOf('waiting/turns')
  const [inLong, all] = printed[0]!.map(Number) as [number, number]
  const elapsed = 1e9 * report.run.duration
  // The two short tasks of a round are beside its long one, and after each other if they share a processor.
  const [least, most] = [inLong - (all - inLong), inLong - (all - inLong) / 2].map((time) => time / elapsed) as [number, number]
  const forProcessor = counterValue(report.stats.counters, 'processor_wait')
  // None at all on a busy machine.
  const [wait, ...others] = (report.findings!.waits ?? []).filter(({ kind }) => kind === 'idle')
  expect(others).toEqual([])
  if (least < 0.6 || (wait === undefined && forProcessor > 0.1 * elapsed)) skip('the machine is too busy: threads waited for a processor')
  const { number } = sampleLine('waiting/turns', 'long_task')
  expect(wait!.turns).toMatchObject({ threads: 3, function: expect.stringContaining('long_task'), line: number })
  expect(wait!.text).toMatch(
    /^For [\d.–]+ % of the run only one of the 3 threads of Worker::work\(\) works at a time, in long_task\(\), turns\.cpp:\d+: they take turns, and the others have nothing to do meanwhile$/,
  )
  const [low, high] = wait!.turns!.interval
  expect(low).toBeLessThanOrEqual(most)
  expect(high).toBeGreaterThanOrEqual(least)
  expect(wait!.remedy).toMatch(/^Split this task into parts for several threads/)
})

/** By the function that waits. */
const standardWaits: Record<string, WaitKind> = {
  for_atomic: 'atomic',
  for_semaphore: 'semaphore',
  for_latch: 'latch',
  for_barrier: 'barrier',
  for_posix_semaphore: 'semaphore',
  for_posix_barrier: 'barrier',
  for_reading: 'lock',
  for_writing: 'lock',
  for_mutex: 'lock',
  for_sharing: 'lock',
  for_condition: 'sleep',
}

test.for<Sample>(['waiting/standard_waits', 'waiting/standard_waits_libcxx'])(
  '%s: threads wait for what C++ and POSIX offer, and no thread where nothing makes it wait',
  async (sample, { skip }) => {
    if (!existsSync(sampleProgram(sample))) skip('standard_waits_libcxx is not built: Clang has no libc++ here (libc++-dev)')
    const { report } = await reportOf(sample)
    const named = (name: string): string => `(anonymous namespace)::${name}(int)`
    const [ofHeaders, ofPosix] = [Object.keys(standardWaits).slice(0, 4), Object.keys(standardWaits).slice(4)]
    for (const ways of [ofHeaders, ofPosix]) {
      const inWaits = ways.map((name) => functionOf(report, named(name)))
      const [all, waiting] = [inWaits.reduce((sum, each) => sum + each.inclusive, 0), inWaits.reduce((sum, each) => sum + (each.waiting ?? 0), 0)]
      const interrupts = inWaits.reduce((sum, each) => sum + each.interrupts, 0)
      if (interrupts === 0) skip('the machine is too busy: no wait was sampled')
      // A few are of the way into the wait, and some represent several clock ticks.
      expect(waiting / all, ways.join()).toBeGreaterThan(0.9 - deviations * Math.sqrt((2 * 0.9 * 0.1) / interrupts))
    }
    for (const name of ['free_semaphore', 'free_barrier', 'end_semaphore', 'end_latch', 'end_posix_semaphore']) {
      expect(functionOf(report, named(name)).waiting ?? 0, name).toBe(0)
    }
    expect(functionOf(report, '(anonymous namespace)::compute()').waiting ?? 0).toBe(0)
    const waits = report.findings!.waits!.flatMap(({ kind, function: name, line }) => {
      const short = /::(for_\w+)/.exec(name ?? '')?.[1]
      return short === undefined ? [] : [[short, kind, line]]
    })
    // Each takes about as much of the run as the least wait that is listed.
    if (waits.length === 0) skip('by chance no wait was as long as those that are listed')
    expect(waits).toEqual(waits.map(([name]) => [name, standardWaits[name!], sampleLine(sample, String(name)).number]))
  },
)

test('workers that are built into the program wait for tasks, and none of their work does', async ({ skip }) => {
  if (!existsSync(sampleProgram('waiting/stealing'))) skip('stealing is not built: there is no Rust compiler here')
  const { report, printed } = await reportOf('waiting/stealing')
  const [work, all] = printed[0]!.map(Number) as [number, number]
  const { time, waiting = 0, interrupts } = report.cpuTime!
  if (1 - work / all < 0.05) skip('the machine is too busy: workers without tasks had no processor')
  expect(Math.abs(waiting / time - (1 - work / all))).toBeLessThan(deviations * Math.sqrt(0.25 / interrupts) + 0.05)
  const { inclusive, waiting: ofWork = 0 } = functionOf(report, 'stealing::compute')
  expect(inclusive).toBeGreaterThan(0)
  expect(ofWork).toBe(0)
  const lines = (name: string): string => `tasks ${sampleLine('waiting/stealing', name).number}`
  const places = report.findings!.waits!.map(({ kind, line }) => `${kind} ${line}`)
  expect(places).toContain(lines('looks'))
  expect(places.filter((place) => place !== lines('looks') && place !== lines('spread'))).toEqual([])
})

for (const [kind, samples] of [
  [{}, ['waiting/imbalanced']],
  [long, ['waiting/imbalanced_static', 'waiting/imbalanced_clang']],
] as const) {
  test.skipIf(!exhaustiveEngineIsBuilt).for<Sample>(samples)(
    '%s: the exhaustive engine counts the work of each thread in a region (needs Valgrind)',
    kind,
    async (sample, { skip }) => {
      if (!existsSync(sampleProgram(sample))) skip(`${basename(sample)} is not built: its compiler has no such OpenMP runtime here`)
      const report = await countedReport(sample, '1')
      for (const name of ['fill', 'sum']) {
        const wait = report.findings!.waits!.find((each) => each.kind === 'region-end' && each.function === name)
        // The first thread has 3/4 of the work, and both some hundred instructions of the runtime.
        expect(wait?.imbalance, name).toEqual({ maxToMean: expect.closeTo(1.5, 3), threads: 2, busiest: 0, certain: true, interval: null })
        expect(wait!.text).toMatch(new RegExp(`^Threads wait at the end of the parallel region of ${name}\\(\\), .*thread 0 has 3\\.0× the work$`))
      }
    },
  )
}

test.skipIf(!exhaustiveEngineIsBuilt)('the exhaustive engine counts the same waits for tasks', async ({ skip }) => {
  if (!existsSync(sampleProgram('waiting/tasks'))) skip('tasks is not built: oneTBB is not installed')
  const report = await countedReport('waiting/tasks', '200')
  expect(report.executed!.waiting).toBeGreaterThan(0)
})
