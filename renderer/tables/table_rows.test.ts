import { expect, test } from 'vitest'
import { TableRows } from './table_rows.ts'

interface Row {
  name: string
  rank: number | null
}
const rows: Row[] = [
  { name: 'worker 10', rank: 1 },
  { name: 'worker 9', rank: null },
  { name: 'main', rank: 3 },
]
const table = (column: keyof Row, descending: boolean): TableRows<Row> => new TableRows(rows, { column, descending }, (row, id) => row[id as keyof Row])
const names = (table: TableRows<Row>): string[] => table.rows(0, 10).map((row) => row.name)

test('numbers in names sort as numbers', () => {
  expect(names(table('name', false))).toEqual(['main', 'worker 9', 'worker 10'])
  expect(names(table('name', true))).toEqual(['worker 10', 'worker 9', 'main'])
})

test('unknown values come last in either direction', () => {
  expect(names(table('rank', true))).toEqual(['main', 'worker 10', 'worker 9'])
  expect(names(table('rank', false))).toEqual(['worker 10', 'main', 'worker 9'])
})

test('rows are found where they are drawn, and the given ones stay as they were', () => {
  expect(table('name', false).indexWhere((row) => row.rank === 3)).toBe(0)
  expect(table('name', false).indexWhere((row) => row.name === 'nobody')).toBeNull()
  expect(rows.map((row) => row.name)).toEqual(['worker 10', 'worker 9', 'main'])
})
