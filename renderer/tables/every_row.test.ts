import { expect, test } from 'vitest'
import { everyRow } from './every_row.ts'

test.each([0, 1, 2000, 4001])('%i rows are read by windows, each once', async (rowCount) => {
  const all = Array.from({ length: rowCount }, (_, index) => index)
  const asked: number[] = []
  expect(
    await everyRow(async (start, count) => {
      asked.push(start)
      return { rowCount, rows: all.slice(start, start + count) }
    }),
  ).toEqual(all)
  expect(asked).toEqual(Array.from({ length: Math.max(1, Math.ceil(rowCount / 2000)) }, (_, index) => index * 2000))
})

test('a host that gives fewer rows than it counted ends it', async () => {
  expect(await everyRow(async (start) => ({ rowCount: 3, rows: start === 0 ? ['a'] : [] }))).toEqual(['a'])
})
