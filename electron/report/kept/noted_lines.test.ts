import { expect, test } from 'vitest'
import { haveNoText, haveSameText, NotedLines } from './noted_lines.ts'

const textOf = (changed: number | null) => (file: string, line: number) =>
  file === 'gone.c' || line > 5000 ? null : line === changed ? 'volatile int ready;' : `values[${line}] = 0;`

function noted(): NotedLines {
  const lines = new NotedLines(textOf(null))
  for (let line = 1; line <= 5400; line++) lines.lineText('a.c', line)
  for (const line of [7, 9, 8, 20, 7]) lines.lineText('b.c', line)
  lines.lineText('gone.c', 3)
  return lines
}

test('neighbouring lines are one run, whatever the order in which they were requested', () => {
  expect(
    noted()
      .runs()
      .map(([file, first, last, digest]) => [file, first, last, digest !== null]),
  ).toEqual([
    ['a.c', 1, 5400, true],
    ['b.c', 7, 9, true],
    ['b.c', 20, 20, true],
    ['gone.c', 3, 3, false],
  ])
})

test('a change of any line counts, and of no other one', () => {
  const runs = noted().runs()
  expect(haveSameText(runs, textOf(null))).toBe(true)
  for (const line of [1, 8, 20, 4999]) expect(haveSameText(runs, textOf(line)), String(line)).toBe(false)
  expect(haveSameText(runs, (file, line) => textOf(null)(file === 'gone.c' ? 'a.c' : file, line))).toBe(false)
  expect(haveSameText(runs.slice(1), textOf(10))).toBe(true)
})

test('runs of an untrusted file are read only if they are short', () => {
  let read = 0
  const none = (): null => {
    read++
    return null
  }
  expect(haveNoText([['a.c', 1, 400]], none)).toBe(true)
  expect(haveNoText([['a.c', 1, 6]], textOf(null))).toBe(false)
  read = 0
  expect(haveNoText([['a.c', 1, 2 ** 31]], none)).toBe(false)
  expect(
    haveNoText(
      [
        ['a.c', 2 ** 31, 1],
        ['b.c', 1, 2 ** 30],
      ],
      none,
    ),
  ).toBe(false)
  expect(read).toBe(0)
})
