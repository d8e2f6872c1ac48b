import { expect, test, vi } from 'vitest'
import { TableRows } from './table_rows.ts'

interface Row { name: string; rank: number | null }
const rows: Row[] = [{ name: 'worker 10', rank: 1 }, { name: 'worker 9', rank: null }, { name: 'main', rank: 3 }]
const table = (column: keyof Row, descending: boolean): TableRows<Row> => new TableRows(rows, { column, descending }, (row, id) => row[id as keyof Row])
const names = (table: TableRows<Row>): string[] => table.rows(0, 10).map((row) => row.name)

test('numbers in names sort as numbers', () => {
  expect(names(table('name', false))).toEqual(['main', 'worker 9', 'worker 10'])
  expect(names(table('name', true))).toEqual(['worker 10', 'worker 9', 'main'])
})

test('what is not known comes last in either direction', () => {
  expect(names(table('rank', true))).toEqual(['main', 'worker 10', 'worker 9'])
  expect(names(table('rank', false))).toEqual(['worker 10', 'main', 'worker 9'])
})

test('a new order tells its subscribers and leaves the given rows alone', () => {
  const sorted = table('name', false)
  const told = vi.fn()
  sorted.subscribe(told)
  const before = sorted.snapshot()
  sorted.sortBy({ column: 'rank', descending: true })
  expect(told).toHaveBeenCalledOnce()
  expect(sorted.snapshot()).not.toBe(before)
  expect(sorted.indexOf(rows[2] as Row)).toBe(0)
  expect(rows.map((row) => row.name)).toEqual(['worker 10', 'worker 9', 'main'])
})
