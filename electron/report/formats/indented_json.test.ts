import { expect, test } from 'vitest'
import { indentedJson } from './indented_json.ts'

const VALUE = {
  text: 'two\nlines and "quotes"',
  number: 1.5,
  none: null,
  missing: undefined,
  yes: true,
  empty: [],
  hollow: {},
  list: [1, [2, { a: 'b\n' }], {}, null, undefined, []],
  nested: { deeper: { deepest: [{ a: 1, b: [1, 2] }] } },
}

test.each([VALUE, [VALUE, VALUE], 'a', null, [], {}])('is what JSON.stringify makes', (value) => {
  expect([...indentedJson(value)].join('')).toBe(JSON.stringify(value, null, 2))
})

test('lists are made while they are written', () => {
  let made = 0
  function* rows(): Generator<{ row: number; text: string }> {
    for (; made < 100; made++) yield { row: made, text: 'x'.repeat(10_000) }
  }
  const pieces = indentedJson({ rows: rows() })
  pieces.next()
  expect(made).toBeLessThan(20)
  const rest = [...pieces]
  expect(rest.length).toBeGreaterThan(5)
  expect(made).toBe(100)
})
