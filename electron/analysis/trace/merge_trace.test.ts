/** From the traces of a recording's writers to the profile's trace. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FUNCTION, INLINED } from '../../../shared/profile/tables.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { traceTimes } from '../../../shared/profile/trace.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeInMemory } from '../analyze_recording.ts'
import { mergeContexts } from '../merge/merge_contexts.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { DESCRIPTION, PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from '../recording.testing.ts'
import { mergeTrace } from './merge_trace.ts'

const SECOND = 1_000_000_000

/** Two threads that share a writer one after the other, and one of its own: init, then fill; fill; init. */
function solver(start: number): RawFileBuilder {
  const file = new RawFileBuilder({ start_time: BigInt(start) }).module(1, PROGRAM).thread(1, 'first').thread(2, 'second').thread(3, 'third')
  const contexts = (writer: number, thread: number): { init: number; fill: number } => {
    const root = file.threadRoot(writer, thread)
    return {
      init: file.context(writer, file.context(writer, root, 1, 0x110, CONTEXT_RETURN_ADDRESS), 1, 0x200),
      fill: file.context(writer, file.context(writer, root, 1, 0x120, CONTEXT_RETURN_ADDRESS), 1, 0x300),
    }
  }
  const [first, second, third] = [contexts(1, 1), contexts(2, 2), contexts(1, 3)]
  const interrupted = { 1: [first.init, first.fill, third.init], 2: [second.fill] }
  for (const [writer, found] of Object.entries(interrupted)) for (const context of found) file.interrupted(Number(writer), context, 1)
  return file
    .trace(1, start + SECOND, [
      [first.init, 0, 900],
      [first.init, 1000, 1000],
      [first.fill, 2000, 1000],
    ])
    .trace(1, start + 2 * SECOND, [
      [first.fill, 500, 700],
      [third.init, 4000, 100],
    ])
    .trace(2, start, [[second.fill, 3000, 3000]])
}

function samples({ trace, traceAxis, threads, nodes, functions, ...rest }: ProfileTables): string[] {
  const times = traceTimes({ traceAxis, trace })
  return threads.flatMap(({ process, name }, thread) =>
    Array.from({ length: traceAxis.firsts[thread + 1]! - traceAxis.firsts[thread]! }, (_, i) => {
      const row = traceAxis.firsts[thread]! + i
      let frame = trace.node[row]!
      while (nodes.kind[frame] !== FUNCTION && nodes.kind[frame] !== INLINED) frame = nodes.parent[frame]!
      return `${rest.run.ranks.length > 0 ? process : ''}${name} ${times[row]! / 1e6} ${functions[nodes.functionIndex[frame]!]!.name} ${trace.cpuTime[row]}`
    }),
  )
}

const WHOLE = ['first 1 set 900', 'first 1.001 set 1000', 'first 1.002 fill 1000', 'first 2.0005 fill 700', 'second 0.003 fill 3000', 'third 2.004 set 100']

async function analyse(directory: string): Promise<ProfileTables> {
  return (await analyzeInMemory(readRecordingDirectory(directory), { symbols: SOLVER_SYMBOLS })).profile
}

it("has each thread's samples in order of time, also where threads shared a writer, and survives a file", async () => {
  const profile = await analyse(recordingDirectory({ 'process-100-1.hagraw': solver(5 * SECOND) }, DESCRIPTION))
  expect(samples(profile)).toEqual(WHOLE)
  const path = join(temporaryDirectory(), 'traced.hagstone')
  writeProfile(path, profile, [])
  const { profile: read, close } = openProfile(path)
  expect(samples(read)).toEqual(WHOLE)
  close()
})

it('measures the time of all processes from the start of the first one', async () => {
  const profile = await analyse(recordingDirectory({ 'process-100-1.hagraw': solver(5 * SECOND), 'process-101-2.hagraw': solver(7 * SECOND) }, DESCRIPTION))
  expect(samples(profile)).toEqual([
    ...WHOLE,
    'first 3 set 900',
    'first 3.001 set 1000',
    'first 3.002 fill 1000',
    'first 4.0005 fill 700',
    'second 2.003 fill 3000',
    'third 4.004 set 100',
  ])
})

it("joins samples if there are too many, and loses only the CPU time at a thread's end", async () => {
  const { processes, starts } = readRecordingDirectory(recordingDirectory({ 'process-100-1.hagraw': solver(5 * SECOND) }, DESCRIPTION))
  const merged = await mergeContexts(processes)
  const sources = {
    processes,
    merged,
    starts,
    duration: 3 * SECOND,
    instructionNode: Int32Array.from({ length: merged.contexts.length }, (_, row) => row),
    threadRows: [
      new Map([
        [1, 0],
        [2, 1],
        [3, 2],
      ]),
    ],
    threads: 3,
  }
  const { trace, traceAxis } = mergeTrace(sources, 3)
  // At most three of six samples are wanted: the second and fourth of the first thread.
  expect(traceAxis).toEqual({ unit: 1000, end: 3 * SECOND, firsts: [0, 2, 2, 2], stride: 2 })
  expect([...traceTimes({ trace, traceAxis })]).toEqual([1_001_000, 2_000_500])
  expect([...trace.cpuTime]).toEqual([1900, 1700])
})

it('is empty without interrupts', async () => {
  const { trace, traceAxis } = await analyse(
    recordingDirectory({ 'process-100-1.hagraw': new RawFileBuilder().module(1, PROGRAM).thread(1, 'solver') }, DESCRIPTION),
  )
  expect([trace.length, traceAxis.end, traceAxis.firsts]).toEqual([0, 0, []])
})
