import { expect, test } from 'vitest'
import { recursionBelow, FEWEST_RECURSIVE } from './recursion.ts'
import { FUNCTION, LINE, LOOP, ROOT } from './tables.ts'

/** Rows with their parents, kinds and functions. */
function treeOf(rows: Array<[parent: number, kind: number, functionIndex: number]>): {
  nodes: { kind: Uint8Array; functionIndex: Int32Array }
  childrenOf: (row: number) => Int32Array
} {
  return {
    nodes: { kind: Uint8Array.from(rows, ([, kind]) => kind), functionIndex: Int32Array.from(rows, ([, , index]) => index) },
    childrenOf: (row) => Int32Array.from(rows.flatMap(([parent], child) => (parent === row ? [child] : []))),
  }
}

test('frames of a function that calls itself are one row, but for the first and the last', () => {
  const rows: Array<[number, number, number]> = [
    [-1, ROOT, -1],
    [0, FUNCTION, 0],
  ]
  for (let frame = 0; frame < 500; frame++) {
    rows.push([frame === 0 ? 1 : rows.length - 2, FUNCTION, 0])
    rows.push([rows.length - 1, LINE, -1])
  }
  const { nodes, childrenOf } = treeOf(rows)
  const found = recursionBelow(nodes as never, 1, childrenOf)
  expect(found).toMatchObject({ frames: 499, last: rows.length - 2 })
  expect(found?.hidden).toHaveLength(499)
  expect(recursionBelow(nodes as never, 0, childrenOf)).toBeNull()
})

test('functions that call each other, and through loops, recur too; few frames stay', () => {
  const mutual = (times: number): Array<[number, number, number]> => {
    const rows: Array<[number, number, number]> = [
      [-1, ROOT, -1],
      [0, FUNCTION, 0],
    ]
    for (let frame = 0; frame < times; frame++) rows.push([rows.length - 1, FUNCTION, 1], [rows.length, LOOP, 1], [rows.length + 1, FUNCTION, 0])
    return rows
  }
  const many = treeOf(mutual(20))
  expect(recursionBelow(many.nodes as never, 1, many.childrenOf)).toMatchObject({ frames: 39, last: 61 })
  const few = treeOf(mutual(FEWEST_RECURSIVE / 2))
  expect(recursionBelow(few.nodes as never, 1, few.childrenOf)).toBeNull()
})

test('a function that calls itself from two places is no chain', () => {
  const rows: Array<[number, number, number]> = [
    [-1, ROOT, -1],
    [0, FUNCTION, 0],
  ]
  for (let frame = 1, at = 1; frame < 40; frame++, at = rows.length - 1) rows.push([at, FUNCTION, 0], [at, FUNCTION, 0])
  const { nodes, childrenOf } = treeOf(rows)
  expect(recursionBelow(nodes as never, 1, childrenOf)).toBeNull()
})
