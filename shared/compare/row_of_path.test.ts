import { expect, test } from 'vitest'
import { FUNCTION, LINE, ROOT } from '../profile/tables.ts'
import { subtreesOf } from '../profile/tree/subtrees.ts'
import { rowOfPath } from './row_of_path.ts'

// 0 root, 1 start, 2 main, 3 line, 4 init, 5 line, 6 init, 7 wrap, 8 init
const nodes = {
  parent: Int32Array.of(-1, 0, 1, 2, 3, 2, 5, 2, 7),
  kind: Uint8Array.of(ROOT, FUNCTION, FUNCTION, LINE, FUNCTION, LINE, FUNCTION, FUNCTION, FUNCTION),
  functionIndex: Int32Array.of(-1, 0, 1, -1, 2, -1, 2, 3, 2),
}
const weights = [0, 0, 0, 0, 1, 0, 2, 0, 9]
const find = (...path: number[]): number | null => rowOfPath(nodes, subtreesOf(nodes), path, (row) => weights[row]!)

test('the nearest row with each function, past lines and frames that the path leaves out', () => {
  expect(find(1)).toBe(2)
  expect(find(0, 1, 2)).toBe(6)
  expect(find(1, 3, 2)).toBe(8)
  expect(find(3, 2)).toBe(8)
})

test('none where the tree has no such path', () => {
  expect(find(1, 4)).toBeNull()
  expect(find(2, 1)).toBeNull()
})
