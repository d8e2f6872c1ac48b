import { expect, test } from 'vitest'
import type { PairReport, Report } from '../../shared/report.ts'
import type { FrameChain, LeafFrame } from '../../shared/profile/frame.ts'
import type { Finding, LeftOut } from '../../shared/findings/finding.ts'
import type { Wait } from '../../shared/findings/waits/wait.ts'
import type { Tool } from '../../shared/run.ts'
import { summarize } from './summary.ts'

const leaf = (name: string, file: string | null, line: number | null): LeafFrame => ({
  function: name,
  file,
  line,
  module: '/usr/bin/solver',
  address: '0x1000',
  inlined: false,
  loop: null,
  instruction: null,
})
const source: FrameChain = [leaf('clear', '/home/me/solver.c', 118)]
const target: FrameChain = [leaf('fill', null, null)]
const pair = {
  tool: 'dead-stores',
  relation: 'KILLED_BY',
  waste: 3e8,
  shareOfWaste: 0.75,
  traps: 120,
  fewSamples: false,
  source,
  target,
} as PairReport
const report = {
  run: {
    tools: ['dead-stores'],
    driver: 'cpu-time',
    duration: 12.345,
    engineReason: 'software engine: because.',
    exit: { code: 0, signal: null, state: 'finished' },
  },
  totals: { 'dead-stores': { fraction: 0.3821, ci95: [0.37, 0.395] } },
  stats: { samples: 1, traps: 412 },
  outcomes: {},
  measured: {},
  pairs: [pair],
} as Report

test('the amount, the worst pair, the number of samples, the next command', () => {
  expect(summarize(report, null, '/home/me/my run.hagstone')).toEqual([
    'dead-stores: waste 38.2 % (95 % interval 37.0–39.5 %), time-weighted; the worst pair, 75.0 % of the waste:',
    '  clear solver.c:118 KILLED_BY fill (solver 0x1000)',
    '1 sample, 412 observations in 12.3 s; software engine: because.',
    "hagstone view '/home/me/my run.hagstone'",
  ])
})

test('names no worst pair that is left out, also where another tool has findings', () => {
  const leftOut = { kind: 'left-out', reason: 'loader-and-startup', text: 'the dynamic loader and program start-up' } as const
  const of = (finding: PairReport['finding']): string[] => summarize({ ...report, pairs: [{ ...pair, finding: finding ?? null }] }, null, 'a')
  expect(of(leftOut).slice(0, 2)).toEqual([
    'dead-stores: waste 38.2 % (95 % interval 37.0–39.5 %), time-weighted; the worst pair, 75.0 % of the waste, is left out of the findings: the dynamic loader and program start-up.',
    '1 sample, 412 observations in 12.3 s; software engine: because.',
  ])
  expect(of(null)[1]).toBe('  clear solver.c:118 KILLED_BY fill (solver 0x1000)')
})

const finding = {
  title: 'fill() overwrites everything that init() has just written to a',
  shareOfRun: 0.139,
  share: 0.5,
  tools: ['dead-stores'],
  fewObservations: false,
  observations: 90,
  change: { function: 'init', file: '/src/a.c', line: 5 },
} as Finding

test('begins with the wait that costs more than the first finding, and not with the start of the job', () => {
  const wait = (shareOfRun: number, text: string, rest: Partial<Wait> = {}): Wait => ({ kind: 'region-end', text, call: null, shareOfRun, ...rest }) as Wait
  const first = (...waits: Wait[]): string[] =>
    summarize({ ...report, findings: { measure: 'instructions', findings: [{ ...finding, shareOfRun: 0.2 }], leftOut: [], waits } }, null, 'a').slice(0, 2)
  const uneven = wait(0.015, 'Threads wait at the end', { gain: 0.33 })
  const said = 'Threads wait at the end. With even shares the run takes about 33 % less time, if each thread has a processor of its own.'
  expect(first(uneven)[0]).toBe(said)
  expect(first(wait(0.4, 'Threads wait in MPI_Init', { call: 'MPI_Init' }), uneven)[0]).toBe(said)
  expect(first(wait(0.15, 'Threads wait at the end'))[1]).toBe('Threads wait at the end.')
  expect(first(wait(0.05, 'Threads wait at the end'))[1]).not.toMatch(/wait/)
})

test('begins with the first finding', () => {
  const found = (each: Finding): string => summarize({ ...report, findings: { measure: 'cpu-time', findings: [each], leftOut: [] } }, null, 'a')[0]!
  expect(found(finding)).toBe('fill() overwrites everything that init() has just written to a (a.c:5): at most 13.9 % of the run.')
  expect(found({ ...finding, fewObservations: true, observations: 3 })).toBe(
    'fill() overwrites everything that init() has just written to a (a.c:5): at most 13.9 % of the run, only 3 observations.',
  )
  const stripped = { ...report, findings: { measure: 'cpu-time' as const, findings: [finding], leftOut: [], withoutLines: ['solver'] } }
  expect(summarize(stripped, null, 'a')[1]).toMatch(/^  solver has no debug information, /)
  expect(found({ ...finding, shareOfRun: null })).toBe('fill() overwrites everything that init() has just written to a (a.c:5): 50.0 % of the stores.')
})

test('names no pair where no finding is left', () => {
  const first = (leftOut: LeftOut[], toolsWithout: Tool[] = []): string[] =>
    summarize({ ...report, findings: { measure: 'cpu-time', findings: [], leftOut, toolsWithout } }, null, 'a').slice(0, 2)
  const outside: LeftOut = { reason: 'loader-and-startup', text: 'program start-up', share: 0.3, shareOfRun: 0.1 }
  const waste = 'dead-stores: waste 38.2 % (95 % interval 37.0–39.5 %), time-weighted; '
  const seen = '1 sample, 412 observations in 12.3 s; software engine: because.'
  expect(first([outside])).toEqual([`${waste}no findings: the waste is in the code of others.`, seen])
  expect(first([outside, { ...outside, reason: 'small', text: '1 smaller finding' }])).toEqual([
    `${waste}no findings: the waste is in the code of others or too little to list.`,
    seen,
  ])
  expect(first([outside], ['dead-stores'])[1]).toMatch(/KILLED_BY/)
})

test('of a calibrated recording, the share of the counted accesses that was sampled at all', () => {
  const calibrated = {
    ...report,
    run: {
      ...report.run,
      driver: 'accesses',
      reweighted: { command: ['solver'], sameInput: true, covered: 0.169, counted: 0.95, accessRate: null, period: 1 },
    },
  } as Report
  expect(summarize(calibrated, null, 'a')[2]).toBe(
    '1 sample, 412 observations in 12.3 s; instructions that were sampled made 16.9 % of the counted bytes, the rest is in no number; software engine: because.',
  )
})

test('each tool has its own lines', () => {
  const several = {
    ...report,
    run: { ...report.run, tools: ['dead-stores', 'redundant-loads', 'reuse-distance'] },
    totals: { ...report.totals, 'redundant-loads': { fraction: 0, ci95: [0, 0.02] }, 'reuse-distance': { fraction: null, traps: 978 } },
    pairs: [
      pair,
      { ...pair, tool: 'redundant-loads', relation: 'CHANGED_BY', waste: 0 },
      { ...pair, tool: 'reuse-distance', relation: 'REUSED_BY', waste: 0, shareOfTotal: 0.5 },
    ],
  } as Report
  expect(summarize(several, null, 'a').slice(1, 5)).toEqual([
    '  clear solver.c:118 KILLED_BY fill (solver 0x1000)',
    'redundant-loads: waste 0.00 % (95 % interval 0–2.0 %), time-weighted; no wasteful pair was seen.',
    'reuse-distance: 978 reuses; most often, 50.0 %:',
    '  clear solver.c:118 REUSED_BY fill (solver 0x1000)',
  ])
})

test('says when a pair rests on few samples', () => {
  expect(summarize({ ...report, pairs: [{ ...pair, traps: 3, fewSamples: true }] }, null, 'a')[0]).toMatch(
    /the worst pair, 75\.0 % of the waste \(few samples: 3\):$/,
  )
})

test('says when a fraction rests on few samples', () => {
  const totals = { 'dead-stores': { fraction: 0.5, ci95: null, traps: 4 } } as Report['totals']
  expect(summarize({ ...report, totals }, null, 'a')[0]).toMatch(/^dead-stores: waste 50\.0 % \(few samples: 4\), time-weighted;/)
})

test('says when there is nothing', () => {
  const unmeasured = { kind: 'not-measured', why: 'its Go runtime takes over all signals', action: 'Record it with --engine exhaustive.' } as const
  const nothing: Report = { ...report, totals: {}, pairs: [{ ...pair, waste: 0 }], outcomes: { 'dead-stores': unmeasured, 'silent-stores': unmeasured } }
  const text = 'not measured: its Go runtime takes over all signals. Record it with --engine exhaustive.'
  expect(summarize(nothing, null, 'a')).toEqual([`dead-stores: ${text}`, expect.any(String), 'hagstone view a'])
  const tools = ['dead-stores' as const, 'silent-stores' as const]
  const unable = { ...report.run, tools, exit: { code: 0, signal: null, state: 'unable' as const } }
  expect(summarize({ ...nothing, run: unable }, 'nothing could be recorded: its Go runtime …', 'a')[0]).toBe(`dead-stores, silent-stores: ${text}`)
  const other = { ...unmeasured, why: 'none of 3 samples was of such an access' }
  expect(summarize({ ...nothing, run: { ...report.run, tools }, outcomes: { ...nothing.outcomes, 'silent-stores': other } }, null, 'a').slice(0, 2)).toEqual([
    `dead-stores: ${text}`,
    expect.stringMatching(/^silent-stores: not measured: none of 3/),
  ])
})

test('states the whole of the shares if little was measured', () => {
  const measured = { 'dead-stores': { share: 0.16, because: 'a system call came before the next access', little: true } }
  expect(summarize({ ...report, measured }, null, 'a')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^dead-stores: waste 38\.2 % of the 16 % that was measured \(95 %/),
      '  Only 16 % was measured, most often because a system call came before the next access. All shares are of that part.',
    ]),
  )
})

test("states once the whole of several tools' shares", () => {
  const waiting = { share: 0.16, because: 'a system call came before the next access', little: true }
  const told = 'Only 16 % was measured, most often because a system call came before the next access. All shares are of that part.'
  const tools: Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads']
  const totals = Object.fromEntries(tools.map((tool) => [tool, report.totals['dead-stores']]))
  const three: Report = { ...report, run: { ...report.run, tools }, totals }
  const lines = (measured: Report['measured']): string[] => summarize({ ...three, measured }, null, 'a').filter((line) => line.includes('Only'))
  expect(lines({ 'dead-stores': waiting, 'silent-stores': waiting, 'redundant-loads': waiting })).toEqual([told])
  expect(lines({ 'dead-stores': waiting, 'silent-stores': waiting })).toEqual([`dead-stores, silent-stores: ${told}`])
  expect(lines({ 'dead-stores': waiting, 'redundant-loads': { ...waiting, share: 0.5 } })).toEqual([`  ${told}`, `  ${told.replace('16', '50')}`])
})

test('of an exhaustive run: exact fractions, and what was counted', () => {
  const exact = {
    ...report,
    run: { ...report.run, engine: 'exhaustive', driver: 'accesses', engineReason: 'exhaustive engine: because.' },
    totals: { 'dead-stores': { fraction: 0.25, ci95: null, exact: true, traps: 3 } },
    stats: {
      samples: 0,
      traps: 0,
      counters: [
        { name: 'loads', value: 1200, description: '' },
        { name: 'stores', value: 1, description: '' },
        { name: 'windows', value: 2, description: '' },
      ],
    },
  } as unknown as Report
  expect(summarize(exact, null, 'a')[0]).toMatch(/^dead-stores: waste 25\.0 % exactly, by bytes; the worst pair, 75\.0 % of the waste:$/)
  expect(summarize(exact, null, 'a')[2]).toBe('1,200 loads and 1 store in 12.3 s; exhaustive engine: because.')
  const bursty = { ...exact, run: { ...exact.run, windows: { on: 1e6, off: 99e6, covered: 0.01 } } }
  expect(summarize(bursty, null, 'a')[2]).toBe('1,200 loads and 1 store in 2 windows of 1.00 % of the instructions in 12.3 s; exhaustive engine: because.')
})

test('reports missing data first', () => {
  expect(summarize(report, 'the disk was full after 3 s; everything until then is recorded', 'a')[0]).toBe(
    'the disk was full after 3 s; everything until then is recorded',
  )
})
