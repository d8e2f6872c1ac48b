/** Even work of many functions, regions, and threads: one of them always seems to have more, by chance between samples. */
import { expect, it } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import type { Wait } from '../../../shared/findings/waits/wait.ts'
import { profileOf, waitsOf, type Drawn } from './drawn_waits.testing.ts'

const RUNS = 100
/** Of the runs. */
const MOST_FALSE = 0.05

/** Poisson-distributed, by the gaps between samples. */
function samples(expected: number, random: SeededRandom): number {
  let count = 0
  for (let at = -Math.log(1 - random.nextUnit()); at < expected; at -= Math.log(1 - random.nextUnit())) count++
  return count
}

const sums = (drawn: readonly Drawn[], threads: number): number[] =>
  Array.from({ length: threads }, (_, thread) => drawn.reduce((sum, { times }) => sum + times[thread]!, 0))

/** Ranks of one thread, which meet in one call, where each waits for the one that works longest. */
function ranksOf(functions: number, expectedOf: (rank: number, functionIndex: number) => number, random: SeededRandom, ranks = 8): Wait[] {
  const work = Array.from({ length: functions }, (_, at): Drawn => ({
    context: `main a.c:9 > step a.c:4 > work${at} a.c:${100 + at}`,
    waits: false,
    times: Array.from({ length: ranks }, (_, rank) => samples(expectedOf(rank, at), random)),
  }))
  const all = sums(work, ranks)
  const times = all.map((own) => Math.max(...all) - own)
  const profile = profileOf(
    [...work, { context: 'main a.c:9 > exchange a.c:50 > libmpi.so.40!MPI_Waitall > libopen-pal.so.40!opal_progress', waits: true, times }],
    ranks,
  )
  const threads = profile.threads.map((thread, rank) => ({ ...thread, rank, process: 7 + rank }))
  return waitsOf({ ...profile, threads, run: { ...profile.run, duration: 1, processes: ranks } })
}

/** One process, whose threads wait at the end of each of many short regions. */
function regionsOf(regions: number, random: SeededRandom, threads = 4): Wait[] {
  const drawn = Array.from({ length: regions }, (_, at): Drawn[] => {
    const times = Array.from({ length: threads }, () => samples(20, random))
    const place = `main omp.c:${100 + at} > fill${at} omp.c:8`
    return [
      { context: `${place} > REGION${at} omp.c:11`, waits: false, times },
      { context: `${place} > libgomp.so.1!libgomp.so.1+0x1f780`, waits: true, times: times.map((own) => Math.max(...times) - own) },
    ]
  }).flat()
  const made = profileOf(drawn, threads)
  const functions = made.functions.map((each) =>
    each.name.startsWith('REGION') ? { ...each, name: `parallel region at omp.c:${each.name.slice(6)}`, linkageName: 'fill._omp_fn.0' } : each,
  )
  return waitsOf({ ...made, functions, run: { ...made.run, duration: 1, processes: 1 } })
}

const isTold = ({ text }: Wait): boolean => text.includes('×') || /\bonly (?:rank|thread)\b|all the work/.test(text)

function falseRuns(waits: (random: SeededRandom) => Wait[]): number {
  const random = new SeededRandom(5)
  return Array.from({ length: RUNS }, () => waits(random)).filter((each) => each.some(isTold)).length
}

it('says of no rank that it works longer in one of 50 functions, where all work as long', () => {
  for (const expected of [1, 5])
    expect(
      falseRuns((random) => ranksOf(50, () => expected, random)),
      `${expected}`,
    ).toBeLessThanOrEqual(MOST_FALSE * RUNS)
})

it('says of no thread that it has more work in one of 15 regions, where all have as much', () =>
  expect(falseRuns((random) => regionsOf(15, random))).toBeLessThanOrEqual(MOST_FALSE * RUNS))

it('still names the rank that works 2.1 times as long in one of 50 functions', () => {
  const waits = ranksOf(50, (rank, at) => (at !== 17 ? 5 : rank === 6 ? 210 : 100), new SeededRandom(5))
  expect(waits[0]!.text).toMatch(/rank 6 works .*; the difference is in work17\(\), a\.c:1$/)
})
