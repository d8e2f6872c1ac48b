import { describe, expect, test } from 'vitest'
import type { Significance } from '../../shared/compare/compared_number.ts'
import { nextSort } from './change_sort.ts'
import { changeText, pointsText, relativeText, spentText, toneOf } from './change_text.ts'
import { nextTreeSort } from './views/compared_tree_columns.tsx'

const number = (old: number, present: number, significance: Significance = 'exact') => ({
  old,
  new: present,
  relative: old === 0 ? null : (present - old) / old,
  significance,
})

describe('a change in words', () => {
  test('has its sign, and none where there is no change', () => {
    expect([-2e9, 0, 1500].map((change) => changeText(change, 'bytes'))).toEqual(['−2.00 GB', '0 B', '+1.50 kB'])
    expect([-0.259, 0.00001, null].map(pointsText)).toEqual(['−25.9 pp', '0 pp', '–'])
  })

  test('is relative to the old run, or says what appeared and went', () => {
    expect([number(10, 3.6), number(10, 14), number(10, 120), number(0, 5), number(5, 0), number(0, 0)].map(relativeText)).toEqual([
      '−64.0 %',
      '+40.0 %',
      '×12.0',
      'new',
      'gone',
      '–',
    ])
  })

  test('calls nothing new or gone that the status calls unchanged, since one run may have missed it by chance', () => {
    expect([number(0, 5, 'noise'), number(5, 0, 'noise'), number(0, 5, 'unknown'), number(5, 0, 'significant')].map(relativeText)).toEqual([
      '–',
      '−100 %',
      'new',
      'gone',
    ])
  })
})

test('less waste is cool, more is warm, what may be noise or means nothing is neither', () => {
  const tone = (change: number, significance: Significance): string => toneOf({ change, significance }, 'less')
  expect([tone(-1, 'exact'), tone(-1, 'significant'), tone(1, 'significant'), tone(1, 'noise'), tone(-1, 'unknown'), tone(0, 'exact')]).toEqual([
    'use',
    'use',
    'waste',
    'dim',
    'dim',
    'dim',
  ])
  expect(toneOf({ change: 1, significance: 'exact' }, 'neither')).toBe('')
})

test('clicks on a change go from the largest to losses to wins and around', () => {
  const next = (column: string, descending: boolean) => nextSort({ column: 'wasteChange', descending: true }, { column, descending }, 'wasteChange')
  expect(next('oldWaste', true)).toEqual({ column: 'impact', descending: true })
  expect(next('impact', true)).toEqual({ column: 'wasteChange', descending: true })
  expect(next('wasteChange', true)).toEqual({ column: 'wasteChange', descending: false })
  expect(next('wasteChange', false)).toEqual({ column: 'impact', descending: true })
})

test('trees sort by a metric of either run or by its change, in the same order of clicks', () => {
  const click = { column: 'wasteInclusive/change', descending: true }
  expect(nextTreeSort(click, { column: 'name', descending: false })).toEqual({ column: 'wasteInclusive', side: 'impact', descending: true })
  expect(nextTreeSort(click, { column: 'wasteInclusive', side: 'impact', descending: true })).toEqual({
    column: 'wasteInclusive',
    side: 'change',
    descending: true,
  })
  expect(nextTreeSort(click, { column: 'wasteInclusive', side: 'change', descending: true })).toEqual({
    column: 'wasteInclusive',
    side: 'change',
    descending: false,
  })
  expect(nextTreeSort({ column: 'useInclusive/old', descending: true }, { column: 'name', descending: false })).toEqual({
    column: 'useInclusive',
    side: 'old',
    descending: true,
  })
})

test('the change of the whole run is one sentence', () => {
  const spent = (old: number, present: number, measure: 'cpu-time' | 'instructions', significance: Significance): string =>
    spentText({ measure, ...number(old, present), change: present - old, ci95: null, significance })
  expect(spent(5.1e9, 3.7e9, 'cpu-time', 'significant')).toBe('27.5 % less CPU time by the samples: 5.10 s → 3.70 s')
  expect(spent(5.1e9, 5.2e9, 'cpu-time', 'noise')).toBe('1.96 % more CPU time by the samples: 5.10 s → 5.20 s (within the noise)')
  expect(spent(400, 300, 'instructions', 'exact')).toBe('25.0 % fewer executed instructions: 400 → 300')
})
