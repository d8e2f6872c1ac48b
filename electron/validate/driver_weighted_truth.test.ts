import { expect, test } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { LINE } from '../../shared/profile/tables.ts'
import { driverWeightedTruth, ExactFractions } from './driver_weighted_truth.ts'
import { StableContexts } from './stable_contexts.ts'

const stacks = `
  main a.c:1 > fill f.c:10   KILLED_BY   main a.c:2 > fill f.c:11   90
  main a.c:3 > copy c.c:5    KILLED_BY   main a.c:3 > copy c.c:6    20
`

/** Use by row, as the exhaustive engine tells it. */
function withUse(profile: ProfileTables, uses: Array<[row: number, use: number]>): ProfileTables {
  const zeros = new Float64Array(uses.length)
  return {
    ...profile,
    contextTotals: {
      length: uses.length, node: Int32Array.from(uses, ([row]) => row), tool: new Uint8Array(uses.length), use: Float64Array.from(uses, ([, use]) => use),
      instances: zeros, accessed: zeros, unfinished: zeros, freed: zeros, interleaved: zeros, first: zeros,
    },
  }
}

function withSamples(profile: ProfileTables, samples: Array<[row: number, count: number]>): ProfileTables {
  const zeros = new Float64Array(samples.length)
  return { ...profile, watches: { length: samples.length, node: Int32Array.from(samples, ([row]) => row), tool: new Uint8Array(samples.length), samples: Float64Array.from(samples, ([, count]) => count), accounted: zeros, armed: zeros, bytes: zeros } }
}

test('exact fractions are weighted by the samples of the run', () => {
  const contexts = new StableContexts()
  const drawn = profileFromStacks(stacks)
  const [fill, copy] = drawn.pairs.source as unknown as [number, number]
  const exactProfile = withUse(drawn, [[fill, 10], [copy, 80]])
  const exact = new ExactFractions(exactProfile, contexts.numbersOf(exactProfile), 'dead-stores')
  // 90 % at fill, 20 % at copy; the clock found copy three times as often.
  const sampled = withSamples(drawn, [[fill, 100], [copy, 300]])
  const truth = driverWeightedTruth(sampled, contexts, exact, 'dead-stores')
  expect(truth.fraction).toBeCloseTo((100 * 0.9 + 300 * 0.2) / 400)
  expect(truth.found).toBe(1)
})

test('a line where no pair begins is all use, and what the exact run does not know is left out', () => {
  const contexts = new StableContexts()
  const drawn = profileFromStacks(stacks)
  const fill = drawn.pairs.source[0]!
  const later = drawn.pairs.target[0]!
  const line = drawn.nodes.parent[later]!
  expect(drawn.nodes.kind[line]).toBe(LINE)
  const exactProfile = withUse(drawn, [[fill, 10], [line, 50]])
  const exact = new ExactFractions(exactProfile, contexts.numbersOf(exactProfile), 'dead-stores')
  const unknown = drawn.pairs.target[1]!
  const truth = driverWeightedTruth(withSamples(drawn, [[fill, 100], [later, 100], [unknown, 200]]), contexts, exact, 'dead-stores')
  expect(truth.fraction).toBeCloseTo(0.45)
  expect(truth.found).toBeCloseTo(0.5)
})
