/** Ranks of a job that wait for each other: which one has more work, and what even shares bring. */
import { describe, expect, it } from 'vitest'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { NO_TRACE } from '../../../shared/profile/trace.ts'
import { NO_ROWS, profileOf, waitsOf, withRanks } from './drawn_waits.testing.ts'

describe('ranks of a job', () => {
  const inJob = (profile: ProfileTables, run: Partial<ProfileTables['run']> = {}): ProfileTables => {
    const ranked = withRanks(profile)
    return { ...ranked, run: { ...ranked.run, duration: 0.5, processes: 2, ...run } }
  }
  const exchanged = (work: [number, number], waiting: [number, number], call = 'MPI_Allreduce'): ProfileTables =>
    inJob(
      profileOf(
        [
          { context: 'main a.c:9 > compute a.c:4 > loop a.c:3', waits: false, times: [work[0], 0, work[1], 0] },
          { context: `main a.c:10 > libmpi.so.40!${call} > libopen-pal.so.40!opal_progress`, waits: true, times: [waiting[0], 0, waiting[1], 0] },
        ],
        4,
      ),
    )

  it('gives the gain of even ranks once, and advises on it also where they wait for the end', () => {
    const [wait] = waitsOf(exchanged([100, 300], [200, 0]))
    expect(wait).toMatchObject({ kind: 'message', imbalance: { maxToMean: 1.5, threads: 2, busiest: 2, certain: true } })
    // 300 ms instead of the mean, 200 ms, in 500 ms.
    expect(wait!.gain).toBeCloseTo(100 / 500, 10)
    expect(wait!.remedy).toMatch(/^Share the work out more evenly among the ranks/)
    const [atEnd] = waitsOf(exchanged([100, 300], [200, 0], 'MPI_Finalize'))
    expect(atEnd).toMatchObject({ text: expect.stringMatching(/^Rank 0 waits 67 % .*rank 1 works 2\.3–3\.9× as long/), remedy: wait!.remedy })
    const [atStart] = waitsOf(exchanged([100, 300], [200, 0], 'MPI_Init'))
    expect([atStart!.gain, atStart!.remedy]).toEqual([undefined, expect.stringMatching(/^Each rank waits there once/)])
  })

  it.each([
    ['the ranks have the same work', exchanged([200, 210], [100, 90])],
    ['the one with the most work waits', exchanged([100, 300], [10, 200])],
    [
      'the processes are not ranks',
      { ...exchanged([100, 300], [200, 0]), threads: exchanged([100, 300], [200, 0]).threads.map((each) => ({ ...each, rank: null })) },
    ],
  ])('gives none where %s', (_, profile) => expect(waitsOf(profile)[0]).toEqual(expect.not.objectContaining({ gain: expect.anything() })))

  const region = (times: number[]): ProfileTables =>
    inJob(
      profileOf(
        [
          { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', waits: false, times },
          { context: 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780', waits: true, times: [0, 100, 0, 100] },
        ],
        4,
      ),
    )

  /** The same profile with instructions in place of ns. @param outside of regions, by thread */
  const countedOf = ({ cpuTimes, ...profile }: ProfileTables, outside: number[], regionWork?: Array<[number, number]>): ProfileTables => {
    const at = profile.functions.findIndex(({ name }) => name.startsWith('parallel region'))
    const run = { ...profile.run, engine: 'exhaustive' as const, workOutsideRegions: outside.map((own, thread): [number, number] => [thread, own]) }
    const regions = regionWork === undefined ? {} : { regionWork: [{ function: at, threads: regionWork }] }
    return {
      ...profile,
      ...NO_TRACE,
      run: { ...run, ...regions },
      cpuTimes: { ...cpuTimes, ...NO_ROWS },
      executed: { ...cpuTimes, instructions: cpuTimes.time },
    }
  }

  it('compares ranks of a counted job by their instructions', () => {
    const [wait] = waitsOf(countedOf(exchanged([100, 300], [200, 0]), [100e6, 0, 300e6, 0]))
    expect(wait!.text).toMatch(/^Threads wait in MPI_Allreduce in main\(\), .*: rank 1 executes 3\.0× the instructions of the other rank$/)
    // 300 million instead of the mean, 200 million, of the longest path.
    expect(wait!.gain).toBeCloseTo(1 / 3, 10)
    expect(wait!.gainInterval).toBeUndefined()
    const even = waitsOf(countedOf(exchanged([200, 210], [100, 90]), [200e6, 0, 210e6, 0]))[0]!
    expect([even.gain, even.text.includes('executes')]).toEqual([undefined, false])
  })

  it('promises even shares of threads in a counted job for the rank that it waits for', () => {
    const shares = (work: number[]): Array<[number, number]> => work.map((own, thread) => [thread, own * 1e6])
    const gainOf = (work: number[]): number | undefined => waitsOf(countedOf(region(work), [0, 0, 0, 0], shares(work)))[0]!.gain
    expect(gainOf([300, 100, 250, 250])).toBeCloseTo(50 / 300, 10)
    expect(gainOf([300, 100, 400, 400])).toBeUndefined()
  })

  it('promises even shares of threads for the rank that the job waits for, and as much as the next rank leaves', () => {
    expect(waitsOf(region([300, 100, 300, 100]))[0]!.gain).toBeCloseTo(100 / 500, 10)
    // Rank 1 has 250 ms of work, which is even.
    expect(waitsOf(region([300, 100, 250, 250]))[0]!.gain).toBeCloseTo(50 / 500, 10)
    // Rank 0 is uneven, but the job waits for rank 1.
    expect(waitsOf(region([300, 100, 400, 400]))[0]!.gain).toBeUndefined()
  })

  it('compares threads that sleep within the rank that the job waits for', () => {
    const worker = 'start_thread thread.c:1 > run_tasks pool.c:20 > compute pool.c:7'
    const made = profileOf([{ context: worker, waits: false, times: [0, 100, 60, 0, 300, 100] }], 6)
    const threads = made.threads.map((each, row) => ({ ...each, rank: row < 3 ? 0 : 1, process: row < 3 ? 70 : 73, thread: 70 + row }))
    const [wait, ...others] = waitsOf({ ...made, threads, run: { ...made.run, duration: 0.4, processes: 2 } })
    expect(others).toEqual([])
    expect(wait!.text).toMatch(/^Thread 1 of rank 1 works 3\.0–3\.1× as long as thread 2, which has nothing to do meanwhile/)
    expect(wait!.gain).toBeCloseTo(100 / 400, 10)
  })
})
