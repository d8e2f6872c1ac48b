import { expect, test } from 'vitest'
import { fewestLeaders, rankAgreement, type RankedPair } from './rank_agreement.ts'

const ranking = (shares: Record<string, number>): RankedPair[] => Object.entries(shares).map(([key, share]) => ({ key, share }))

test('equal rankings agree fully, given in any order', () => {
  const truth = ranking({ a: 0.6, b: 0.3, c: 0.1 })
  expect(rankAgreement(truth, [...truth].reverse())).toEqual({
    pairs: 2,
    editDistance: 0,
    setDifference: 0,
    weightDifference: 0,
    leaders: { pairs: 3, found: 3 },
  })
})

test('two neighbours that change places cost two edits and no member of the set', () => {
  const agreement = rankAgreement(ranking({ a: 0.5, b: 0.3, c: 0.2 }), ranking({ a: 0.5, c: 0.3, b: 0.2 }))
  expect(agreement).toMatchObject({ pairs: 3, editDistance: 2, setDifference: 0, weightDifference: 0 })
})

test('a pair missing at the top costs one insertion, regardless of the pairs after it', () => {
  const agreement = rankAgreement(ranking({ a: 0.4, b: 0.3, c: 0.2, d: 0.1 }), ranking({ b: 0.5, c: 0.3, d: 0.2 }))
  expect(agreement).toMatchObject({ pairs: 3, editDistance: 2, setDifference: 1 })
  expect(agreement!.weightDifference).toBeCloseTo((0.1 + 0 + 0) / 3)
})

test('an estimate without any pair is as far away as there are pairs', () => {
  const agreement = rankAgreement(ranking({ a: 0.5, b: 0.5 }), [])
  expect(agreement).toMatchObject({ pairs: 2, editDistance: 2, setDifference: 2 })
  expect(agreement!.weightDifference).toBeCloseTo(0.5)
})

test('without waste there is nothing to rank', () => {
  expect(rankAgreement([], ranking({ a: 1 }))).toBeNull()
  expect(rankAgreement(ranking({ a: 0 }), [])).toBeNull()
})

test('many small pairs are cut at a number that can be compared', () => {
  const truth = Array.from({ length: 3000 }, (_, i) => ({ key: `pair ${i}`, share: 1 / 3000 }))
  expect(rankAgreement(truth, truth)).toEqual({ pairs: 1000, editDistance: 0, setDifference: 0, weightDifference: 0, leaders: { pairs: 3, found: 3 } })
})

test('the first three pairs of the truth are looked for among the first five of the estimate', () => {
  const truth = ranking({ a: 0.4, b: 0.3, c: 0.2, d: 0.1 })
  expect(rankAgreement(truth, ranking({ d: 0.3, e: 0.25, a: 0.2, f: 0.15, b: 0.06, c: 0.04 }))?.leaders).toEqual({ pairs: 3, found: 2 })
})

test('missing pairs are compared with chance if the traps are known; traps that represent more count less', () => {
  const truth = ranking({ a: 0.4, b: 0.3, c: 0.2, d: 0.02, e: 0.02, f: 0.02, g: 0.02, h: 0.02 })
  const estimate = (traps: number) => Object.entries({ d: 0.2, e: 0.2, f: 0.2, g: 0.2, h: 0.2 }).map(([key, share]) => ({ key, share, traps }))
  expect(rankAgreement(truth, estimate(200))!.leaders).toEqual({ pairs: 3, found: 0, byChance: 0 })
  expect(rankAgreement(truth, [{ key: 'd', share: 1, traps: 1 }])!.leaders!.byChance).toBeGreaterThan(0.05)
  expect(
    rankAgreement(truth, [
      { key: 'd', share: 0.99, traps: 1 },
      { key: 'e', share: 0.01, traps: 10_000 },
    ])!.leaders!.byChance,
  ).toBeGreaterThan(0.05)
  expect(rankAgreement(truth, [])!.leaders).toEqual({ pairs: 3, found: 0, byChance: 1 })
})

test('of several rankings, the one with the fewest leaders found is reported, and of these the one that chance explains least', () => {
  const ranking = (found: number, byChance?: number) => ({
    pairs: 3,
    editDistance: 0,
    setDifference: 0,
    weightDifference: 0,
    leaders: { pairs: 3, found, byChance },
  })
  expect(fewestLeaders([ranking(3, 1), ranking(2, 0.4), ranking(2, 0.01), ranking(2)])).toEqual({ pairs: 3, found: 2, byChance: 0.01 })
  expect(fewestLeaders([])).toBeUndefined()
})
