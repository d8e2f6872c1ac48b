import { expect, it } from 'vitest'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import { FUNCTION, INSTRUCTION, LINE, type NodeTable } from '../../../shared/profile/tables.ts'
import { subtreesOf } from '../../../shared/profile/tree/subtrees.ts'
import { TreeBuilder } from '../../analysis/tree_builder.ts'
import { cutNodes } from './cut_profile.ts'
import { cutTree } from './cut_tree.ts'
import { summedRows } from './summed_rows.ts'

const CUT = 0

/** Few functions and lines, so that much is equal below the omitted rows, which function CUT represents. */
function randomTree(seed: number): NodeTable {
  const random = new SeededRandom(seed)
  const builder = new TreeBuilder()
  const functions = [TreeBuilder.root]
  for (let i = 0; i < 300; i++) {
    const above = functions[random.nextBelow(functions.length)]!
    const line = random.nextBelow(2) === 0 ? -1 : random.nextBelow(2)
    const called = { kind: FUNCTION, functionIndex: random.nextBelow(4), file: 0, line, address: random.nextBelow(2) }
    if (random.nextBelow(3) > 0) {
      functions.push(builder.node(above, called))
    } else {
      const place = builder.node(above, { kind: LINE, functionIndex: 1, file: 0, line: random.nextBelow(3), address: -1 })
      builder.instruction(place, 1, random.nextBelow(3), random.nextBelow(2))
    }
  }
  return builder.finish().nodes
}

/** Returns the identity of each row, below the root or the last omitted row. */
function paths(nodes: NodeTable, isLeftOut: (row: number) => boolean): string[] {
  const { parent, kind, functionIndex, file, line, address, instruction } = nodes
  const found: string[] = []
  for (let row = 0; row < nodes.length; row++) {
    const own =
      kind[row] === INSTRUCTION ? `i${instruction[row]}` : `${kind[row]}/${functionIndex[row]}/${file[row]}/${line[row]! < 0 ? `@${address[row]}` : line[row]}`
    found.push(row === 0 || isLeftOut(row) ? '' : `${found[parent[row]!]} ${own}`)
  }
  return found
}

it.each(Array.from({ length: 50 }, (_, seed) => seed + 1))('puts what is equal at the root together, whatever stood above it: seed %d', (seed) => {
  const nodes = randomTree(seed)
  const { end } = subtreesOf(nodes)
  const isLeftOut = (row: number): boolean => nodes.kind[row] === FUNCTION && nodes.functionIndex[row] === CUT
  const leftOut = Array.from({ length: nodes.length }, (_, row) => row).filter(isLeftOut)
  const tree = cutTree(nodes, end, Int32Array.from(leftOut))
  const { rowOf } = tree
  const cut = cutNodes(nodes, tree)

  // In depth-first order, or this throws.
  subtreesOf(cut)
  const whole = paths(nodes, isLeftOut)
  const own = paths(cut, () => false)
  expect(new Set(own).size).toBe(cut.length)
  expect(new Set(own)).toEqual(new Set(whole))
  expect(Array.from(rowOf, (row) => own[row])).toEqual(whole)
})

it('adds up what was counted in rows that are one now, by tool', () => {
  const table = {
    length: 5,
    node: Int32Array.of(1, 2, 3, 3, 4),
    tool: Uint8Array.of(1, 0, 1, 0, 1),
    waits: Uint8Array.of(1, 0, 1, 0, 1),
    amount: Float64Array.of(1, 10, 100, 1000, 10000),
  }
  // Rows 1 and 3 are one.
  expect(summedRows(table, { length: 4, rowOf: Int32Array.of(0, 2, 1, 2, 3) })).toEqual({
    length: 4,
    node: Int32Array.of(1, 2, 2, 3),
    tool: Uint8Array.of(0, 0, 1, 1),
    waits: Uint8Array.of(0, 0, 1, 1),
    amount: Float64Array.of(10, 1000, 101, 10000),
  })
})
