import { expect, test } from 'vitest'
import type { FrameChain, LeafFrame, PairReport, Report } from '../../shared/report.ts'
import { summarize } from './summary.ts'

const leaf = (name: string, file: string | null, line: number | null): LeafFrame => ({
  function: name, file, line, module: '/usr/bin/solver', address: '0x1000', inlined: false, loop: null, instruction: null,
})
const source: FrameChain = [leaf('clear', '/home/me/solver.c', 118)]
const target: FrameChain = [leaf('fill', null, null)]
const pair = {
  relation: 'KILLED_BY', waste: 3e8, shareOfWaste: 0.75, traps: 120, fewSamples: false,
  source, target,
} as PairReport
const report = {
  run: { tools: ['dead-stores'], driver: 'cpu-time', duration: 12.345, engineReason: 'software engine: because.' },
  totals: { 'dead-stores': { fraction: 0.3821, ci95: [0.37, 0.395] } },
  stats: { samples: 1, traps: 412 },
  pairs: [pair],
} as Report

test('five lines: how much, from how many samples, the worst pair, how to go on', () => {
  expect(summarize(report, null, '/home/me/my run.hagstone')).toEqual([
    'dead-stores: waste 38.2 % (95 % interval 37.0 % to 39.5 %), time-weighted.',
    '1 sample, 412 traps in 12.3 s; software engine: because.',
    'Worst pair, 75.0 % of the waste:',
    '  clear solver.c:118 KILLED_BY fill (solver 0x1000)',
    "hagstone view '/home/me/my run.hagstone'",
  ])
})

test('says when a pair rests on few samples', () => {
  expect(summarize({ ...report, pairs: [{ ...pair, traps: 3, fewSamples: true }] }, null, 'a')[2]).toBe('Worst pair, 75.0 % of the waste (few samples: 3):')
})

test('says when there is nothing', () => {
  const nothing = { ...report, totals: {}, pairs: [{ ...pair, waste: 0 }] }
  expect(summarize(nothing, null, 'a')).toEqual(['dead-stores: no sampled access was decided.', expect.any(String), 'No wasteful pair was seen.', 'hagstone view a'])
})

test('says first what is missing', () => {
  expect(summarize(report, 'the disk was full after 3 s; everything up to then is here', 'a')[0]).toBe('the disk was full after 3 s; everything up to then is here')
})
