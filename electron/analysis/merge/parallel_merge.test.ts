import { expect, test } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import { CONTEXT_AFTER, CONTEXT_RETURN_ADDRESS, MODULE_REGION, MODULE_SYSTEM_CALL, MODULE_THREAD_ROOT, MODULE_UNKNOWN } from '../../raw/raw_layout.ts'
import type { RawContexts, RawProcess } from '../../raw/raw_process.ts'
import { mergeContexts } from './merge_contexts.ts'

const FLAGS = [0, CONTEXT_RETURN_ADDRESS, CONTEXT_AFTER]

/** A thread's contexts, at so few places that threads share many. @param regions ids that contexts may name */
function madeUpContexts(random: SeededRandom, thread: number, regions: number): RawContexts {
  const length = random.nextBelow(60)
  const modules = [1, 2, MODULE_UNKNOWN, MODULE_SYSTEM_CALL, ...(regions > 0 ? [MODULE_REGION] : [])]
  const contexts = { length, parent: new Int32Array(length), module: new Uint32Array(length), flags: new Uint32Array(length), offset: new Float64Array(length) }
  for (let row = 0; row < length; row++) {
    contexts.parent[row] = row === 0 ? -1 : random.nextBelow(row)
    contexts.module[row] = row === 0 ? MODULE_THREAD_ROOT : modules[random.nextBelow(modules.length)]!
    contexts.flags[row] = FLAGS[random.nextBelow(FLAGS.length)]!
    contexts.offset[row] = row === 0 ? thread : contexts.module[row] === MODULE_REGION ? 1 + random.nextBelow(regions) : random.nextBelow(4)
  }
  return contexts
}

/** @param missing regions whose names were lost */
function madeUpProcesses(random: SeededRandom, missing: number): RawProcess[] {
  return Array.from({ length: 1 + random.nextBelow(4) }, (_, process) => {
    const regions = random.nextBelow(3)
    return {
      header: { tools: [0] },
      modules: new Map([1, 2].map((index) => [index, { index, path: `/lib/${(index * (process + 1)) % 3}.so`, buildId: '' }])),
      regions: new Map(Array.from({ length: regions }, (_, region) => [region + 1, `region ${(region + process) % 3}`])),
      threads: new Map(),
      writers: Array.from({ length: random.nextBelow(9) }, (_, thread) => ({
        contexts: madeUpContexts(random, thread, regions + missing),
        exact: null,
        values: null,
      })),
    } as unknown as RawProcess
  })
}

test.each([
  ['', 0],
  [' with regions whose names were lost', 2],
])('threads side by side make what one makes of all writers in order%s', async (_, missing) => {
  const random = new SeededRandom(17 + missing)
  for (let round = 0; round < 2; round++) {
    const processes = madeUpProcesses(random, missing)
    const expected = await mergeContexts(processes, 1)
    for (const threads of [2, 5]) expect(await mergeContexts(processes, threads)).toEqual(expected)
  }
})
