/** Pools whose threads take turns at long tasks, and even ones, in which one thread works alone only by chance. */
import { describe, expect, it } from 'vitest'
import type { Wait } from '../../../shared/findings/waits/wait.ts'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { profileOf, waitsOf } from './drawn_waits.testing.ts'

const RUNS = 100
/** Of the runs. */
const MOST_FALSE = 0.05
const PERIOD = 10
const SLICE = 4

/** ms since the run began. */
interface Task {
  start: number
  end: number
  isLong: boolean
}

const SHORT = 'start_thread thread.c:1 > run_tasks pool.c:20 > brief pool.c:7'
const LONG = 'start_thread thread.c:1 > run_tasks pool.c:20 > lengthy pool.c:12'

/** @param threads tasks of each, in order @param processorWait ms that all threads waited for a processor */
function poolOf(threads: readonly Task[][], random: SeededRandom, { processorWait = 0, main = [] as Task[] } = {}): ProfileTables {
  const all = [main, ...threads]
  // One sample of each row, so that it is in the tree.
  const made = profileOf(
    [
      { context: 'main pool.c:50', waits: false, times: [1, ...threads.map(() => 0)] },
      { context: SHORT, waits: false, times: [0, ...threads.map(() => 1)] },
      { context: LONG, waits: false, times: [0, ...threads.map(() => 1)] },
    ],
    all.length,
  )
  const rowOf = Array.from({ length: 3 }, (_, at) => made.pairs.source[at]!)
  const samples = all.map((tasks, thread) => {
    // The clock runs while the thread works.
    let [next, represented, before] = [PERIOD * random.nextUnit(), 0, 0]
    const found: Array<{ step: number; node: number; cpuTime: number }> = []
    for (const { start, end, isLong } of tasks) {
      let at = start
      for (; at + next <= end; next = PERIOD) {
        at += next
        found.push({
          step: Math.round(1000 * (at - before)),
          node: rowOf[thread === 0 ? 0 : isLong ? 2 : 1]!,
          cpuTime: Math.round(1000 * (represented + next)),
        })
        ;[before, represented] = [at, 0]
      }
      next -= end - at
      represented += end - at
    }
    return found
  })
  const firsts = [0]
  for (const own of samples) firsts.push(firsts.at(-1)! + own.length)
  const flat = samples.flat()
  const column = (of: (sample: (typeof flat)[number]) => number): Uint32Array => Uint32Array.from(flat, of)
  return {
    ...made,
    run: { ...made.run, duration: Math.max(...all.flat().map(({ end }) => end)) / 1000, processes: 1 },
    counters: [{ name: 'processor_wait', value: processorWait * 1e6, description: '' }],
    threads: made.threads.map((each, thread) => ({ ...each, cpuTime: all[thread]!.reduce((sum, { start, end }) => sum + end - start, 0) * 1e6 })),
    traceAxis: { ...made.traceAxis, firsts },
    trace: { length: flat.length, step: column(({ step }) => step), node: column(({ node }) => node), cpuTime: column(({ cpuTime }) => cpuTime) },
  }
}

/** In each round one thread has a long task and the others short ones. */
function inTurns(threads: number, { rounds = 40, long = 100, short = 10, every = 0, whose = (round: number): number => round % threads } = {}): Task[][] {
  return Array.from({ length: threads }, (_, thread) =>
    Array.from({ length: rounds }, (__, round) => {
      const isLong = whose(round) === thread
      const start = round * Math.max(every, long)
      return { start, end: start + (isLong ? long : short), isLong }
    }),
  )
}

/** Threads that are ready have the only processor one after the other, for SLICE ms each. */
function onOneProcessor(threads: readonly Task[][]): { tasks: Task[][]; processorWait: number } {
  const left = threads.map((own) => own.map((task) => ({ ...task, work: task.end - task.start })))
  const tasks = threads.map((): Task[] => [])
  let [now, processorWait, turn] = [0, 0, 0]
  const isReady = (thread: number): boolean => (left[thread]![0]?.start ?? Infinity) <= now
  while (left.some((own) => own.length > 0)) {
    const ready = left.flatMap((_, at) => (isReady((turn + at) % left.length) ? [(turn + at) % left.length] : []))
    if (ready.length === 0) {
      now = Math.min(...left.map((own) => own[0]?.start ?? Infinity))
      continue
    }
    const thread = ready[0]!
    const task = left[thread]![0]!
    const time = Math.min(SLICE, task.work)
    tasks[thread]!.push({ start: now, end: now + time, isLong: task.isLong })
    now += time
    processorWait += (ready.length - 1) * time
    task.work -= time
    if (task.work <= 0) left[thread]!.shift()
    turn = thread + 1
  }
  return { tasks, processorWait }
}

/** From a queue: tasks arrive at random, and the thread that is free first takes the next one. */
function fromQueue(threads: number, load: number, { length, random }: { length: number; random: SeededRandom }): Task[][] {
  const tasks = Array.from({ length: threads }, (): Task[] => [])
  const exponential = (mean: number): number => -mean * Math.log(1 - random.nextUnit())
  for (let arrival = 0; arrival < 3000; arrival += exponential(length / (threads * load))) {
    const freeAt = tasks.map((own) => own.at(-1)?.end ?? 0)
    const idle = freeAt.flatMap((time, thread) => (time <= arrival ? [thread] : []))
    const thread = idle.length > 0 ? idle[Math.floor(random.nextUnit() * idle.length)]! : freeAt.indexOf(Math.min(...freeAt))
    const start = Math.max(arrival, freeAt[thread]!)
    tasks[thread]!.push({ start, end: start + exponential(length), isLong: false })
  }
  return tasks
}

/** Each thread works and sleeps on its own. */
function independent(threads: number, load: number, { length, random }: { length: number; random: SeededRandom }): Task[][] {
  return Array.from({ length: threads }, () => fromQueue(1, load, { length, random })[0]!)
}

const turnsIn = (waits: readonly Wait[]): Wait[] => waits.filter(({ turns }) => turns !== undefined)

describe('threads of a pool that take turns', () => {
  it.each([2, 3, 8])('names the task that one of %d threads executes, while the others wait', (threads) => {
    const [wait, ...others] = waitsOf(poolOf(inTurns(threads), new SeededRandom(3)))
    expect(others).toEqual([])
    expect(wait!.text).toMatch(
      new RegExp(
        `^For \\d+(?:–\\d+)? % of the run only one of the ${threads} threads of run_tasks\\(\\) works at a time, in lengthy\\(\\), pool\\.c:1: they take turns, and the ${threads === 2 ? 'other one has' : 'others have'} nothing to do meanwhile$`,
      ),
    )
    expect(wait!.remedy).toMatch(/^Split this task into parts for several threads/)
    expect(wait!.turns).toMatchObject({ threads, function: 'lengthy' })
    // 90 of 100 ms, and the other threads could take their part of that.
    const [low, high] = wait!.turns!.interval
    expect([low <= 0.9, high >= 0.9, low > 0.6]).toEqual([true, true, true])
    const part = wait!.gain! / (0.9 * (1 - 1 / threads))
    // When short tasks of many threads ended is not known to the millisecond.
    expect([part > 0.8, part < 1.05]).toEqual([true, true])
  })

  it('leaves out what may be of threads that waited for a processor', () => {
    const brief = inTurns(3, { rounds: 160, long: 25, short: 2 })
    const with400 = turnsIn(waitsOf(poolOf(brief, new SeededRandom(3), { processorWait: 400 })))[0]!.turns!
    const without = turnsIn(waitsOf(poolOf(brief, new SeededRandom(3))))[0]!.turns!
    // 400 of 4,000 ms.
    expect(without.interval[0] - with400.interval[0]).toBeCloseTo(0.1, 3)
    expect(with400.interval[1]).toBe(without.interval[1])
    expect(turnsIn(waitsOf(poolOf(brief, new SeededRandom(3), { processorWait: 2200 })))).toEqual([])
  })

  it('counts the time alone of threads that share a processor only at the beginning of a round', () => {
    const { tasks, processorWait } = onOneProcessor(inTurns(3, { every: 130 }))
    const { turns, gainInterval } = turnsIn(waitsOf(poolOf(tasks, new SeededRandom(3), { processorWait })))[0]!
    const [low, high] = turns!.interval
    // 90 of 130 ms. At least 40 ms more waits for the processor.
    expect(processorWait).toBeGreaterThan(40 * 40)
    expect([low <= 90 / 130, high >= 90 / 130, low > 0.5]).toEqual([true, true, true])
    // The others take over two thirds.
    expect(gainInterval![0]).toBeLessThanOrEqual((2 / 3) * (90 / 100))
    expect(gainInterval![1]).toBeGreaterThanOrEqual((2 / 3) * (90 / 100))
    expect(gainInterval![1]).toBeLessThanOrEqual(2 / 3)
  })

  it.each<[string, Task[][], Task[]?]>([
    ['one thread has all long tasks', inTurns(3, { whose: () => 0 })],
    ['all have them at once', inTurns(1).concat(inTurns(1), inTurns(1))],
    ['another thread works meanwhile', inTurns(3), [{ start: 0, end: 4000, isLong: false }]],
    ['the run does other things nearly always', inTurns(3, { rounds: 6 }), [{ start: 700, end: 20_000, isLong: false }]],
  ])('does not say so where %s', (_, threads, main = []) => expect(turnsIn(waitsOf(poolOf(threads, new SeededRandom(3), { main })))).toEqual([]))

  it.each([
    ['a common queue', fromQueue],
    ['work of their own', independent],
  ])('says of even pools with %s hardly ever that they take turns', (_, tasks) => {
    for (const threads of [2, 4])
      for (const load of [0.1, 0.5, 0.9])
        for (const length of [3, 40]) {
          const random = new SeededRandom(5)
          const told = Array.from({ length: RUNS }, () => turnsIn(waitsOf(poolOf(tasks(threads, load, { length, random }), random)))).filter(
            (each) => each.length > 0,
          )
          expect(told.length, `${threads} threads, load ${load}, tasks of ${length} ms`).toBeLessThanOrEqual(MOST_FALSE * RUNS)
        }
  })

  it.each([2, 4])('says of %d threads of an even pool with one processor hardly ever that they take turns', (threads) => {
    for (const load of [0.1, 0.5, 0.9])
      for (const length of [3, 40]) {
        const random = new SeededRandom(7)
        const told = Array.from({ length: RUNS }, () => {
          const { tasks, processorWait } = onOneProcessor(independent(threads, load / threads, { length, random }))
          return turnsIn(waitsOf(poolOf(tasks, random, { processorWait })))
        }).filter((each) => each.length > 0)
        expect(told.length, `load ${load}, tasks of ${length} ms`).toBeLessThanOrEqual(MOST_FALSE * RUNS)
      }
  })
})
