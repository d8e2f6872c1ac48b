import { describe, expect, test } from 'vitest'
import type { ScrollGeometry } from './scroll_map.ts'
import { fullRows, lastTopRow, scrollRange, scrollTopOf, topRowAt, topRowShowing, visibleRows } from './scroll_map.ts'

const small: ScrollGeometry = { rowCount: 100, rowHeight: 22, bodyHeight: 230 }
const million: ScrollGeometry = { rowCount: 1_000_000, rowHeight: 22, bodyHeight: 230 }

describe.each([
  ['100 rows', small],
  ['a million rows', million],
])('%s', (_, geometry) => {
  test('both ends of the scroll bar are both ends of the table', () => {
    expect(topRowAt(0, geometry)).toBe(0)
    expect(topRowAt(scrollRange(geometry), geometry)).toBe(geometry.rowCount - fullRows(geometry))
  })

  test('every row has a place on the scroll bar and is found there again', () => {
    for (const row of [0, 1, 17, Math.floor(geometry.rowCount / 3), lastTopRow(geometry) - 1, lastTopRow(geometry)]) {
      expect(topRowAt(scrollTopOf(row, geometry), geometry)).toBe(row)
    }
  })

  test('the last row is wholly visible at the end', () => {
    expect((geometry.rowCount - lastTopRow(geometry)) * geometry.rowHeight).toBeLessThanOrEqual(geometry.bodyHeight)
  })
})

test('few rows do not scroll', () => {
  const geometry = { ...small, rowCount: 3 }
  expect(scrollRange(geometry)).toBe(0)
  expect(topRowAt(50, geometry)).toBe(0)
  expect(scrollTopOf(0, geometry)).toBe(0)
})

test('the scroll range stays below what browsers can draw, also at device scale 3', () => {
  expect(scrollRange({ ...million, rowCount: 1e9 }) * 3).toBeLessThan(2 ** 25)
})

test('a partly visible row is drawn but does not count as a full one', () => {
  expect([visibleRows(small), fullRows(small)]).toEqual([11, 10])
})

test.each([
  [25, 20, 20, 'is visible'],
  [19, 20, 19, 'is just above'],
  [30, 20, 21, 'is just below'],
  [80, 20, 75, 'is far below'],
  [2, 50, 0, 'is far above'],
  [99, 20, 90, 'is the last'],
])('row %d, seen from top row %d, moves the top to %d: it %s', (row, top, expected) => expect(topRowShowing(row, top, small)).toBe(expected))
