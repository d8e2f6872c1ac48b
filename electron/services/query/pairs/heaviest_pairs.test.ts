import { expect, test } from 'vitest'
import { largestPairs } from '../../../../shared/metrics/tool_sums.ts'
import { RELATIONS, TOOLS } from '../../../../shared/profile/profile.ts'
import { HeaviestPairs } from './heaviest_pairs.ts'

const killed = RELATIONS.indexOf('KILLED_BY')
const redundant = RELATIONS.indexOf('REDUNDANT_WITH')
const used = RELATIONS.indexOf('USED_BY')

/*  0 root ── 1 main ─┬─ 2 zero (pairs 0 and 1)
 *                    └─ 3 fill (pair 2; pair 3 is of use, pair 4 of another tool)   */
const end = Int32Array.of(4, 4, 3, 4)
const pairs = {
  length: 5,
  source: Int32Array.of(2, 2, 3, 3, 3),
  tool: Uint8Array.of(0, 0, 0, 0, 1),
  relation: Uint8Array.of(killed, killed, killed, used, redundant),
  amount: Float64Array.of(5, 9, 7, 100, 50),
}

const pairsOfTool = (tool: number): HeaviestPairs => new HeaviestPairs(pairs, largestPairs(pairs, TOOLS[tool]!, end.length), { endOf: (row) => end[row]! })
const heaviest = (tool: number): number[] => [0, 1, 2, 3].map((node) => pairsOfTool(tool).below(node))

test('a row represents the most wasteful pair below it, never a useful one', () => {
  expect(heaviest(0)).toEqual([1, 1, 1, 2])
})

test('every tool has its own', () => {
  expect(heaviest(1)).toEqual([4, 4, -1, 4])
})

test('a whole run represents its heaviest pair, or the first of equal ones', () => {
  const ofAll = [0, 1].map((tool) => pairsOfTool(tool).ofAll())
  expect(ofAll).toEqual([1, 4])
  const equal = { ...pairs, amount: Float64Array.of(5, 7, 7, 7, 0) }
  const sources = { ...equal, source: Int32Array.of(2, 3, 2, 3, 3) }
  expect(new HeaviestPairs(sources, largestPairs(sources, TOOLS[0]!, end.length), { endOf: (row) => end[row]! }).ofAll()).toBe(1)
  expect(pairsOfTool(2).ofAll()).toBeNull()
})

test('of several nodes the best counts; nodes without pairs have none', () => {
  expect(pairsOfTool(0).belowAny([3, 2])).toBe(1)
  expect(pairsOfTool(1).belowAny([2])).toBeNull()
})
