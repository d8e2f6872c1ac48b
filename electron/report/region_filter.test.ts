import { expect, it } from 'vitest'
import { restrictToRegion } from '../../shared/profile/region_filter.ts'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { renderReport } from './render_report.testing.ts'
import { valuesReport } from './values/values_report.ts'

function profileWithRegion(): ReturnType<typeof profileFromStacks> {
  const profile = profileFromStacks(`
    outer > fill a.c:3  KILLED_BY  outer > fill a.c:4  30
    main > fill a.c:3  KILLED_BY  outer > fill a.c:4  70
    outer > fill a.c:3  USED_BY  main > use a.c:9  5`)
  const named = profile.functions.findIndex(({ name }) => name === 'outer')
  profile.functions[named] = { name: 'region outer', linkageName: '', module: -1, file: -1, line: -1 }
  profile.threadShares = {
    length: 3,
    pair: Int32Array.of(0, 1, 2),
    thread: new Int32Array(3),
    amount: Float64Array.of(30, 70, 5),
    traps: Float64Array.of(1, 2, 3),
  }
  profile.watches = {
    length: 2,
    node: Int32Array.of(profile.pairs.source[0]!, profile.pairs.source[1]!),
    tool: new Uint8Array(2),
    samples: Float64Array.of(4, 5),
    accounted: new Float64Array(2),
    armed: new Float64Array(2),
    bytes: new Float64Array(2),
  }
  return profile
}

it('keeps what happened in the region, by the earlier access, with the rows of pairs renumbered', () => {
  const profile = profileWithRegion()
  const inside = restrictToRegion(profile, 'outer')!
  expect([...inside.pairs.amount]).toEqual([30, 5])
  expect([...inside.threadShares.pair]).toEqual([0, 1])
  expect([...inside.threadShares.amount]).toEqual([30, 5])
  expect([...inside.watches.samples]).toEqual([4])
  expect([...profile.pairs.amount]).toEqual([30, 70, 5])
})

it('keeps the samples of the trace in the region, at their times', () => {
  const profile = profileWithRegion()
  const [inside, outside] = [profile.pairs.source[0]!, profile.pairs.source[1]!]
  profile.traceAxis = { unit: 1000, end: 9e6, firsts: [0, 3, 5], stride: 1 }
  profile.trace = {
    length: 5,
    step: Uint32Array.of(1, 2, 3, 4, 5),
    node: Uint32Array.of(inside, outside, inside, outside, inside),
    cpuTime: Uint32Array.of(10, 20, 30, 40, 50),
  }
  const { trace, traceAxis } = restrictToRegion(profile, 'outer')!
  expect([traceAxis.firsts, [...trace.step], [...trace.cpuTime]]).toEqual([
    [0, 2, 3],
    [1, 5, 9],
    [10, 30, 50],
  ])
})

it('has no values: their tables cover the whole run', () => {
  const profile = profileWithRegion()
  profile.run.tools = ['dead-stores', 'values']
  profile.run.values = {
    tableSize: 10,
    roles: ['loaded'],
    profile: 'full',
    backOff: 1,
    constantBackOff: false,
    clearing: true,
    reference: false,
    instructions: 1000,
  }
  const inside = restrictToRegion(profile, 'outer')!
  expect(inside.run.tools).toEqual(['dead-stores'])
  expect(valuesReport(inside, 10)).toBeNull()
})

it('does not know a region of another name', () => {
  expect(restrictToRegion(profileWithRegion(), 'fill')).toBeNull()
})

it('is among the callers without a module', () => {
  const profile = profileWithRegion()
  const text = renderReport(
    { ...profile, threadShares: { length: 0, pair: new Int32Array(0), thread: new Int32Array(0), amount: new Float64Array(0), traps: new Float64Array(0) } },
    { view: 'pairs', format: 'text', top: 9, width: 100 },
  )
  expect(text).toContain('region outer')
  expect(text).not.toContain(' ()')
})
