/** Small waits in one line, the code that is serial between regions, and machines that are too busy to measure waiting. */
import { expect, it } from 'vitest'
import type { Wait } from '../../../shared/findings/waits/wait.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { reportText } from '../text/report_text.ts'
import { MILLISECOND, profileOf, waitsOf, type Drawn } from './drawn_waits.testing.ts'
import { findingsOf } from './findings.ts'

const WORK: Drawn = { context: 'main a.c:9 > compute a.c:4', waits: false, times: [800, 800] }
const lockAt = (line: number, times: number[]): Drawn => ({ context: `main a.c:9 > take${line} a.c:${line} > libc.so.6!pthread_spin_lock`, waits: true, times })

it('gathers waits of one kind with less than 3 % of the run each, also those that are too small to be listed', () => {
  const [large, small, ...rest] = waitsOf(
    profileOf([WORK, lockAt(10, [150, 0]), lockAt(20, [20, 0]), lockAt(30, [0, 30]), lockAt(40, [0, 10]), lockAt(50, [8, 2])]),
  ) as [Wait, Wait]
  expect(rest).toEqual([])
  expect(large.text).toBe('Thread 0 waits 15 % of its CPU time for a lock in take10(), a.c:10')
  expect(small).toMatchObject({ kind: 'lock', function: null, amount: 70 * MILLISECOND, interval: [expect.any(Number), expect.any(Number)] })
  expect(small.shareOfRun).toBeCloseTo(70 / 1820, 10)
  expect(small.text).toBe(
    'Threads 0 and 1 wait 2.9 to 5.0 % of their CPU time for locks in 4 places with little waiting each, such as take30(), a.c:30; take20(), a.c:20; take40(), a.c:40',
  )
  expect(small.remedy).toMatch(/^Hold the lock for less time/)
  expect(small.places!.map(({ function: name, line }) => [name, line])).toEqual([
    ['take30', 30],
    ['take20', 20],
    ['take40', 40],
    ['take50', 50],
  ])
})

it('lists two small waits alone, and names the ends of regions and the calls of MPI', () => {
  expect(waitsOf(profileOf([WORK, lockAt(20, [20, 0]), lockAt(30, [0, 30])])).map(({ places }) => places)).toEqual([undefined, undefined])
  const call = (name: string, line: number): Drawn => ({
    context: `main a.c:9 > exchange a.c:${line} > libmpi.so.40!${name} > libopen-pal.so.40!opal_progress`,
    waits: true,
    times: [20, 20],
  })
  const [calls, ...rest] = waitsOf(profileOf([WORK, call('MPI_Send', 5), call('MPI_Wait', 6), call('MPI_Barrier', 7), call('MPI_Init', 8)]))
  expect(calls!.text).toMatch(/ in 3 calls of MPI with little waiting each, such as MPI_\w+, exchange\(\), a\.c:\d; /)
  // The start of the job is no call among others.
  expect(rest.map((wait) => wait.call)).toEqual(['MPI_Init'])
})

/** Thread 1 waits while thread 0 works outside of the region. */
const serial = (name: string, env: Partial<ProfileTables['run']> = {}): Wait => {
  const profile = profileOf([
    { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', waits: false, times: [100, 100] },
    { context: `main omp.c:31 > iterate omp.c:50 > ${name} omp.c:60 > loop omp.c:61 > libm.so.6!exp`, waits: false, times: [240, 0] },
    { context: 'main omp.c:31 > iterate omp.c:51', waits: false, times: [40, 0] },
    // The inner function has more time than the one that calls it most.
    { context: `main omp.c:32 > ${name} omp.c:60`, waits: false, times: [20, 0] },
    { context: 'libc.so.6!start_thread > libgomp.so.1!libgomp.so.1+0x1cc40', waits: true, times: [0, 300] },
  ])
  return waitsOf({ ...profile, run: { ...profile.run, ...env } })[0]!
}

it('names the code that one thread executes alone between parallel regions', () => {
  expect(serial('smooth').text).toBe(
    'Thread 1 waits 75 % of its CPU time between parallel regions: thread 0 works alone meanwhile, 87 % of that in smooth(), omp.c:1',
  )
  expect(serial('smooth').serial).toMatchObject({ thread: 0, share: 260 / 300, function: 'smooth' })
  // All of the program is in main().
  const all = profileOf([
    { context: 'main omp.c:30 > REGION omp.c:11', waits: false, times: [100, 100] },
    { context: 'main omp.c:31', waits: false, times: [300, 0] },
    { context: 'libc.so.6!start_thread > libgomp.so.1!libgomp.so.1+0x1cc40', waits: true, times: [0, 300] },
  ])
  expect(waitsOf(all)[0]!.text).toBe('Thread 1 waits 75 % of its CPU time between parallel regions')
})

it('advises threads to sleep only if the environment has not asked them to', () => {
  expect(serial('smooth').remedy).toMatch(/^Run in parallel .*OMP_WAIT_POLICY=passive/)
  expect(serial('smooth', { openmpSleeps: true }).remedy).toMatch(/^Run in parallel [^]*wakes all threads\.$/)
})

it('says how long threads waited for a processor, since others wait for them', () => {
  const profile = profileOf([WORK, lockAt(10, [150, 0])])
  const busy = (wait: number): ProfileTables => ({ ...profile, counters: [{ name: 'processor_wait', description: '', value: wait * MILLISECOND }] })
  expect(findingsOf(busy(1000)).waitCaveat).toMatch(/threads that were ready to run waited 1\.0 s for a processor, beside 1\.8 s of CPU time/)
  expect(reportText(busy(1000), { view: 'findings', top: 10, width: 400 })).toMatch(/take10[^]*\n {2}Part of this is the machine's: threads/)
  expect(findingsOf(busy(300))).not.toHaveProperty('waitCaveat')
})
