import { expect, test } from 'vitest'
import { burstyBesideFull, deviationOf, orderAgreement, runToRun } from './agreement.ts'

test('the deviation is that of a sample, in points of the fraction', () => {
  expect(deviationOf([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.138, 3)
  expect(deviationOf([1])).toBeNull()
  const runs = [0.5, 0.52, 0.48, null].map((fraction) => ({ fractions: { 'dead-stores': fraction }, samples: {} }))
  expect(runToRun({ rate: 1, runs }, 'dead-stores')).toBeCloseTo(2)
  expect(runToRun({ rate: 1, runs }, 'silent-stores')).toBeNull()
})

test('pairs count as shared in any place, and at the same rank only there', () => {
  expect(orderAgreement(['a', 'b', 'c'], ['b', 'a', 'c', 'd'])).toEqual({ listed: 3, shared: 3, sameRank: 1 })
  expect(orderAgreement(['a', 'b'], [])).toEqual({ listed: 2, shared: 0, sameRank: 0 })
})

test('a window is set beside the full run', () => {
  const full = { fractions: { 'dead-stores': 0.25, 'silent-stores': null }, topPairs: { 'dead-stores': ['a', 'b'] } }
  const windows = [{ window: '1M/99M', found: { fractions: { 'dead-stores': 0.22, 'silent-stores': 0.5 }, topPairs: { 'dead-stores': ['b'] } } }]
  const [dead] = burstyBesideFull({ full, windows }, 'dead-stores')
  expect(dead).toMatchObject({ window: '1M/99M', order: { listed: 2, shared: 1, sameRank: 0 } })
  expect(dead!.difference).toBeCloseTo(-3)
  expect(burstyBesideFull({ full, windows }, 'silent-stores')[0]).toMatchObject({ difference: null, order: { listed: 0 } })
})
