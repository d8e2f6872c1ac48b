import { expect, test } from 'vitest'
import { RowPager } from './row_pager.ts'
import { selectRow } from './select_row.ts'

/** A table of numbers, the first of which is in memory. */
async function prepare() {
  const table = {
    pager: new RowPager<{ number: number }>(async (start, count) => ({
      version: 1,
      rowCount: 1000,
      rows: Array.from({ length: count }, (_, offset) => ({ number: start + offset })),
    })),
    selectedIndex: null as number | null,
  }
  table.pager.reset(1, 1000)
  await table.pager.begin()
  const told: number[] = []
  const select = (index: number, drawn?: { number: number }) =>
    selectRow(table, {
      index,
      drawn,
      onRow: ({ number }) => void told.push(number),
      onFailure: (error) => {
        throw error
      },
    })
  return { table, told, select }
}

test('a row is marked at once and reported when it has arrived, unless another one is chosen meanwhile', async () => {
  const { table, told, select } = await prepare()
  const far = select(900)
  expect([table.selectedIndex, told]).toEqual([900, []])
  await far
  expect(told).toEqual([900])
  await Promise.all([select(800), select(3)])
  expect([table.selectedIndex, told]).toEqual([3, [900, 3]])
})

test('a clicked row is marked if the table still has it, and reported in any case', async () => {
  const { table, told, select } = await prepare()
  const drawn = table.pager.rows(7, 1)![0]!
  await select(7, drawn)
  expect([table.selectedIndex, told]).toEqual([7, [7]])
  table.pager.reset(2, 1000)
  await select(7, drawn)
  expect([table.selectedIndex, told]).toEqual([null, [7, 7]])
})
