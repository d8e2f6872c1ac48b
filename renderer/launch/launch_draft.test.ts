import { describe, expect, test } from 'vitest'
import type { LaunchDraft } from './launch_draft.ts'
import { draftOf, emptyDraft, requestOf } from './launch_draft.ts'

const draft: LaunchDraft = { ...emptyDraft, program: '/usr/bin/true' }
const problem = (change: Partial<LaunchDraft>): string | null => requestOf({ ...draft, ...change }, '/home/ada').problem

test('default values are left to the host', () => {
  expect(requestOf(draft, '/home/ada').request).toEqual({
    program: '/usr/bin/true',
    arguments: [],
    workingDirectory: '/home/ada',
    environment: {},
    tools: ['dead-stores', 'silent-stores', 'redundant-loads'],
    rate: null,
    output: null,
  })
})

test('everything else is sent in the units of the contract', () => {
  const { request } = requestOf(
    {
      ...draft,
      tools: ['silent-stores', 'reuse-distance'],
      engine: 'software',
      granularity: 'line',
      tolerance: '0',
      followChildren: false,
      duration: '10',
      until: '2',
    },
    '/home/ada',
  )
  expect(request).toMatchObject({ engine: 'software', granularity: 'line', tolerance: 0, follow: 'none', duration: 10, until: 0.02 })
})

test('a rate is sent where one is given, and stays in the form', () => {
  const { request } = requestOf({ ...draft, rate: '250' }, '/home/ada')
  expect(request?.rate).toBe(250)
  expect(draftOf(request!).rate).toBe('250')
  expect(draftOf(requestOf(draft, '/home/ada').request!).rate).toBe('')
})

test('several runs are sent, and stay in the form', () => {
  const { request } = requestOf({ ...draft, runs: '5' }, '/home/ada')
  expect(request?.runs).toBe(5)
  expect(draftOf(request!).runs).toBe('5')
  expect(Object.keys(requestOf({ ...draft, runs: '1' }, '/home/ada').request!)).not.toContain('runs')
  expect(Object.keys(requestOf({ ...draft, engine: 'exhaustive', runs: '5' }, '/home/ada').request!)).not.toContain('runs')
})

test('options of tools that are not chosen are not sent', () => {
  const { request } = requestOf({ ...draft, tools: ['dead-stores'], granularity: 'line', tolerance: '7' }, '/home/ada')
  expect(Object.keys(request ?? {})).not.toContain('granularity')
  expect(Object.keys(request ?? {})).not.toContain('tolerance')
})

describe('the exhaustive engine', () => {
  const exhaustive: LaunchDraft = { ...draft, engine: 'exhaustive', tools: ['dead-stores', 'reuse-distance', 'spatial-loads'] }

  test('gets its own options, and none of sampling', () => {
    const { request } = requestOf(
      {
        ...exhaustive,
        rate: 'much',
        until: '2',
        granularity: 'byte',
        granularities: ['word', 'line'],
        bursty: true,
        windowOn: '0.5',
        windowOff: '20',
        scope: 'always',
        processWide: true,
        byObject: true,
      },
      '/home/ada',
    )
    expect(request).toMatchObject({
      engine: 'exhaustive',
      window: { on: 500_000, off: 20_000_000 },
      scope: 'always',
      granularities: ['word', 'line'],
      processWide: true,
      byObject: true,
      rate: null,
    })
    for (const option of ['until', 'granularity']) expect(Object.keys(request ?? {})).not.toContain(option)
  })

  test('a request and its draft are each other’s', () => {
    const filled: LaunchDraft = {
      ...exhaustive,
      tools: [...exhaustive.tools, 'values'],
      valueProfile: 'bounds',
      directory: '/srv',
      granularities: ['byte'],
      bursty: true,
      windowOn: '2',
      windowOff: '50',
      scope: 'none',
    }
    const { request } = requestOf(filled, '/home/ada')
    expect(request === null ? null : draftOf(request)).toEqual(filled)
  })

  test.each<[string, Partial<LaunchDraft>]>([
    ['False sharing needs a sampling engine. Choose one, or deselect this tool.', { tools: ['false-sharing'] }],
    ['Choose a granularity of reuse distances.', { granularities: [] }],
    ['Enter at least 0.001 million instructions per window.', { bursty: true, windowOff: '0' }],
  ])('%s', (reason, change) => expect(requestOf({ ...exhaustive, ...change }, '/home/ada').problem).toBe(reason))

  test('validates samplers in the same run, and then not in bursts', () => {
    const filled: LaunchDraft = { ...exhaustive, tools: ['dead-stores'], validate: true, periods: '1009, 10007', registers: '1, 4', seeds: '20', bursty: true }
    const { request } = requestOf(filled, '/home/ada')
    expect(request).toMatchObject({ engine: 'exhaustive', validation: { periods: [1009, 10_007], registers: [1, 4], seeds: 20 } })
    expect(Object.keys(request ?? {})).not.toContain('window')
    expect(draftOf(request!)).toMatchObject({ validate: true, periods: '1009, 10007', registers: '1, 4', seeds: '20', bursty: false })
  })

  test.each<[string, Partial<LaunchDraft>]>([
    ['Spatial loads cannot be validated. Deselect this tool.', { tools: ['spatial-loads'] }],
    ['Enter 1 to 16 periods, whole numbers of at least 2, for example 1009, 10007.', { periods: '1' }],
    ['Enter 1 to 16 periods, whole numbers of at least 2, for example 1009, 10007.', { periods: '' }],
    ['Enter numbers of registers from 1 to 16, for example 1, 2, 4.', { registers: '4, many' }],
    ['Enter 1 to 1000 seeds.', { seeds: '0' }],
  ])('%s', (reason, change) => expect(requestOf({ ...exhaustive, tools: ['dead-stores'], validate: true, ...change }, '/home/ada').problem).toBe(reason))

  test('sends how values and marked arrays are kept', () => {
    const { request } = requestOf({ ...exhaustive, tools: ['values'], valueTable: '50', valueClearing: false, spatialThreshold: '5' }, '/home/ada')
    expect(request).toMatchObject({ valueTable: 50, valueClearing: false, spatialThreshold: 0.05 })
    expect(requestOf({ ...exhaustive, tools: ['values'], valueTable: '256' }, '/home/ada').problem).toBe('Enter 1 to 255 values.')
  })

  test('is what spatial loads need', () => {
    expect(problem({ tools: ['spatial-loads'] })).toBe('Spatial loads need the exhaustive engine. Choose it, or deselect this tool.')
    expect(problem({ tools: ['dead-stores', 'registers'] })).toBe('Registers need the exhaustive engine. Choose it, or deselect this tool.')
    expect(problem({ tools: ['values'] })).toBe('Values need the exhaustive engine. Choose it, or deselect this tool.')
  })
})

describe('calibrating', () => {
  test('counts the same again, or the command that is named', () => {
    expect(requestOf({ ...draft, calibrate: true }, '/home/ada').request?.calibration).toEqual({ command: null })
    const filled: LaunchDraft = { ...draft, directory: '/srv', calibrate: true, calibrationLine: "./solver 'small input'" }
    const { request } = requestOf(filled, '/home/ada')
    expect(request?.calibration).toEqual({ command: ['./solver', 'small input'] })
    expect(request === null ? null : draftOf(request)).toEqual(filled)
  })

  test.each<[string, Partial<LaunchDraft>]>([
    ['Calibration counts a complete run. Leave Duration and Until empty.', { duration: '10' }],
    ['Calibration counts a complete run. Leave Duration and Until empty.', { until: '2' }],
  ])('%s', (reason, change) => expect(problem({ calibrate: true, ...change })).toBe(reason))

  test('an unfinished command to count is refused, and the exhaustive engine needs none', () => {
    expect(problem({ calibrate: true, calibrationLine: "'open" })).toMatch(/^The command to count: .*not closed/)
    const { request } = requestOf({ ...draft, engine: 'exhaustive', calibrate: true, duration: '3' }, '/home/ada')
    expect(Object.keys(request ?? {})).not.toContain('calibration')
  })
})

test('a request and its draft are each other’s', () => {
  const filled: LaunchDraft = {
    ...draft,
    argumentLine: "-n 'two words'",
    directory: '/srv',
    tools: ['redundant-loads'],
    tolerance: '7',
    rate: '250',
    duration: '1.5',
    until: '0.5',
  }
  const { request } = requestOf(filled, '/home/ada')
  expect(request === null ? null : draftOf(request)).toEqual(filled)
})

describe('is refused with a reason', () => {
  test.each<[string, Partial<LaunchDraft>]>([
    ['Choose at least one tool.', { tools: [] }],
    ['Enter a rate from 1 to 10,000, or leave it empty.', { rate: '0' }],
    ['Enter a rate from 1 to 10,000, or leave it empty.', { rate: '1e9' }],
    ['Enter a tolerance of at least 0 % and less than 100 %.', { tolerance: '100' }],
    ['Enter a duration above 0 seconds, or leave it empty.', { duration: '-1' }],
    ['Enter 0.01 to 50 percentage points, or leave Until empty.', { until: '80' }],
    ['Enter 1 to 1,000 runs, or leave Repeat empty.', { runs: '2.5' }],
    ['Until stops a single run. Leave Until or Repeat empty.', { runs: '5', until: '2' }],
    ['Calibration counts a single run. Leave Repeat empty.', { runs: '5', calibrate: true }],
  ])('%s', (reason, change) => expect(problem(change)).toBe(reason))

  test('but not a bad tolerance that no tool needs', () => expect(problem({ tools: ['dead-stores'], tolerance: 'much' })).toBeNull())
})
