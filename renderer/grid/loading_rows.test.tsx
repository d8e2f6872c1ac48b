import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { prepareDom } from '../testing/dom.ts'
import { noColumnSettings, type GridColumn } from './columns.ts'
import { RowPager } from './row_pager.ts'
import { RowGrid } from './RowGrid.tsx'

afterEach(cleanup)

const columns: Array<GridColumn<string>> = [
  {
    id: 'name',
    title: 'name',
    description: '',
    width: 100,
    minimumWidth: 50,
    alignment: 'start',
    flexible: true,
    fixed: true,
    sortable: false,
    descendingFirst: false,
    render: (row) => row,
  },
]

test('rows say that they are loaded until they are there, also when their number is known first', async () => {
  prepareDom()
  let answer: (rows: string[]) => void = () => {}
  const pager = new RowPager<string>(() => new Promise((done) => (answer = (rows) => done({ version: 1, rowCount: rows.length, rows }))))
  render(
    <RowGrid<string>
      label="Rows"
      source={pager}
      columns={columns}
      settings={noColumnSettings}
      onResize={() => {}}
      sort={null}
      onSort={() => {}}
      rowHeight={22}
      selectedIndex={null}
      onSelect={() => {}}
      onActivate={() => {}}
      rowKey={(row) => row}
      empty="There are none."
    />,
  )
  const texts = (): string => screen.getByRole('grid').textContent ?? ''
  expect(texts()).toContain('Loading rows…')
  act(() => pager.reset(1, 2))
  expect(texts()).toContain('Loading rows…')
  await act(async () => answer(['first', 'second']))
  expect(texts()).toContain('first')
  expect(texts()).not.toContain('Loading rows…')
  // A filter lets none through, and is taken away again.
  act(() => pager.reset(2, 0))
  expect(texts()).toContain('There are none.')
  act(() => pager.reset(3, 2))
  expect(texts()).not.toContain('There are none.')
  expect(texts()).toContain('Loading rows…')
})

test('a row that is clicked is the one that is drawn, also when the table has others by now', async () => {
  prepareDom()
  let answer: (rows: string[]) => void = () => {}
  const pager = new RowPager<string>(() => new Promise((done) => (answer = (rows) => done({ version: 1, rowCount: rows.length, rows }))))
  const told: string[] = []
  const tell = (how: string) => (index: number, row?: string) => void told.push(`${how} ${index} ${row}`)
  render(
    <RowGrid<string>
      label="Rows"
      source={pager}
      columns={columns}
      settings={noColumnSettings}
      onResize={() => {}}
      sort={null}
      onSort={() => {}}
      rowHeight={22}
      selectedIndex={null}
      onSelect={tell('select')}
      onActivate={tell('activate')}
      onContextMenu={tell('menu')}
      rowKey={(row) => row}
      empty="There are none."
    />,
  )
  act(() => pager.reset(1, 2))
  await act(async () => answer(['first', 'second']))
  act(() => pager.reset(2, 2))
  const row = screen.getByRole('row', { name: 'second' })
  fireEvent.click(row)
  fireEvent.doubleClick(row)
  fireEvent.contextMenu(row)
  expect(told).toEqual(['select 1 second', 'activate 1 second', 'menu 1 second'])
})
