import { expect, test } from 'vitest'
import { asked, judge, virtualDifferences } from './goals.ts'
import { accuracyResult, programResult, reuseResult } from './testing_results.ts'

const goalOf = (name: string, programs: Parameters<typeof judge>[0]) => judge(programs).find((goal) => goal.name.startsWith(name))!

test('a goal is judged by the smallest period of at least 10,000, with the requested registers', () => {
  const tool = accuracyResult({ differences: { 1009: 9, 100_003: 7, 10_007: 1.5 } }).tools[0]!
  expect(asked(tool)!.settings).toMatchObject({ period: 10_007, registers: 4 })
  expect(virtualDifferences([programResult('a', { accuracy: accuracyResult({ differences: { 10_007: 1.5 } }) })])).toEqual([
    { program: 'a', tool: 'dead-stores', value: 1.5 },
    { program: 'a', tool: 'silent-stores', value: 1.5 },
    { program: 'a', tool: 'redundant-loads', value: 1.5 },
  ])
})

test('a median that is too high misses the goal, and so does one program that is too far off', () => {
  const of = (...values: number[]) => values.map((value, i) => programResult(`p${i}`, { accuracy: accuracyResult({ differences: { 10_007: value } }) }))
  expect(goalOf('Virtual PMU, D', of(1, 2, 5))).toMatchObject({ met: true, found: 'median 2.00, worst 5.00' })
  expect(goalOf('Virtual PMU, D', of(1, 2.5, 3))).toMatchObject({ met: false })
  expect(goalOf('Virtual PMU, D', of(0, 0, 5.1))).toMatchObject({
    met: false,
    worst: [{ program: 'p2', tool: 'dead-stores', value: 5.1 }, { program: 'p0' }, { program: 'p1' }],
  })
})

test('the real sampler is judged by what its clock should find and, reweighted, by the ground truth, whichever way it errs', () => {
  const program = (difference: number, reweighted: number) => [programResult('p', { accuracy: accuracyResult({ live: { difference, reweighted } }) })]
  expect(goalOf('Real sampler, compared', program(-2, 0))).toMatchObject({ met: true })
  expect(goalOf('Real sampler, compared', program(-9, 0))).toMatchObject({ met: false })
  expect(goalOf('Real sampler, reweighted', program(0, 3.1))).toMatchObject({ met: false })
})

test('the lowest similarities are the furthest off', () => {
  const programs = [0.99, 0.5, 0.98].map((s, i) => programResult(`p${i}`, { reuse: reuseResult(s) }))
  expect(goalOf('Virtual PMU, S of time', programs)).toMatchObject({
    met: true,
    found: 'median 0.980',
    worst: [{ program: 'p1', value: 0.5 }, { program: 'p2' }, { program: 'p0' }],
  })
  expect(goalOf('Virtual PMU, S of time', programs.slice(1))).toMatchObject({ met: false })
})

test('one seed that lacks one of the first three pairs misses the goal of the pairs', () => {
  const program = (found: number[]) => [programResult('p', { accuracy: accuracyResult({ leadersFound: found }) })]
  expect(goalOf('The ground truth’s first three pairs among the virtual', program([3, 3]))).toMatchObject({ met: true, found: 'none missed' })
  expect(goalOf('The ground truth’s first three pairs among the virtual', program([3, 2]))).toMatchObject({
    met: false,
    found: 'some missed in 3 of 3 program and tool combinations, in 0 of these more than chance does',
  })
  const improbable = [programResult('p', { accuracy: accuracyResult({ leadersFound: [3, 2], byChance: 0.01 }) })]
  expect(goalOf('The ground truth’s first three pairs among the virtual', improbable)).toMatchObject({
    met: false,
    found: 'some missed in 3 of 3 program and tool combinations, in 3 of these more than chance does',
  })
})

test('an unmeasured goal is neither met nor missed', () => {
  expect(judge([]).every(({ met, found }) => met === null && found === null)).toBe(true)
})
