/** Counted accesses by thread. */
import { expect, it } from 'vitest'
import { CONTEXT_REGION_CALL, MODULE_THREAD_ROOT } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import { mergeContexts } from './merge_contexts.ts'

/** Two threads, of which one calls a function. */
function processOf(library: string, flags: number): RawProcess {
  const contexts = (called: number[]): object => ({
    length: 1 + called.length,
    parent: Int32Array.of(-1, ...called.map(() => 0)),
    module: Uint32Array.of(MODULE_THREAD_ROOT, ...called.map(() => 1)),
    flags: Uint32Array.of(0, ...called.map(() => flags)),
    offset: Float64Array.of(1, ...called),
  })
  const writers = [[0x20], []].map((called) => ({ contexts: contexts(called), exact: null, values: null }))
  const threads = new Map([1, 2].map((thread) => [thread, {}]))
  return {
    header: { tools: [0] },
    modules: new Map([[1, { index: 1, path: library, buildId: '' }]]),
    regions: new Map(),
    threads,
    writers,
  } as unknown as RawProcess
}

it.each([
  ['of a program without parallel regions', '/lib/libz.so.1', 0, false],
  ['of one with a runtime that runs regions', '/lib/libgomp.so.1', 0, true],
  ['of one whose runtime is linked in', '/opt/solver', CONTEXT_REGION_CALL, true],
])('instructions %s', async (_, library, flags, isCounted) => {
  const { accesses } = await mergeContexts([processOf(library, flags)], 1)
  expect(accesses.byThread).not.toBeNull()
  expect(accesses.executedByThread !== null).toBe(isCounted)
})

it('instructions of ranks, whose work is compared', async () => {
  const ofRank = (rank: number): RawProcess => {
    const process = processOf('/lib/libz.so.1', 0)
    return { ...process, header: { ...process.header, rank } }
  }
  const { accesses } = await mergeContexts([ofRank(0), ofRank(1)], 1)
  expect(accesses.executedByThread).not.toBeNull()
})
