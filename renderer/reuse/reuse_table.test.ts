import { expect, test } from 'vitest'
import type { ReuseReport } from '../../shared/report.ts'
import { csvText } from '../../shared/tables/table_text.ts'
import { fakeReuse, fakeReuseInBytes } from '../testing/fake_profile.ts'
import { reuseTable } from './reuse_table.ts'

const lines = (report: ReuseReport): string[] => csvText(reuseTable(report)).trimEnd().split('\r\n')

test('the open bin and the percentile beyond it have no end', () => {
  const table = lines(fakeReuse)
  expect(table.slice(0, 3)).toEqual(['table,unit,from,to,share,object', 'time distance,ns,0,4096,0.36,', 'time distance,ns,4096,8192,0.02,'])
  expect(table).toContain('time distance,ns,1073741824,,0,')
  expect(table.at(-1)).toBe('time distance percentile,ns,,,0.95,')
})

test('stack distances and the miss ratio follow where accesses are known', () => {
  const tables = lines(fakeReuseInBytes).map((line) => line.split(',')[0])
  expect([...new Set(tables)]).toEqual(['table', 'time distance', 'time distance percentile', 'stack distance', 'stack distance percentile', 'miss ratio'])
})
