import { expect, test } from 'vitest'
import { paletteRank } from './palette_rank.ts'

const titles: Record<string, string[]> = {
  'Copy the threads as a Markdown table': ['copy', 'table', 'threads'],
  'Dark theme': ['window', 'dark'],
  'Show Flat': ['view', 'flat'],
  'Save the pairs as CSV': ['export', 'pairs'],
}
const found = (typed: string): string[] =>
  Object.entries(titles)
    .map(([title, keywords]): [string, number] => [title, paletteRank(title, typed, keywords)])
    .filter(([, rank]) => rank > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([title]) => title)

test('words find what has them, not what has their letters somewhere', () => {
  expect(found('dark')).toEqual(['Dark theme'])
  expect(found('flat')).toEqual(['Show Flat'])
  expect(found('pairs csv')).toEqual(['Save the pairs as CSV'])
  expect(found('export')).toEqual(['Save the pairs as CSV'])
  expect(found('no such thing')).toEqual([])
})

test('the beginning of a title comes before words within, words before parts of them', () => {
  expect(paletteRank('Copy the threads', 'copy t')).toBeGreaterThan(paletteRank('Copy the threads', 'threads'))
  expect(paletteRank('Markdown table', 'table')).toBeGreaterThan(paletteRank('Markdown table', 'down'))
  expect(paletteRank('Markdown table', 'down')).toBeGreaterThan(0)
})
