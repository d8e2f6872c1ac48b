import { expect, test } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { driverWeightedTruth, ExactFractions } from './driver_weighted_truth.ts'
import { StableContexts } from './stable_contexts.ts'

const stacks = `
  main a.c:1 > fill f.c:10   KILLED_BY   main a.c:2 > fill f.c:11   90
  main a.c:3 > copy c.c:5    KILLED_BY   main a.c:3 > copy c.c:6    20
`

/** Use and accessed bytes by row, as the exhaustive engine reports them. */
function withUse(profile: ProfileTables, uses: Array<[row: number, use: number, accessed?: number]>): ProfileTables {
  const zeros = new Float64Array(uses.length)
  return {
    ...profile,
    contextTotals: {
      length: uses.length,
      node: Int32Array.from(uses, ([row]) => row),
      tool: new Uint8Array(uses.length),
      use: Float64Array.from(uses, ([, use]) => use),
      instances: zeros,
      accessed: Float64Array.from(uses, ([, , accessed = 0]) => accessed),
      unfinished: zeros,
      freed: zeros,
      interleaved: zeros,
      first: zeros,
      waiting: zeros,
    },
  }
}

function withSamples(profile: ProfileTables, samples: Array<[row: number, count: number]>): ProfileTables {
  const zeros = new Float64Array(samples.length)
  return {
    ...profile,
    watches: {
      length: samples.length,
      node: Int32Array.from(samples, ([row]) => row),
      tool: new Uint8Array(samples.length),
      samples: Float64Array.from(samples, ([, count]) => count),
      accounted: zeros,
      armed: zeros,
      bytes: zeros,
    },
  }
}

test('exact fractions are weighted by the samples of the run', () => {
  const contexts = new StableContexts()
  const drawn = profileFromStacks(stacks)
  const [fill, copy] = drawn.pairs.source as unknown as [number, number]
  const exactProfile = withUse(drawn, [
    [fill, 10],
    [copy, 80],
  ])
  const exact = new ExactFractions(exactProfile, contexts.numbersOf(exactProfile), 'dead-stores')
  // 90 % at fill, 20 % at copy; the clock interrupted copy three times as often.
  const sampled = withSamples(drawn, [
    [fill, 100],
    [copy, 300],
  ])
  const truth = driverWeightedTruth(sampled, contexts, exact, 'dead-stores')
  expect(truth.fraction).toBeCloseTo((100 * 0.9 + 300 * 0.2) / 400)
  expect(truth.found).toBe(1)
})

test('freed memory weighs nothing: samples distributed like the accesses give the exact fraction', () => {
  const contexts = new StableContexts()
  const drawn = profileFromStacks(stacks)
  const [fill, copy] = drawn.pairs.source as unknown as [number, number]
  const [never] = drawn.pairs.target as unknown as [number]
  // fill: 90 wasted, 10 used, 100 freed; copy: 20 wasted, 80 used; the line without pairs: 5 used of 50.
  const exactProfile = withUse(drawn, [
    [fill, 10, 200],
    [copy, 80, 100],
    [drawn.nodes.parent[never]!, 5, 50],
  ])
  const exact = new ExactFractions(exactProfile, contexts.numbersOf(exactProfile), 'dead-stores')
  const truth = driverWeightedTruth(
    withSamples(drawn, [
      [fill, 200],
      [copy, 100],
      [never, 50],
    ]),
    contexts,
    exact,
    'dead-stores',
  )
  expect(truth.fraction).toBeCloseTo((90 + 20) / (90 + 10 + 20 + 80 + 5))
  expect(truth.found).toBe(1)
  const nothing = new ExactFractions(withUse(drawn, [[drawn.nodes.parent[never]!, 0, 50]]), contexts.numbersOf(drawn), 'dead-stores')
  expect(driverWeightedTruth(withSamples(drawn, [[never, 50]]), contexts, nothing, 'dead-stores')).toEqual({ fraction: null, found: 1 })
})

test('in a frame of the exact run, accesses that begin no pair are use, and those unknown to the exact run are left out', () => {
  const contexts = new StableContexts()
  const drawn = profileFromStacks(stacks)
  const [fill] = drawn.pairs.source as unknown as [number]
  const [later] = drawn.pairs.target as unknown as [number]
  const exactProfile = withUse(drawn, [[fill, 10]])
  const exact = new ExactFractions(exactProfile, contexts.numbersOf(exactProfile), 'dead-stores')
  const other = profileFromStacks(`${stacks}  main a.c:9 > sort s.c:7   KILLED_BY   main a.c:9 > sort s.c:7   1`)
  const unknown = other.pairs.source[2]!
  const sampled = withSamples(other, [
    [other.pairs.source[0]!, 100],
    [other.pairs.target[0]!, 100],
    [unknown, 200],
  ])
  expect(other.nodes.line[other.nodes.parent[other.pairs.target[0]!]!]).toBe(drawn.nodes.line[drawn.nodes.parent[later]!])
  const truth = driverWeightedTruth(sampled, contexts, exact, 'dead-stores')
  expect(truth.fraction).toBeCloseTo(0.45)
  expect(truth.found).toBeCloseTo(0.5)
})

test('an instruction that the exact run met in other contexts only counts as it did there', () => {
  const contexts = new StableContexts()
  const drawn = profileFromStacks(stacks)
  const exactProfile = withUse(drawn, [[drawn.pairs.source[0]!, 30]])
  const exact = new ExactFractions(exactProfile, contexts.numbersOf(exactProfile), 'dead-stores')
  const elsewhere = profileFromStacks('other b.c:1 > fill f.c:10   KILLED_BY   main a.c:2 > fill f.c:11   1')
  expect(driverWeightedTruth(withSamples(elsewhere, [[elsewhere.pairs.source[0]!, 5]]), contexts, exact, 'dead-stores')).toEqual({ fraction: 0.75, found: 1 })
})
