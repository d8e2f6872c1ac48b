/** The functions of threads over time, of a program that prints when it changes from one function to the next. */
import { expect, test } from 'vitest'
import { openProfile } from '../../../electron/profile/open_profile.ts'
import { pathTo } from '../../../shared/profile/tree/call_tree.ts'
import { traceTimes } from '../../../shared/profile/trace.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { recorded } from '../recorded.ts'

const path = temporaryDirectory()

test('each thread of a trace is in its first function first and in its second one later', async () => {
  const { result, report } = await recorded(path('phases.hagstone'), [], [sampleProgram('phases')])
  const printed = result.stdout.trim().split('\n').map(Number)
  const { profile, close } = openProfile(path('phases.hagstone'))
  const { nodes, functions, trace, traceAxis, threads } = profile
  const times = traceTimes(profile)
  const phaseOf = (node: number): string =>
    pathTo((row) => nodes.parent[row]!, node)
      .map((row) => functions[nodes.functionIndex[row]!]?.name)
      .find((name) => name === 'first' || name === 'second') ?? ''
  const workers = threads.flatMap((_, thread) => {
    const [from, to] = [traceAxis.firsts[thread]!, traceAxis.firsts[thread + 1]!]
    const found = Array.from({ length: to - from }, (_, i) => ({
      time: (times[from + i]! * traceAxis.unit) / 1000,
      phase: phaseOf(trace.node[from + i]!),
      cpuTime: trace.cpuTime[from + i]!,
    }))
    return found.some(({ phase }) => phase !== '') ? [found.filter(({ phase }) => phase !== '')] : []
  })
  expect(workers).toHaveLength(3)
  // Moments of the program since the first process's recording began: the earliest possible start that fits them all.
  const began = Math.max(...workers.map((found, thread) => printed[4 * thread]! - found[0]!.time))
  for (const [thread, found] of workers.entries()) {
    const [, firstEnds, secondBegins] = printed.slice(4 * thread, 4 * thread + 4) as [number, number, number]
    const [early, late] = [found.filter(({ phase }) => phase === 'first'), found.filter(({ phase }) => phase === 'second')]
    expect(early.length).toBeGreaterThan(10)
    expect(late.length).toBeGreaterThan(10)
    expect(found).toEqual([...early, ...late])
    // Nothing while it slept.
    expect(late[0]!.time - early.at(-1)!.time).toBeGreaterThan(secondBegins - firstEnds - 1)
    expect(early[0]!.time + began).toBeLessThanOrEqual(firstEnds + 1)
  }
  // One by one and summed by place it is the same CPU time.
  const traced = trace.cpuTime.reduce((sum, time) => sum + time, 0)
  expect(Math.abs(traced * 1000 - report.cpuTime!.time)).toBeLessThan(1000 * (threads.length + 1))
  close()
})
