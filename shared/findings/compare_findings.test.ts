import { expect, it } from 'vitest'
import { compareFindings, type ComparedFindings } from './compare_findings.ts'
import type { Finding } from './finding.ts'

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
const compared = (old: [seconds: number, ...findings: Finding[]], recent: [seconds: number, ...findings: Finding[]]): ComparedFindings => {
  const side = ([targetCpuSeconds, ...findings]: [number, ...Finding[]]) => ({
    run: { targetCpuSeconds, engine: 'software' as const, unit: 'ns' as const },
    totals: {},
    findings: { measure: 'cpu-time' as const, findings, leftOut: [] },
  })
  return compareFindings({ old: side(old), new: side(recent) })
}
const statuses = ({ findings }: ComparedFindings): string[] => findings.map(({ status, old, new: recent }) => `${(old ?? recent)!.title} ${status}`)

it('says which findings went and came, and what the CPU time did', () => {
  const result = compared([4, finding('a', 0.5), finding('b', 0.2), finding('c', 0.1)], [3, finding('b', 0.1), finding('c', 0.4), finding('d', 0.05)])
  expect(result.verdict).toBe(
    '1.55 s of dead stores are gone; the run takes 25.0 % less CPU time (4.00 s → 3.00 s). 1 finding gone, 1 smaller, 1 larger, 1 new.',
  )
  expect(statuses(result)).toEqual(['a gone', 'c larger', 'b smaller', 'd new'])
  expect(result.findings[0]!.amount).toMatchObject({ old: 2, new: 0, change: -2 })
})

it('says of the tool whose findings changed most what came or went', () => {
  const verdict = (old: Finding[], recent: Finding[]): string => compared([4, ...old], [5, ...recent]).verdict
  const shared = finding('b', 0.2, { tools: ['false-sharing'] })
  expect(verdict([finding('a', 0.1)], [finding('a', 0.1), shared])).toBe(
    '1.00 s of false sharing is new; the run takes 25.0 % more CPU time (4.00 s → 5.00 s). 1 finding larger, 1 new.',
  )
})

it('compares time, not shares of runs of different length', () => {
  expect(statuses(compared([4, finding('a', 0.25)], [2, finding('a', 0.5)]))).toEqual(['a unchanged'])
})

it('calls nothing changed that the noise may explain', () => {
  const wide: Partial<Finding> = { interval: [0, 0.9] }
  expect(compared([4, finding('a', 0.3, wide)], [4, finding('a', 0.5, wide)]).verdict).toBe(
    'The run takes about as much CPU time as before (4.00 s → 4.00 s). No finding changed beyond the noise.',
  )
})

it('calls a few observations in one run alone no change', () => {
  expect(statuses(compared([4, finding('a', 0.3, { fewObservations: true })], [4]))).toEqual(['a unchanged'])
})

it('finds a cause again whose line moved within its function', () => {
  expect(statuses(compared([4, finding('a', 0.3)], [4, finding('a', 0.3, { id: 'other' })]))).toEqual(['a unchanged'])
})
