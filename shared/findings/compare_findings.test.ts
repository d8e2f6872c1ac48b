import { expect, it } from 'vitest'
import { compareFindings, type ComparedFindings, type WasteByTool } from './compare_findings.ts'
import type { Finding } from './finding.ts'
import type { Tool } from '../run.ts'

const finding = (name: string, shareOfRun: number, rest: Partial<Finding> = {}): Finding => ({
  id: name,
  title: name,
  class: 'unread-result',
  tools: ['dead-stores'],
  relation: 'KILLED_BY',
  data: null,
  share: shareOfRun,
  shareOfRun,
  interval: [shareOfRun * 0.9, shareOfRun * 1.1],
  places: [{ role: 'earlier', function: name, file: '/src/a.c', line: 3, text: null, inLibrary: null }],
  group: 'first',
  bound: null,
  sureness: 'likely',
  cause: '',
  remedy: '',
  change: null,
  sketch: null,
  evidence: [],
  observations: 100,
  fewObservations: false,
  pairs: 1,
  threads: 1,
  contextCount: 1,
  contexts: [],
  ...rest,
})
const compared = (old: [seconds: number, ...findings: Finding[]], recent: [seconds: number, ...findings: Finding[]], waste?: WasteByTool): ComparedFindings => {
  const side = ([targetCpuSeconds, ...findings]: [number, ...Finding[]]) => ({
    run: { targetCpuSeconds, engine: 'software' as const, unit: 'ns' as const },
    totals: {},
    findings: { measure: 'cpu-time' as const, findings, leftOut: [] },
  })
  return compareFindings({ old: side(old), new: side(recent) }, waste)
}
const statuses = ({ findings }: ComparedFindings): string[] => findings.map(({ status, old, new: recent }) => `${(old ?? recent)!.title} ${status}`)

/** Wasted seconds of both runs, and the interval of their difference. */
const wasted = (old: number, recent: number, [low, high]: [number, number]): NonNullable<WasteByTool[Tool]> => ({
  old: old * 1e9,
  new: recent * 1e9,
  change: (recent - old) * 1e9,
  relative: recent / old - 1,
  ci95: [low * 1e9, high * 1e9],
  significance: low > 0 || high < 0 ? 'significant' : 'noise',
})

it('says how much waste went with its interval, which findings went and came, and what the CPU time did', () => {
  const result = compared([4, finding('a', 0.5), finding('b', 0.2), finding('c', 0.1)], [3, finding('b', 0.1), finding('c', 0.4), finding('d', 0.05)], {
    'dead-stores': wasted(3.2, 1.65, [-2.1, -1]),
  })
  expect(result.verdict).toBe(
    '1.55 s of dead stores are gone (95 % CI 1.00 s to 2.10 s); the run takes 25.0 % less CPU time (4.00 s → 3.00 s, one run each). 1 finding gone, 1 smaller, 1 larger, 1 new.',
  )
  expect(statuses(result)).toEqual(['a gone', 'c larger', 'b smaller', 'd new'])
  expect(result.findings[0]!.amount).toMatchObject({ old: 2, new: 0, change: -2 })
})

it('shows no change where the interval includes zero, and how large one can be', () => {
  expect(compared([4, finding('a', 0.5)], [4], { 'dead-stores': wasted(0.5, 0.383, [-0.3, 0.06]) }).verdict).toBe(
    'No change of dead stores is shown: at most 300 ms less or 60.0 ms more (95 % CI); the run takes about as much CPU time as before (4.00 s → 4.00 s, one run each). 1 finding gone.',
  )
})

it('speaks of the tool whose waste certainly changed, before one that may only seem to', () => {
  const waste: WasteByTool = { 'dead-stores': wasted(2, 0.5, [-4, 1]), 'false-sharing': wasted(0.1, 1.1, [0.5, 1.5]) }
  expect(compared([4], [5], waste).verdict).toMatch(/^1\.00 s of false sharing is new \(95 % CI 500 ms to 1\.50 s\); the run takes 25\.0 % more CPU time/)
})

it.each([
  ['unknown', [-1, 0.5]],
  ['significant', [-1, 0]],
] as const)('says nothing of waste whose change is %s and nothing', (significance, ci95) => {
  const waste: WasteByTool = { 'dead-stores': { ...wasted(1, 1, [...ci95]), significance } }
  expect(compared([4], [4], waste).verdict).toMatch(/^The run takes about as much/)
})

it('compares time, not shares of runs of different length', () => {
  expect(statuses(compared([4, finding('a', 0.25)], [2, finding('a', 0.5)]))).toEqual(['a unchanged'])
})

it('calls nothing changed that the noise may explain', () => {
  const wide: Partial<Finding> = { interval: [0, 0.9] }
  expect(compared([4, finding('a', 0.3, wide)], [4, finding('a', 0.5, wide)]).verdict).toBe(
    'The run takes about as much CPU time as before (4.00 s → 4.00 s, one run each). No finding changed beyond the noise.',
  )
})

it('calls a few observations in one run alone no change', () => {
  expect(statuses(compared([4, finding('a', 0.3, { fewObservations: true })], [4]))).toEqual(['a unchanged'])
})

it('finds a cause again whose line moved within its function', () => {
  expect(statuses(compared([4, finding('a', 0.3)], [4, finding('a', 0.3, { id: 'other' })]))).toEqual(['a unchanged'])
})
