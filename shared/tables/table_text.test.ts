import { describe, expect, it } from 'vitest'
import { visible } from '../names/visible.ts'
import { csvText, markdownText, rowsOfCsv } from './table_text.ts'

const rows = [
  ['name', 'bytes'],
  ['operator<, (int)', -5],
  ['say "no"\nmore', null],
  ['=HYPERLINK("http://a")', 1],
  ['-x', 2],
  ['@cmd', 3],
  ['+1', 4],
  ['\tq', 5],
] as const

describe('a table as CSV', () => {
  it('quotes what would end a cell, and gives spreadsheets no formulas', () => {
    expect(csvText(rows).split('\r\n')).toEqual([
      'name,bytes',
      '"operator<, (int)",-5',
      String.raw`"say ""no""\nmore",`,
      `"'=HYPERLINK(""http://a"")",1`,
      "'-x,2",
      "'@cmd,3",
      "'+1,4",
      String.raw`\tq,5`,
      '',
    ])
  })

  it('is read back as it was, but for control characters', () => {
    expect(rowsOfCsv(csvText(rows))).toEqual(rows.map((row) => row.map((cell) => visible(String(cell ?? '')))))
  })
})

it('a Markdown table stays one table for any text in its cells', () => {
  expect(
    markdownText([
      ['a|b', 'n'],
      ['vector<int>', 1],
      ['two\nlines', null],
    ]),
  ).toBe('| a\\|b | n |\n| --- | --- |\n| vector\\<int> | 1 |\n| two lines |  |\n')
  expect(markdownText([['a'], ...Array.from({ length: 203 }, (_, i) => [i])])).toContain('… 3 more rows')
})
