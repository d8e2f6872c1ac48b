import { expect, test } from 'vitest'
import { KeptOutput, MOST_KEPT } from './kept_output.ts'

test('all of a short output is kept', () => {
  const output = new KeptOutput()
  for (const text of ['one\n', 'two']) output.add(text)
  expect(output.kept()).toEqual({ text: 'one\ntwo', leftOut: 0 })
})

test('of a long one the end, from a whole line on, and the omitted length', () => {
  const output = new KeptOutput()
  const lines = Array.from({ length: 20_000 }, (_, line) => `line ${line}\n`)
  for (const line of lines) output.add(line)
  const { text, leftOut } = output.kept()
  expect(text.length).toBeLessThanOrEqual(MOST_KEPT)
  expect(text).toMatch(/^line \d+\n/)
  expect(text.endsWith('line 19999\n')).toBe(true)
  expect(text.length + leftOut).toBe(lines.join('').length)
})

test('a line without an end is cut anywhere', () => {
  const output = new KeptOutput()
  output.add('x'.repeat(MOST_KEPT + 5))
  expect(output.kept()).toEqual({ text: 'x'.repeat(MOST_KEPT), leftOut: 5 })
})
