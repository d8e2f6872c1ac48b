import { expect, test } from 'vitest'
import { withColumns } from './with_columns.ts'

test('some columns are replaced, and the others are not read for it', () => {
  let reads = 0
  const table = {
    length: 2,
    tool: Uint8Array.of(0, 1),
    get amount() {
      return Float64Array.of(++reads, 7)
    },
  }
  const changed = withColumns(table, { tool: Uint8Array.of(2, 2) })
  expect(reads).toBe(0)
  expect([changed.length, [...changed.tool], changed.amount[1], reads]).toEqual([2, [2, 2], 7, 1])
  expect([...table.tool]).toEqual([0, 1])
})
