import { expect, test } from 'vitest'
import { RELATIONS, TOOLS } from '../profile/profile.ts'
import { subtreesOf } from '../profile/tree/subtrees.ts'
import { FUNCTION, INLINED, INSTRUCTION, LINE, LOOP, ROOT } from '../profile/tables.ts'
import { nodeMetrics } from './node_metrics.testing.ts'
import { SparseNodeSums, type NodeMetricName } from './node_sums.ts'
import { SeededRandom } from './statistics/random.ts'
import { ownSums } from './tool_sums.ts'

const NAMES: readonly NodeMetricName[] = ['wasteInclusive', 'useInclusive', 'wasteExclusive', 'useExclusive', 'traps']
const KINDS = [FUNCTION, INLINED, LOOP, LINE, INSTRUCTION]

/** Trees of any shape, more than a real one has; only rows of which nothing is known have no pair. */
function madeUp(random: SeededRandom): Parameters<typeof nodeMetrics>[0] {
  const length = 1 + random.nextBelow(300)
  const parent = new Int32Array(length).fill(-1)
  for (let row = 1, above = 0; row < length; row++) {
    while (above > 0 && random.nextUnit() < 0.5) above = parent[above]!
    parent[row] = above
    above = row
  }
  const kind = Uint8Array.from({ length }, (_, row) => (row === 0 ? ROOT : KINDS[random.nextBelow(KINDS.length)]!))
  const rows = random.nextBelow(200)
  const numbers = (below: number): number[] => Array.from({ length: rows }, () => random.nextBelow(below))
  return {
    run: { engine: random.nextUnit() < 0.5 ? 'exhaustive' : 'software' },
    nodes: { length, parent, kind },
    pairs: {
      length: rows,
      source: Int32Array.from(numbers(length)),
      tool: Uint8Array.from(numbers(2)),
      relation: Uint8Array.from(numbers(RELATIONS.length)),
      amount: Float64Array.from(numbers(100)),
      traps: Float64Array.from(numbers(9)),
    },
    contextTotals: {
      length: rows,
      node: Int32Array.from(numbers(length)),
      tool: Uint8Array.from(numbers(2)),
      use: Float64Array.from(numbers(100)),
      instances: Float64Array.from(numbers(20)),
    },
  } as unknown as Parameters<typeof nodeMetrics>[0]
}

test('every row has what the columns of all rows have', () => {
  const random = new SeededRandom(11)
  for (let round = 0; round < 100; round++) {
    const profile = madeUp(random)
    for (const tool of [TOOLS[0]!, TOOLS[1]!]) {
      const columns = nodeMetrics(profile, tool)
      const sums = new SparseNodeSums(profile.nodes, ownSums(profile, tool), subtreesOf(profile.nodes))
      for (const name of NAMES) {
        expect(Array.from({ length: profile.nodes.length }, (_, node) => sums.value(node, name))).toEqual([...columns[name]])
        expect(sums.column(name)).toEqual(columns[name])
      }
    }
  }
})
