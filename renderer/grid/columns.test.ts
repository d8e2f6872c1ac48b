import { describe, expect, test } from 'vitest'
import type { ColumnSettings, GridColumn } from './columns.ts'
import { columnsWithoutRoom, columnWidth, fittedSettings, minimumGridWidth, noColumnSettings, pinnedOffsets, shownColumns, withColumnMoved } from './columns.ts'

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

test('a column moves past those that have no room', () => {
  expect(ids(withColumnMoved(columns, noColumnSettings, 'traps', -1, ['use']))).toEqual(['name', 'traps', 'use', 'waste'])
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

describe('in narrow tables', () => {
  // Each but the name needs 48 to 62 px for its title.
  const wide = [
    column('name', { flexible: true, fixed: true, width: 200, minimumWidth: 120 }),
    column('cost', { width: 60 }),
    column('share', { width: 60, importance: 2 }),
    column('waste', { width: 60, importance: 1 }),
    column('seen', { width: 60 }),
  ]
  const left = (width: number, settings = noColumnSettings, sortedBy: string | null = null): string[] =>
    columnsWithoutRoom(shownColumns(wide, settings), settings, sortedBy, width)
  const needed = (...without: string[]): number =>
    minimumGridWidth(
      wide.filter(({ id }) => !without.includes(id)),
      noColumnSettings,
    )

  test('columns leave one by one, the least important first, those at the right before those at the left', () => {
    expect(left(needed())).toEqual([])
    expect(left(needed() - 1)).toEqual(['seen'])
    expect(left(needed('seen') - 1)).toEqual(['seen', 'cost'])
    expect(left(needed('seen', 'cost') - 1)).toEqual(['seen', 'cost', 'waste'])
    expect(left(1)).toEqual(['seen', 'cost', 'waste', 'share'])
  })

  test('the column sorted by, and those that the person chose or pinned, stay', () => {
    expect(left(1, noColumnSettings, 'seen')).toEqual(['cost', 'waste', 'share'])
    expect(left(1, { ...noColumnSettings, shown: { cost: true }, pinned: ['waste'] })).toEqual(['seen', 'share'])
  })

  test('a width of the person makes no column leave, and a grid that is not laid out has all', () => {
    expect(left(needed(), { ...noColumnSettings, widths: { name: 900 } })).toEqual([])
    expect(left(0)).toEqual([])
  })

  test('if no more columns can be hidden, the names become narrower, unless the person gave them a width', () => {
    const few = wide.slice(0, 2)
    const enough = minimumGridWidth(few, noColumnSettings)
    expect(fittedSettings(few, noColumnSettings, enough)).toBe(noColumnSettings)
    expect(fittedSettings(few, noColumnSettings, enough - 50).widths).toEqual({ name: 150 })
    expect(fittedSettings(few, noColumnSettings, 1).widths).toEqual({ name: 120 })
    const own = { ...noColumnSettings, widths: { name: 180 } }
    expect(fittedSettings(few, own, 1)).toBe(own)
  })
})
