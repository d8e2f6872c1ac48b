/** Threads that have nothing to do while another one that runs the same code works: without samples of waiting. */
import { describe, expect, it } from 'vitest'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { htmlPage } from '../../export/html/page.ts'
import { reportText } from '../text/report_text.ts'
import { profileOf, waitsOf, type Drawn } from './drawn_waits.testing.ts'

describe('threads of the same code, of which the others sleep', () => {
  const worker = 'start_thread thread.c:1 > run_tasks pool.c:20'
  /** Main works for 10 ms, and the others for these times. */
  const profileOfPool = (times: number[], lasts = 0.4): ProfileTables => {
    const made = profileOf(
      [
        { context: 'main pool.c:50', waits: false, times: [10, ...times.map(() => 0)] },
        { context: `${worker} > compute pool.c:7`, waits: false, times: [0, ...times] },
      ],
      times.length + 1,
    )
    return { ...made, run: { ...made.run, duration: lasts, processes: 1 } }
  }

  it('tells who works longest, where, and what even shares would bring', () => {
    const [wait, ...others] = waitsOf(profileOfPool([300, 100]))
    expect(others).toEqual([])
    expect(wait).toMatchObject({ kind: 'idle', function: 'run_tasks', amount: 0, shareOfRun: 0, imbalance: { threads: 2, busiest: 1, maxToMean: 1.5 } })
    expect(wait!.text).toBe('Thread 1 works 3.0–3.1× as long as thread 2, which has nothing to do meanwhile; the difference is in run_tasks(), pool.c:1')
    expect(wait!.gain).toBeCloseTo(100 / 400, 10)
    const text = reportText(profileOfPool([300, 100]), { view: 'findings', top: 10, width: 300 })
    expect(text).toMatch(/\n {2}Thread 1 works 3\.0–3\.1× as long .*\n {4}Share the work out more evenly among these threads.* about 25 % less time/)
    expect(text).toMatch(/CPU time: 410 ms of 3 threads · on average 1\.0 of them had work at a time/)
    expect([...htmlPage(profileOfPool([300, 100]), new Map())].join('')).toMatch(/<li>Thread 1 works 3\.0–3\.1× as long/)
  })

  const poolOf = (...drawn: Drawn[]): ProfileTables => {
    const made = profileOf(
      [{ context: 'main pool.c:50', waits: false, times: [10, ...drawn[0]!.times.slice(1).map(() => 0)] }, ...drawn],
      drawn[0]!.times.length,
    )
    return { ...made, run: { ...made.run, duration: 0.4, processes: 1 } }
  }

  it.each([
    ['a library', ' > libstdc++.so.6!std::function::operator()'],
    ['a pointer', ''],
  ])('names the task that ends last, which %s calls', (_, call) => {
    const [wait] = waitsOf(
      poolOf(
        { context: `${worker}${call} > brief pool.c:7`, waits: false, times: [0, 60, 100, 100] },
        { context: `${worker}${call} > lengthy pool.c:12`, waits: false, times: [0, 240, 0, 0] },
      ),
    )
    expect(wait!.text).toBe(
      'Thread 1 works alone at the end, in lengthy(), pool.c:1: this task is the longest one, and the other 2 threads of run_tasks() have nothing to do meanwhile',
    )
    expect(wait!.remedy).toMatch(/^Split this task, or start it before the others/)
    expect(wait!.cause).toMatchObject({ thread: 1, threads: 3, isLastTask: true, timesOthers: null, interval: [expect.any(Number), null] })
    // 300 ms instead of 500 / 3, in 400 ms.
    expect(wait!.gain).toBeCloseTo((300 - 500 / 3) / 400, 10)
  })

  it('names no task where the threads have shares of the same code', () => {
    const shares = waitsOf(profileOfPool([300, 100, 100]))[0]!
    expect([shares.text, shares.cause]).toEqual([expect.stringMatching(/works [\d.–]+× as long/), expect.not.objectContaining({ isLastTask: true })])
    // The thread is not alone while it does what no other does.
    const [early] = waitsOf(
      poolOf(
        { context: `${worker} > lengthy pool.c:7`, waits: false, times: [0, 150, 0, 0] },
        { context: `${worker} > brief pool.c:12`, waits: false, times: [0, 150, 160, 160] },
      ),
    )
    expect(early!.cause).toEqual(expect.not.objectContaining({ isLastTask: true }))
  })

  it('names the difference by code of the program, not of the library that it calls', () => {
    const [wait] = waitsOf(
      poolOf(
        { context: `${worker} > prepare pool.c:5`, waits: false, times: [0, 100, 100] },
        { context: `${worker} > libtasks.so.1!dispatch > loop pool.c:3 > compute pool.c:7`, waits: false, times: [0, 300, 60] },
      ),
    )
    expect(wait!.text).toMatch(/the difference is in compute\(\), pool\.c:1$/)
  })

  it('compares more of them with their mean', () => {
    expect(waitsOf(profileOfPool([300, 100, 100, 100]))[0]!.text).toMatch(
      /^Thread 1 works 3\.0–3\.1× as long as the mean of the other 3 threads of run_tasks\(\), which have/,
    )
  })

  it.each([
    ['the work is even', profileOfPool([200, 180])],
    ['the run takes much longer than the busiest thread', profileOfPool([300, 100], 2)],
    ['they follow one another', following(profileOfPool([300, 100]))],
  ])('says nothing where %s', (_, profile) => expect(waitsOf(profile)).toEqual([]))

  /** The last thread begins when the one before has ended. */
  function following(profile: ProfileTables): ProfileTables {
    const step = Uint32Array.from(profile.trace.step)
    step[profile.traceAxis.firsts[2]!] = 301_000
    return { ...profile, trace: { ...profile.trace, step } }
  }
})
