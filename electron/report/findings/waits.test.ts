/** Where threads wait for each other: who, how much, and why. */
import { expect, it } from 'vitest'
import type { Finding, Findings } from '../../../shared/findings/finding.ts'
import { leadingWaits } from '../../../shared/findings/waits/leading_waits.ts'
import type { Wait } from '../../../shared/findings/waits/wait.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { reportText } from '../text/report_text.ts'
import { NO_TRACE } from '../../../shared/profile/trace.ts'
import { htmlPage } from '../../export/html/page.ts'
import { MILLISECOND, NO_ROWS, profileOf, waitsOf, withRanks, type Drawn } from './drawn_waits.testing.ts'
import { findingsOf } from './findings.ts'
import { scheduleOf } from './schedule.ts'

const texts = (...drawn: Drawn[]): string[] => waitsOf(profileOf(drawn)).map(({ text }) => text)

/** Thread 0 works for 310 ms and thread 1 for 100 ms, which waits for the rest of the time. */
const uneven = profileOf([
  { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', waits: false, times: [310, 100] },
  { context: 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780', waits: true, times: [2, 212] },
])

it('names no thread if the profile does not know which ones wait', () => {
  const [wait] = waitsOf({ ...uneven, ...NO_TRACE })
  expect(wait!.text).toBe('Threads wait at the end of the parallel region of fill(), omp.c:9')
  expect(reportText({ ...uneven, ...NO_TRACE }, { view: 'findings', top: 10, width: 200 })).toMatch(/of the run[^:]*: Threads wait at the end/)
})

it('names the waiting threads, their place, and how much more work the other one has', () => {
  const [wait] = waitsOf(uneven, '#pragma omp parallel for num_threads(2)')
  expect(wait).toMatchObject({
    kind: 'region-end',
    function: 'fill',
    file: '/src/omp.c',
    line: 9,
    region: 'parallel region at omp.c:9',
    amount: 214 * MILLISECOND,
    threads: [
      { thread: 1, number: 1, waiting: 212 * MILLISECOND, work: 100 * MILLISECOND },
      { thread: 0, number: 0, waiting: 2 * MILLISECOND, work: 310 * MILLISECOND },
    ],
    imbalance: { threads: 2, busiest: 0, certain: true },
    text: 'Thread 1 waits 68 % of its CPU time at the end of the parallel region of fill(), omp.c:9: static schedule, thread 0 has 2.4–4.1× the work',
  })
  expect(wait!.remedy).toMatch(/schedule\(dynamic\)/)
  expect(wait!.imbalance!.maxToMean).toBeCloseTo(310 / 205, 10)
  expect(wait!.shareOfRun).toBeCloseTo(214 / 624, 10)
  expect(wait!.interval![0]).toBeLessThan(214 / 624)
})

/** 310,000 and 100,000 instructions, and a wait of this many. */
function counted(waiting: number): ProfileTables {
  const { cpuTimes, ...rest } = uneven
  const executed = { ...cpuTimes, instructions: Float64Array.from(cpuTimes.waits, (waits) => (waits === 1 ? waiting : 410_000)) }
  const regionWork = [
    {
      function: uneven.functions.findIndex(({ name }) => name.startsWith('parallel region')),
      threads: [
        [0, 310_000],
        [1, 100_000],
      ] as Array<[number, number]>,
    },
  ]
  return { ...rest, ...NO_TRACE, run: { ...uneven.run, engine: 'exhaustive', regionWork }, cpuTimes: { ...cpuTimes, ...NO_ROWS }, executed }
}

it('tells what even shares would bring to the elapsed time', () => {
  const lasting = (profile: ProfileTables, run: Partial<ProfileTables['run']>): ProfileTables => ({ ...profile, run: { ...profile.run, ...run } })
  // 310 ms of work instead of 205 ms, in 400 ms.
  const [sampled] = waitsOf(lasting(uneven, { duration: 0.4, processes: 1 }))
  expect(sampled!.gain).toBeCloseTo(105 / 400, 10)
  const text = reportText(lasting(uneven, { duration: 0.4, processes: 1 }), { view: 'findings', top: 10, width: 300 })
  expect(text).toMatch(
    /less work\. With even shares the run takes 21–31 % less time, if each thread has a processor of its own\.\n|threads\. With even shares the run takes 21–31 % less time, if each thread has a processor of its own\.\n/,
  )
  // Counted, 310,000 instructions instead of 205,000, and nothing outside the region.
  expect(waitsOf(lasting(counted(400), { processes: 1 }))[0]!.gain).toBeCloseTo(105 / 310, 10)
  const [ofTwo] = waitsOf(lasting(counted(400), { processes: 2 }))
  expect(ofTwo!.gain).toBeUndefined()
  const even = profileOf([
    { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', waits: false, times: [210, 200] },
    { context: 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780', waits: true, times: [100, 102] },
  ])
  expect(waitsOf(even)[0]!.gain).toBeUndefined()
})

it('does not count the time in which threads waited for a processor, though no run takes less than its longest thread', () => {
  const gainOf = (wait: number): number | undefined =>
    waitsOf({
      ...uneven,
      run: { ...uneven.run, duration: 1, processes: 1 },
      counters: [{ name: 'processor_wait', description: '', value: wait * MILLISECOND }],
    })[0]!.gain
  expect(gainOf(0)).toBeCloseTo(105 / 1000, 10)
  expect(gainOf(500)).toBeCloseTo(105 / 500, 10)
  expect(gainOf(2000)).toBeCloseTo(105 / 312, 10)
})

it('lists the end of an uneven region where threads sleep, in which no sample is', () => {
  const slept = profileOf([{ context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', waits: false, times: [310, 100] }])
  const [wait] = waitsOf({ ...slept, run: { ...slept.run, duration: 0.4, processes: 1 } }, '#pragma omp parallel for schedule(SCHEDULE)')
  expect(wait).toMatchObject({ kind: 'region-end', function: 'fill', line: 9, amount: 0, shareOfRun: 0 })
  expect(wait!.text).toBe('Threads sleep at the end of the parallel region of fill(), omp.c:9: thread 0 has 2.4–4.1× the work')
  expect(wait!.remedy).toMatch(/schedule\(dynamic\)/)
  expect(wait!.gain).toBeCloseTo(105 / 400, 10)
  const even = profileOf([{ context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', waits: false, times: [110, 100] }])
  expect(waitsOf({ ...even, run: { ...even.run, duration: 0.4, processes: 1 } })).toEqual([])
})

it('gives advice of its own on critical sections', () => {
  const waitsFor = (lock: string): Wait =>
    waitsOf(
      profileOf([
        { context: 'main omp.c:30 > count omp.c:8 > REGION omp.c:11', waits: false, times: [100, 100] },
        { context: `main omp.c:30 > count omp.c:8 > REGION omp.c:12 > libgomp.so.1!${lock}`, waits: true, times: [100, 100] },
      ]),
    )[0]!
  expect(waitsFor('GOMP_critical_start')).toMatchObject({ kind: 'lock', remedy: expect.stringMatching(/^Do less in the critical section: use atomic/) })
  expect(waitsFor('omp_set_lock')).toMatchObject({ kind: 'lock', remedy: expect.stringMatching(/^Hold the lock for less time/) })
})

it('stands before findings that cost the run less', () => {
  const { measure, findings, waits } = findingsOf(uneven)
  expect([measure, findings.length]).toEqual(['cpu-time', 0])
  const finding = (shareOfRun: number): Findings['findings'] => [{ shareOfRun } as Finding]
  const [{ gain: _, ...wait }] = waits! as [Wait]
  expect(leadingWaits({ waits: [wait], findings: finding(0.3) })).toEqual({ leading: [wait], others: [] })
  expect(leadingWaits({ waits: [wait], findings: finding(0.35) })).toEqual({ leading: [], others: [wait] })
  expect(leadingWaits({ waits: [{ ...wait, gain: 0.5 }], findings: finding(0.35) }).leading).toHaveLength(1)
  expect(leadingWaits({ findings: [] })).toEqual({ leading: [], others: [] })
})

it('gives no advice on the start and the end of a job, and does not begin with them', () => {
  const drawn = (call: string): ProfileTables =>
    profileOf(
      [
        { context: 'main a.c:9 > compute a.c:4', waits: false, times: [300] },
        { context: `main a.c:10 > libmpi.so.40!${call} > libopen-pal.so.40!opal_progress`, waits: true, times: [200] },
      ],
      1,
    )
  for (const call of ['MPI_Init', 'MPI_Init_thread', 'MPI_Finalize']) {
    const found = findingsOf(drawn(call))
    expect(found.waits![0]!.remedy).toBe('Each rank waits there once until all ranks have started, or ended: a longer run makes less of it.')
    expect(leadingWaits(found).leading).toEqual([])
  }
  const found = findingsOf(drawn('MPI_Barrier'))
  expect(found.waits![0]!.remedy).toMatch(/^Give each rank the same work/)
  expect(leadingWaits(found).leading).toHaveLength(1)
})

it('says of counted runs that the threads took turns', () => {
  const text = reportText(counted(400), { view: 'findings', top: 10, width: 300 })
  expect(text).toMatch(
    /Waiting for other threads, in neither waste nor use:\n.*: Threads wait at the end of [^]*\n {2}The threads took turns while they were counted/,
  )
  expect(text.indexOf('Waiting for other threads, in')).toBeLessThan(text.indexOf('No findings'))
  expect(reportText(uneven, { view: 'findings', top: 10, width: 300 })).not.toMatch(/took turns/)
})

it('counts the work of each thread, also where the wait itself is short', () => {
  const [wait] = waitsOf(counted(400), '#pragma omp parallel for num_threads(2)')
  expect(wait).toMatchObject({ kind: 'region-end', amount: 400, interval: null, threads: [], imbalance: { threads: 2, busiest: 0, certain: true } })
  expect(wait!.imbalance!.maxToMean).toBeCloseTo(310 / 205, 10)
  expect(wait!.text).toBe('Threads wait at the end of the parallel region of fill(), omp.c:9: static schedule, thread 0 has 3.1× the work')
})

it('lists no short wait where the work is even, or not known by thread', () => {
  const { regionWork, ...run } = counted(400).run
  const even = regionWork!.map((region) => ({ ...region, threads: region.threads.map(([thread]): [number, number] => [thread, 205_000]) }))
  expect(waitsOf({ ...counted(400), run: { ...run, regionWork: even } })).toEqual([])
  expect(waitsOf({ ...counted(400), run })).toEqual([])
  expect(waitsOf({ ...counted(40_000), run })[0]).toMatchObject({ amount: 40_000, imbalance: null })
})

it('names no schedule without the source, and no imbalance that may be chance', () => {
  expect(waitsOf(uneven).map(({ text }) => text)).toEqual([
    'Thread 1 waits 68 % of its CPU time at the end of the parallel region of fill(), omp.c:9: thread 0 has 2.4–4.1× the work',
  ])
  const work = 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11'
  const wait = 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780'
  expect(texts({ context: work, waits: false, times: [7, 4] }, { context: wait, waits: true, times: [0, 3] })).toEqual([
    'Thread 1 waits 43 % of its CPU time at the end of the parallel region of fill(), omp.c:9',
  ])
})

it('tells ratios of few samples as wide ranges, and none that may be even', () => {
  const work = 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11'
  const end = 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780'
  const waitOf = (times: number[], duration: number): Wait => {
    const profile = profileOf([
      { context: work, waits: false, times },
      { context: end, waits: true, times: [0, times[0]! - times[1]!] },
    ])
    return waitsOf({ ...profile, run: { ...profile.run, duration, processes: 1 } })[0]!
  }
  const few = waitOf([26, 3], 0.04)
  expect(few.text).toMatch(/thread 0 has 2–59× the work$/)
  expect(few.gain).toBeCloseTo(23 / 80, 10)
  const [low, high] = few.gainInterval!
  expect([low > 0.1 && low < 0.2, high > 0.4 && high < 0.5]).toEqual([true, true])
  const many = waitOf([2600, 300], 4)
  expect(many.text).toMatch(/thread 0 has 7\.6–10\.0× the work$/)
  expect(many.gainInterval![1] - many.gainInterval![0]).toBeLessThan(0.05)
  // Twice the work, and still even by chance.
  expect(waitOf([8, 4], 0.02)).toMatchObject({ text: expect.not.stringContaining('×'), imbalance: { certain: false } })
  expect(waitOf([8, 4], 0.02)).not.toHaveProperty('gain')
})

it('gives no imbalance as the reason if the thread with the most work waits', () => {
  const wait = 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780'
  expect(
    texts({ context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:9', waits: false, times: [90, 30] }, { context: wait, waits: true, times: [30, 0] }),
  ).toEqual(['Thread 0 waits 25 % of its CPU time at the end of the parallel region of fill(), omp.c:9'])
})

it('distinguishes barriers, locks, messages, idle threads and loops of the program', () => {
  const all = texts(
    { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:14 > libgomp.so.1!GOMP_barrier', waits: true, times: [0, 70] },
    { context: 'main omp.c:30 > take omp.c:40 > libc.so.6!pthread_spin_lock', waits: true, times: [0, 60] },
    { context: 'main omp.c:30 > solve omp.c:50 > libmpi.so.40!MPI_Allreduce > libopen-pal.so.40!opal_progress', waits: true, times: [0, 50] },
    { context: 'libc.so.6!start_thread > libgomp.so.1!libgomp.so.1+0x1cc40', waits: true, times: [0, 40] },
    { context: 'main omp.c:30 > spin omp.c:60', waits: true, times: [0, 30] },
    { context: 'main omp.c:30 > multiply omp.c:70 > libopenblas.so.0!inner_thread', waits: true, times: [0, 20] },
    { context: 'main omp.c:30 > multiply omp.c:80 > libopenblas.so.0!exec_blas > libc.so.6!__sched_yield syscall.S:3', waits: true, times: [10, 0] },
  )
  expect(all).toEqual([
    'Thread 1 waits 26 % of its CPU time at a barrier in fill(), omp.c:14',
    'Thread 1 waits 22 % of its CPU time for a lock in take(), omp.c:40',
    'Thread 1 waits 19 % of its CPU time in MPI_Allreduce in solve(), omp.c:50',
    'Thread 1 waits 15 % of its CPU time between parallel regions',
    'Thread 1 waits 11 % of its CPU time in spin(), omp.c:60, in a loop that only waits',
    'Thread 1 waits 7.4 % of its CPU time in a loop of inner_thread() in libopenblas.so.0 that only waits, called from multiply(), omp.c:70',
    'Thread 0 waits 100 % of its CPU time in a loop of exec_blas() in libopenblas.so.0 that only waits, called from multiply(), omp.c:80',
  ])
})

it('recognises waiting for tasks, and the waiting of an OpenMP runtime inside the program', () => {
  const all = texts(
    { context: 'main omp.c:30 > spread omp.c:80 > libtbb.so.12!libtbb.so.12+0x275a0', waits: true, times: [0, 70] },
    { context: 'libc.so.6!start_thread > libtbb.so.12!libtbb.so.12+0x22180', waits: true, times: [0, 60] },
    { context: 'libc.so.6!start_thread > gomp_thread_start > gomp_team_barrier_wait_final', waits: true, times: [0, 50] },
    { context: 'libc.so.6!start_thread > gomp_thread_start > gomp_barrier_wait', waits: true, times: [0, 40] },
    { context: 'libc.so.6!start_thread > gomp_thread_start > REGION omp.c:14 > GOMP_barrier', waits: true, times: [0, 30] },
    { context: 'main omp.c:30 > fill omp.c:8 > GOMP_parallel > REGION omp.c:11', waits: false, times: [20, 0] },
    { context: 'main omp.c:30 > fill omp.c:8 > GOMP_parallel > gomp_team_end', waits: true, times: [10, 0] },
  )
  expect(all).toEqual([
    'Thread 1 waits 28 % of its CPU time for tasks in spread(), omp.c:80',
    'Thread 1 waits 24 % of its CPU time for tasks',
    'Thread 1 waits 20 % of its CPU time at the ends of parallel regions',
    'Thread 1 waits 16 % of its CPU time between parallel regions',
    'Thread 1 waits 12 % of its CPU time at a barrier in fill(), omp.c:14: thread 0 has at least 4.1× the work',
    'Thread 0 waits 33 % of its CPU time at the end of the parallel region of fill(), omp.c:9',
  ])
})

it('calls no barrier what sleeps until another thread wakes it', () => {
  const woken = 'libc.so.6!pthread_cond_wait > libc.so.6!__futex_abstimed_wait_common64'
  const profile = profileOf([
    { context: `libc.so.6!start_thread > run pool.cpp:8 > libstdc++.so.6!std::condition_variable::wait > ${woken}`, waits: true, times: [0, 60] },
    { context: 'main omp.c:30 > libstdc++.so.6!std::__atomic_futex_unsigned_base::_M_futex_wait_until > libc.so.6!syscall', waits: true, times: [40, 0] },
    { context: `libc.so.6!start_thread > libgomp.so.1!gomp_thread_start > ${woken}`, waits: true, times: [0, 20] },
  ])
  expect(waitsOf(profile).map(({ kind, text }) => [kind, text])).toEqual([
    ['sleep', 'Thread 1 waits 75 % of its CPU time for other threads in run(), pool.cpp:8'],
    ['sleep', 'Thread 0 waits 100 % of its CPU time for other threads in main(), omp.c:30'],
    ['between-regions', 'Thread 1 waits 25 % of its CPU time between parallel regions'],
  ])
})

it('names the call of a library that is built into the program, not a line of the library', () => {
  const search = 'rayon_core::registry::WorkerThread::wait_until_cold registry.rs:40 > std::sync::poison::condvar::Condvar::wait condvar.rs:9'
  const all = texts(
    { context: `main omp.c:30 > spread omp.c:80 > rayon::scope::scope mod.rs:5 > ${search}`, waits: true, times: [0, 60] },
    {
      context: `libc.so.6!start_thread > rayon_core::registry::WorkerThread::wait_until_cold registry.rs:44 > rayon_core::job::StackJob::execute job.rs:3 > ${search}`,
      waits: true,
      times: [0, 50],
    },
    { context: 'main omp.c:30 > take omp.c:40 > parking_lot::raw_mutex::RawMutex::lock_slow raw_mutex.rs:3', waits: true, times: [0, 40] },
    { context: 'main omp.c:30 > receive omp.c:50 > std::thread::functions::park functions.rs:3', waits: true, times: [0, 30] },
    { context: 'main omp.c:30 > meet omp.c:60 > std::sync::barrier::Barrier::wait barrier.rs:3', waits: true, times: [0, 20] },
  )
  expect(all).toEqual([
    'Thread 1 waits 30 % of its CPU time for tasks in spread(), omp.c:80',
    'Thread 1 waits 25 % of its CPU time for tasks',
    'Thread 1 waits 20 % of its CPU time for a lock in take(), omp.c:40',
    'Thread 1 waits 15 % of its CPU time for other threads in receive(), omp.c:50',
    'Thread 1 waits 10 % of its CPU time at a barrier in meet(), omp.c:60',
  ])
})

it('names no function of such a library where it has no lines', () => {
  const begin = 'libc.so.6!start_thread > std::sys::thread::unix::Thread::new::thread_start > rayon_core::registry::ThreadBuilder::run'
  const search = 'rayon_core::registry::WorkerThread::wait_until_cold'
  expect(
    texts(
      { context: `main > spread > rayon::iter::plumbing::bridge::Callback::callback > ${search}`, waits: true, times: [60, 0] },
      { context: `${begin} > ${search}`, waits: true, times: [0, 50] },
      { context: 'main > meet > std::__1::latch::wait() > std::__1::__libcpp_timed_backoff_policy::operator()()', waits: true, times: [40, 0] },
    ),
  ).toEqual([
    'Thread 0 waits 60 % of its CPU time for tasks in spread()',
    'Thread 1 waits 100 % of its CPU time for tasks',
    'Thread 0 waits 40 % of its CPU time for a latch in meet()',
  ])
})

it('calls the shared and timed mutexes of libc++ locks, although they sleep by a condition', () => {
  const sleep = 'libc++.so.1!std::__1::condition_variable::wait() > libc.so.6!pthread_cond_wait > libc.so.6!futex_wait'
  expect(
    texts({ context: `main omp.c:30 > read omp.c:40 > libc++.so.1!std::__1::__shared_mutex_base::lock_shared() > ${sleep}`, waits: true, times: [60, 0] }),
  ).toEqual(['Thread 0 waits 100 % of its CPU time for a lock in read(), omp.c:40'])
})

it('distinguishes semaphores, latches, barriers, and atomic variables of C++20 and POSIX, and the end of a thread', () => {
  const spin = (what: string): string => `std::__atomic_wait_address(${what}) atomic_wait.h:430 > std::__detail::__thread_relax() atomic_wait.h:136`
  const sleep = 'libc.so.6!libc.so.6+0x85e50'
  const all = texts(
    { context: `main omp.c:30 > take omp.c:40 > std::__atomic_semaphore::_M_acquire() semaphore_base.h:230 > ${spin('a')}`, waits: true, times: [0, 100] },
    { context: `main omp.c:30 > meet omp.c:50 > std::latch::wait() latch:80 > ${spin('b')}`, waits: true, times: [0, 90] },
    {
      context: `main omp.c:30 > gather omp.c:60 > std::barrier::arrive_and_wait() barrier:224 > ${spin('c')}`,
      waits: true,
      times: [0, 80],
    },
    {
      context: `main omp.c:30 > look omp.c:70 > std::atomic_flag::wait(bool) atomic_base.h:596 > ${spin('d')}`,
      waits: true,
      times: [0, 70],
    },
    { context: `main omp.c:30 > post omp.c:80 > libc.so.6!sem_wait > ${sleep}`, waits: true, times: [0, 60] },
    { context: `main omp.c:30 > read omp.c:90 > libc.so.6!pthread_rwlock_rdlock > ${sleep}`, waits: true, times: [0, 50] },
    { context: `main omp.c:30 > libc.so.6!pthread_join > ${sleep}`, waits: true, times: [40, 0] },
    // What runs at the end of a phase waits for something of its own.
    {
      context: `main omp.c:30 > gather omp.c:60 > std::barrier::arrive_and_wait() barrier:224 > phase_end omp.c:20 > libc.so.6!pthread_mutex_lock > ${sleep}`,
      waits: true,
      times: [30, 0],
    },
  )
  expect(all).toEqual([
    'Thread 1 waits 22 % of its CPU time for a semaphore in take(), omp.c:40',
    'Thread 1 waits 20 % of its CPU time for a latch in meet(), omp.c:50',
    'Thread 1 waits 18 % of its CPU time at a barrier in gather(), omp.c:60',
    'Thread 1 waits 16 % of its CPU time for an atomic variable to change in look(), omp.c:70',
    'Thread 1 waits 13 % of its CPU time for a semaphore in post(), omp.c:80',
    'Thread 1 waits 11 % of its CPU time for a lock in read(), omp.c:90',
    'Thread 0 waits 57 % of its CPU time for other threads in main(), omp.c:30',
    'Thread 0 waits 43 % of its CPU time for a lock in phase_end(), omp.c:20',
  ])
})

/** Threads 0 and 1 are of rank 0, the others of rank 1. */
it('names the rank of a thread, and compares the work of the threads of one rank only', () => {
  const work = 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11'
  const end = 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780'
  // Rank 1 has twice the work of rank 0, and shares it out unevenly.
  const drawn: Drawn[] = [
    { context: work, waits: false, times: [150, 150, 450, 150] },
    { context: end, waits: true, times: [5, 5, 10, 300] },
    { context: 'main omp.c:30 > solve omp.c:50 > libmpi.so.40!MPI_Allreduce > libopen-pal.so.40!opal_progress', waits: true, times: [250, 0, 0, 0] },
    { context: 'libc.so.6!start_thread > libgomp.so.1!libgomp.so.1+0x1cc40', waits: true, times: [0, 90, 0, 150] },
    { context: 'main omp.c:30 > take omp.c:40 > libc.so.6!pthread_spin_lock', waits: true, times: [0, 0, 60, 70] },
  ]
  const profile = withRanks(profileOf(drawn, 4))
  const [first] = waitsOf(profile)
  expect(first!.imbalance).toMatchObject({ maxToMean: 1.5, threads: 2, busiest: 2, certain: true })
  expect(waitsOf(profile).map(({ text }) => text)).toEqual([
    'Thread 1 of rank 1 waits 45 % of its CPU time at the end of the parallel region of fill(), omp.c:9: thread 0 of rank 1 has 2.4–3.8× the work',
    'Thread 0 of rank 0 waits 62 % of its CPU time in MPI_Allreduce in solve(), omp.c:50: rank 1 works 2.4–3.7× as long as the other rank; the difference is in fill(), omp.c:1',
    '2 threads of 2 ranks wait 22 to 37 % of their CPU time between parallel regions',
    'Threads 0 and 1 of rank 1 wait 10 to 12 % of their CPU time for a lock in take(), omp.c:40',
  ])
})

it('gives no imbalance that the worst of many ranks has by chance', () => {
  const work = 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11'
  const end = 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780'
  const certainOf = (ranks: number): boolean | undefined => {
    const times = Array.from({ length: 2 * ranks }, (_, row) => (row === 0 ? 62 : row === 1 ? 38 : 50))
    const profile = profileOf(
      [
        { context: work, waits: false, times },
        { context: end, waits: true, times: times.map((_, row) => (row % 2 === 1 ? 20 : 0)) },
      ],
      2 * ranks,
    )
    const threads = profile.threads.map((thread, row) => ({ ...thread, rank: row >> 1, process: 7 + (row >> 1) }))
    return waitsOf({ ...profile, threads })[0]!.imbalance?.certain
  }
  expect([1, 2, 16].map(certainOf)).toEqual([true, false, false])
})

it('counts what the threads of each rank lose, not what one rank has more than another', () => {
  const counts = (instructions: number[]): ProfileTables => {
    const profile = counted(400)
    const region = profile.run.regionWork![0]!.function
    const four = [...profile.threads, ...profile.threads]
    const regionWork = [{ function: region, threads: instructions.map((own, thread): [number, number] => [thread, own]) }]
    return withRanks({ ...profile, threads: four, run: { ...profile.run, regionWork } })
  }
  expect(waitsOf(counts([300_000, 300_000, 100_000, 100_000]))).toEqual([])
  expect(waitsOf(counts([100_000, 100_000, 310_000, 100_000]))[0]!.text).toBe(
    'Threads wait at the end of the parallel region of fill(), omp.c:9: thread 0 of rank 1 has 3.1× the work',
  )
})

it('does not name a place that only created the thread', () => {
  const work = { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11', waits: false, times: [50, 0] }
  expect(texts(work, { context: 'main omp.c:30 > fill omp.c:8 > CREATED > libgomp.so.1!libgomp.so.1+0x1cc40', waits: true, times: [0, 40] })).toEqual([
    'Thread 1 waits 100 % of its CPU time between parallel regions',
  ])
})

it('names all threads that wait about equally', () => {
  const profile = profileOf(
    [
      { context: 'main omp.c:30 > take omp.c:40 > libc.so.6!pthread_spin_lock', waits: true, times: [1, 30, 40, 20] },
      { context: 'main omp.c:31', waits: false, times: [99, 70, 60, 80] },
    ],
    4,
  )
  expect(waitsOf(profile).map(({ text }) => text)).toEqual(['Threads 1 to 3 wait 20 to 40 % of their CPU time for a lock in take(), omp.c:40'])
})

const BARRIER = 'run pool.cpp:8 > loop pool.cpp:7 > libc.so.6!pthread_barrier_wait'

it('names the loop in which the thread that arrives last spends more time', () => {
  const profile = profileOf(
    [
      { context: 'run pool.cpp:7 > loop pool.cpp:7 > load pool.cpp:20', waits: false, times: [100, 100, 100] },
      { context: 'run pool.cpp:7 > loop pool.cpp:7 > compute pool.cpp:32 > loop pool.cpp:30 > loop pool.cpp:31', waits: false, times: [300, 100, 100] },
      { context: BARRIER, waits: true, times: [2, 190, 195] },
    ],
    3,
  )
  const [wait] = waitsOf(profile)
  expect(wait!.text).toBe(
    'Threads 1 and 2 wait 49 % of their CPU time at a barrier in run(), pool.cpp:8: thread 0 spends 2.4–3.8× as long as the mean of the other 2 in the loop at pool.cpp:30 in compute()',
  )
  expect(wait!.cause).toMatchObject({ thread: 0, threads: 3, timesOthers: 3, isLoop: true, function: 'compute', file: '/src/pool.cpp', line: 30 })
  expect(waitsOf(withRanks(profileOf([{ context: BARRIER, waits: true, times: [2, 190, 0, 0] }], 4)))[0]!.cause).toBeUndefined()
})

it('names no loop where the work is even, may be by chance, or explains little of the wait', () => {
  const causeOf = (work: number[], waiting: number[]): unknown =>
    waitsOf(
      profileOf([
        { context: 'run pool.cpp:7 > loop pool.cpp:7 > compute pool.cpp:32 > loop pool.cpp:31', waits: false, times: work },
        { context: BARRIER, waits: true, times: waiting },
      ]),
    )[0]!.cause
  expect(causeOf([300, 100], [0, 200])).toMatchObject({ thread: 0, timesOthers: 3 })
  expect(causeOf([300, 0], [0, 200])).toMatchObject({ thread: 0, timesOthers: null })
  expect(causeOf([200, 200], [0, 200])).toBeUndefined()
  expect(causeOf([8, 4], [0, 5])).toBeUndefined()
  expect(causeOf([300, 250], [0, 200])).toBeUndefined()
  // It waits most and works most.
  expect(causeOf([300, 100], [200, 0])).toBeUndefined()
  expect(causeOf([300, 100], [150, 200])).toBeUndefined()
})

it('names the loop of another rank for messages only', () => {
  const drawn = (call: string): ProfileTables =>
    withRanks(
      profileOf(
        [
          { context: 'main a.c:9 > loop a.c:9 > compute a.c:4 > loop a.c:3', waits: false, times: [300, 0, 100, 0] },
          { context: `main a.c:10 > loop a.c:9 > ${call}`, waits: true, times: [0, 0, 200, 0] },
        ],
        4,
      ),
    )
  expect(waitsOf(drawn('libmpi.so.40!MPI_Allreduce > libopen-pal.so.40!opal_progress')).map(({ text }) => text)).toEqual([
    'Rank 1 waits 67 % of its CPU time in MPI_Allreduce in main(), a.c:10: rank 0 works 2.3–3.9× as long as the other rank; the difference is in the loop at a.c:3 in compute()',
  ])
  expect(waitsOf(drawn('libc.so.6!pthread_barrier_wait'))[0]!.cause).toBeUndefined()
})

it('names the loop of a region beside its schedule', () => {
  const profile = profileOf([
    { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11 > loop omp.c:10', waits: false, times: [310, 100] },
    { context: 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780', waits: true, times: [2, 212] },
  ])
  expect(waitsOf(profile, '#pragma omp parallel for')[0]!.text).toMatch(
    /: static schedule, thread 0 has 2\.4–4\.1× the work; the difference is in the loop at omp\.c:10$/,
  )
})

it('tells the share of the loop where the region around it also has much even work', () => {
  const profile = profileOf([
    { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:12', waits: false, times: [800, 800] },
    { context: 'main omp.c:30 > fill omp.c:8 > REGION omp.c:11 > compute omp.c:4 > loop omp.c:3', waits: false, times: [260, 160] },
    { context: 'main omp.c:30 > fill omp.c:8 > libgomp.so.1!libgomp.so.1+0x1f780', waits: true, times: [2, 102] },
  ])
  const [wait] = waitsOf(profile)
  expect(wait!.text).toMatch(/fill\(\), omp\.c:9: thread 0 spends 1\.3–2\.0× as long as the other thread in the loop at omp\.c:3 in compute\(\)$/)
  expect(wait!.remedy).toBe('Share the work of the region out more evenly among its threads.')
})

it('is absent if nothing waits, or an earlier version did not record it', () => {
  // Of several processes the work of a region is not compared with the run.
  const { tellsWaiting: _, ...run } = { ...uneven.run, processes: 2 }
  expect(findingsOf({ ...uneven, run }).waits).toBeUndefined()
  expect(findingsOf({ ...uneven, run: { ...run, tellsWaiting: true }, cpuTimes: { ...uneven.cpuTimes, waits: new Uint8Array(2) } }).waits).toBeUndefined()
})

it('is in the report and on the page, with the threads', () => {
  const text = reportText(uneven, { view: 'findings', top: 10, width: 110 })
  expect(text).toMatch(/waiting for other threads: 34\.3 % of the CPU time · 214 ms/)
  expect(text).toMatch(
    /Waiting for other threads, in neither waste nor use:\n {2}34\.3 % of the run \(95 % CI .*\): Thread 1 waits 68 % of its CPU time at the end/,
  )
  expect(reportText(uneven, { view: 'threads', top: 10, width: 110 })).toMatch(/cpu time +waiting[^]*0\.31 s +67\.9 %/)
  expect(reportText(uneven, { view: 'cpu-time', top: 10, width: 110 })).toMatch(/34\.3 % of it waits for other threads[^]*waiting +function[^]*34\.3 % +fill/)
  expect([...htmlPage(uneven, new Map())].join('')).toMatch(/<h3 id="waiting">Waiting for other threads<\/h3>[^]*Thread 1 waits 68 % of its CPU time/)
})

it.each([
  ['#pragma omp parallel for', 'static'],
  ['#pragma omp for schedule( Dynamic , 8) nowait', 'dynamic'],
  ['#pragma omp for schedule(nonmonotonic: guided)', 'guided'],
  ['!$omp parallel do schedule(static, 4)', 'static'],
  ['#pragma omp for schedule(monotonic, simd: dynamic)', 'dynamic'],
  ['#pragma omp parallel for schedule(SCHEDULE)', ''],
  ['#pragma omp parallel', null],
  ['for (int i = 0; i < n; i++)', null],
  [null, null],
])('reads the schedule of %s', (directive, schedule) => expect(scheduleOf(directive)).toBe(schedule))
