import { expect, test } from 'vitest'
import type { ColumnSettings, GridColumn } from './columns.ts'
import { columnWidth, noColumnSettings, pinnedOffsets, shownColumns, withColumnMoved } from './columns.ts'

const column = (id: string, rest: Partial<GridColumn<null>> = {}): GridColumn<null> => ({
  id,
  title: id,
  description: id,
  width: 50,
  minimumWidth: 40,
  alignment: 'end',
  sortable: true,
  descendingFirst: true,
  render: () => null,
  ...rest,
})
const columns = [
  column('name', { flexible: true, fixed: true, width: 200 }),
  column('waste'),
  column('use'),
  column('hidden', { hiddenAtFirst: true }),
  column('traps'),
]
const ids = (settings: ColumnSettings, of = columns): string[] => shownColumns(of, settings).map(({ id }) => id)

test('columns move among those that are shown, never before what names the row', () => {
  const moved = withColumnMoved(columns, noColumnSettings, 'traps', -1)
  expect(ids(moved)).toEqual(['name', 'waste', 'traps', 'use'])
  expect(ids(withColumnMoved(columns, moved, 'traps', 1))).toEqual(['name', 'waste', 'use', 'traps'])
  expect(withColumnMoved(columns, noColumnSettings, 'waste', -1)).toBe(noColumnSettings)
  expect(ids({ ...moved, shown: { hidden: true } })).toContain('hidden')
})

test('pinned columns follow the name and keep their distance from the left', () => {
  const pinned: ColumnSettings = { ...noColumnSettings, widths: { name: 120 }, pinned: ['traps', 'use'] }
  expect(ids(pinned)).toEqual(['name', 'use', 'traps', 'waste'])
  expect([...pinnedOffsets(shownColumns(columns, pinned), pinned)]).toEqual([
    ['name', 0],
    ['use', 120],
    ['traps', 170],
  ])
})

test('columns added after the order was saved are last', () => {
  const moved = withColumnMoved(columns, noColumnSettings, 'traps', -1)
  expect(ids(moved, [...columns.slice(0, 1), column('new'), ...columns.slice(1)]).at(-1)).toBe('new')
})

test('titles have room beside the mark of the sorting, until the person says otherwise', () => {
  const share = column('share', { title: '% of all' })
  expect(columnWidth(share, noColumnSettings)).toBe(83)
  expect(columnWidth(share, { ...noColumnSettings, widths: { share: 45 } })).toBe(45)
})
