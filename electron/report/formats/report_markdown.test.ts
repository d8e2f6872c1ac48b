import { expect, it } from 'vitest'
import { csv } from './report_csv.ts'
import { markdownTable } from './report_markdown.ts'

it("is the table of the CSV, with Markdown's special characters escaped", () => {
  const table = csv(
    ['name', 'waste (ns)', 'note'],
    [
      ['operator|', 12, null],
      ['operator*', 1, '__init__ of a_b'],
      ['f<"a, b">', 0.5, 'two\r\nlines'],
      [null, null, null],
    ],
  )
  expect(markdownTable(table)).toBe(
    [
      '| name | waste (ns) | note |',
      '| --- | --- | --- |',
      '| operator\\| | 12 |  |',
      '| operator\\* | 1 | \\_\\_init\\_\\_ of a_b |',
      '| f\\<"a, b"> | 0.5 | two\\\\r\\\\nlines |',
      '|  |  |  |',
      '',
    ].join('\n'),
  )
})

it('counts the omitted rows', () => {
  const text = markdownTable(
    csv(
      ['n'],
      Array.from({ length: 203 }, (_, n) => [n]),
    ),
  )
  expect(text.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(202)
  expect(text).toContain('… 3 more rows')
})
