/** Every tool on the samples whose answer follows from their source, and several at once. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PairReport, Report } from '../../../shared/report.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import { recordUntilShared, sharingRate } from '../../support/recorded_samples.ts'
import { sampleProgram } from '../../support/samples.ts'
import type { Sample } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { at, between, recorded, sum } from '../recorded.ts'

const path = temporaryDirectory()

async function record(name: string, sample: Sample, options: string[], programArguments: string[] = []): Promise<Report> {
  return (await recorded(path(`${name}.hagstone`), options, [sampleProgram(sample), ...programArguments])).report
}

const ofSample = (sample: Sample) => (pair: PairReport) => basename(leafOf(pair.source).module) === sample

/** A trap may be the last access of a function's neighbour, and the first round has nothing before it. */
const edges = 0.15

/** Share of waste among what was decided for accesses of this function of the sample, and of that within the tolerance. */
function judged(report: Report, name: string): { waste: number; approximate: number; traps: number } {
  // The compiler may have made a clone of it for constant arguments.
  const own = report.pairs.filter((pair) => leafOf(pair.source).function.split(' ')[0] === name)
  const all = sum(own, (pair) => pair.waste + pair.use)
  return {
    waste: sum(own, (pair) => pair.waste) / all,
    approximate:
      sum(
        own.filter((pair) => pair.comparison === 'approximate'),
        (pair) => pair.waste + pair.use,
      ) / all,
    traps: sum(own, (pair) => pair.traps),
  }
}

describe('silent-stores', () => {
  type Share = readonly [least: number, most: number]
  const always: Share = [1 - edges, 1]
  const never: Share = [0, edges]
  test.each<[string, Record<string, readonly [waste: Share, approximate: Share]>]>([
    [
      '1%',
      {
        store_constant: [always, never],
        store_alternating: [never, never],
        store_within: [always, always],
        store_beyond: [never, always],
        store_drift: [always, always],
      },
    ],
    ['0', { store_constant: [always, never], store_within: [never, always], store_drift: [never, always] }],
  ])('tolerance %s: constant, alternating, within and beyond', async (tolerance, answers) => {
    // Often enough that each function has dozens of samples: with few, one at its edges would be a large share.
    const options = ['--tool', 'silent-stores', '--tolerance', tolerance, '--rate', '2000', '--max-overhead', '0']
    const report = await record(`silent-${Number.parseInt(tolerance, 10)}`, 'silent_stores', options, ['40000'])
    for (const [name, [waste, approximate]] of Object.entries(answers)) {
      const found = judged(report, name)
      expect(found.traps, name).toBeGreaterThan(3)
      expect(found.waste, name).toBeGreaterThanOrEqual(waste[0])
      expect(found.waste, name).toBeLessThanOrEqual(waste[1])
      expect(found.approximate, name).toBeGreaterThanOrEqual(approximate[0])
      expect(found.approximate, name).toBeLessThanOrEqual(approximate[1])
    }
    const { precise = 0, approximate = 0, waste = 0 } = report.totals['silent-stores'] ?? {}
    expect((precise + approximate) / waste).toBeCloseTo(1, 6)
  })
})

describe('redundant-loads', () => {
  test('a linear search reads what is there already, changing values are not redundant', async () => {
    const report = await record('loads', 'redundant_loads', ['--tool', 'redundant-loads', '--max-overhead', '0'], ['80000'])
    for (const [name, redundant] of [
      ['linear_search', true],
      ['add_nothing', true],
      ['load_changing', false],
      ['count_up', false],
    ] as const) {
      const found = judged(report, name)
      expect(found.traps, name).toBeGreaterThan(3)
      if (redundant) expect(found.waste, name).toBeGreaterThan(1 - edges)
      else expect(found.waste, name).toBeLessThan(edges)
    }
    for (const pair of report.pairs) expect(['REDUNDANT_WITH', 'CHANGED_BY']).toContain(pair.relation)
  })
})

describe('reuse-distance', () => {
  test('a cyclic sweep: every load is reused by itself, one sweep later; in accesses by --access-rate', async () => {
    const accessRate = 1e9
    const report = await record('sweep', 'cyclic_sweep', ['--tool', 'reuse-distance', '--access-rate', String(accessRate)], ['40000'])
    expect(report.run).toMatchObject({ tools: ['reuse-distance'], granularity: 'word', distanceUnit: 'cpu-time' })
    const own = report.pairs.filter(ofSample('cyclic_sweep'))
    expect(sum(own.filter(between('cyclic_sweep', 'sweep', 'sweep')), (pair) => pair.traps) / sum(own, (pair) => pair.traps)).toBeGreaterThan(0.95)
    expect(report.reuse).toMatchObject({ granularity: 'word', accessRate, time: { unit: 'bytes' } })
    expect(report.reuse?.stack).not.toBeNull()
    expect(report.reuse?.missRatio.length).toBeGreaterThan(0)
    for (const histogram of [report.reuse?.time, report.reuse?.stack]) expect(histogram?.bins.reduce((total, bin) => total + bin.share, 0)).toBeCloseTo(1, 6)
  })

  test('without a rate distances stay times, and no stack distance is made of them', async () => {
    const report = await record('times', 'cyclic_sweep', ['--tool', 'reuse-distance', '--granularity', 'byte'], ['40000'])
    expect(report.reuse).toMatchObject({ granularity: 'byte', accessRate: null, stack: null, time: { unit: 'ns' } })
  })

  test('--reuse-of other: pairs of another part of the line', async () => {
    const report = await record('other', 'cyclic_sweep', ['--tool', 'reuse-distance', '--reuse-of', 'other'], ['40000'])
    const own = report.pairs.filter(ofSample('cyclic_sweep'))
    expect(own.length).toBeGreaterThan(0)
    for (const pair of own) expect(pair.reuseOf).toBe('other')
  })
})

describe('false-sharing', () => {
  const options = ['--tool', 'false-sharing', '--max-overhead', '0', '--rate', sharingRate]

  test.each([
    ['false_sharing', 'false'],
    ['true_sharing', 'true'],
  ] as const)('%s: pairs between the two sides, %s sharing', async (sample, sharing) => {
    const profile = path(`${sample}.hagstone`)
    let report!: Report
    await recordUntilShared({ sample, tools: 'false-sharing' }, profile, async () => {
      report = (await recorded(profile, options, [sampleProgram(sample)])).report
    })
    const own = report.pairs.filter(ofSample(sample))
    const crossing = own.filter((pair) => between(sample, 'left', 'right')(pair) || between(sample, 'right', 'left')(pair))
    expect(sum(crossing, (pair) => pair.waste)).toBeGreaterThan(0)
    expect(
      sum(
        crossing.filter((pair) => pair.sharing === sharing),
        (pair) => pair.waste,
      ) / sum(own, (pair) => pair.waste),
    ).toBeGreaterThan(0.9)
    for (const pair of crossing) expect(pair.relation).toBe('SHARED_WITH')
    expect(report.objects?.length).toBeGreaterThan(0)
  })

  test('on one processor, sharing is found and costs nothing', async () => {
    const profile = path('turns.hagstone')
    const [processor] = /(?<=^Cpus_allowed_list:\s*)\d+/m.exec(readFileSync('/proc/self/status', 'utf8'))!
    const seen = async (): Promise<Report> => (await recorded(profile, options, ['taskset', '--cpu-list', processor!, sampleProgram('false_sharing')])).report
    let report = await seen()
    // The threads may end one after the other: on another try they take turns.
    while (report.findings!.findings.length === 0) report = await seen()
    const [found] = report.findings!.findings
    expect(found).toMatchObject({ class: 'false-sharing', shareOfRun: 0, interval: null, onSeveral: { observed: 0 } })
    expect(found!.onSeveral!.shareOfRun).toBeGreaterThan(0)
    expect(report.notes.join(' ')).toMatch(
      /In 0\.0 % of the observations of sharing, the threads ran on different processors\. Between threads that take turns/,
    )
  })

  test('padded counters: nothing is shared', async () => {
    const report = await record('padded', 'padded_counters', options, ['2', '1000'])
    expect(report.pairs.filter(ofSample('padded_counters'))).toEqual([])
    expect(report.stats.samples).toBeGreaterThan(0)
  })
})

test('several tools at once: each has totals, pairs and samples of its own', async () => {
  const tools = ['dead-stores', 'silent-stores', 'redundant-loads'] as const
  const report = await record('several', 'rezeroed_array', ['--tool', tools.join(',')], ['60000'])
  expect(report.run.tools).toEqual(tools)
  for (const tool of tools) expect(report.totals[tool]?.samples, tool).toBeGreaterThan(0)
  const dead = report.pairs.filter((pair) => pair.tool === 'dead-stores' && pair.relation === 'KILLED_BY')
  expect(
    sum(
      dead.filter((pair) => at('rezeroed_array', 'dead store')(leafOf(pair.source))),
      (pair) => pair.waste,
    ) / sum(dead, (pair) => pair.waste),
  ).toBeGreaterThan(0.9)
  for (const pair of report.pairs) expect(['KILLED_BY', 'USED_BY'].includes(pair.relation)).toBe(pair.tool === 'dead-stores')
})

test("the report has the recording's settings", async () => {
  const asked = ['--tool', 'silent-stores', '--engine', 'software', '--tolerance', '0', '--reservoir', 'common', '--attribution', 'none']
  const { report } = await recorded(path('asked.hagstone'), asked, ['true'])
  expect(report.run).toMatchObject({
    engine: 'software',
    tools: ['silent-stores'],
    tolerance: 0,
    reservoir: 'common',
    attribution: 'none',
    ranks: [],
    stoppedBy: null,
  })
})
