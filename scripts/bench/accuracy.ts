/** Live recordings of samples with known answers, against the clock ticks that fell into the same lines. */
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PairReport, Report } from '../../shared/report.ts'
import { leafOf, type Frame } from '../../shared/profile/frame.ts'
import { percent, table } from './markdown.ts'
import { benchDirectory, compile, record, report, run } from './tools.ts'
import { accuracyCases } from './accuracy_cases.ts'
import type { AccuracyCase } from './accuracy_cases.ts'

const samplesPerSecond = 400
const tickRuns = 3

/** Share of the clock ticks of plain runs that fell into each place of the program, in the order of the places. */
function tickShares(ticks: string, { program, places }: AccuracyCase): number[] {
  const output = join(benchDirectory, 'ticks.txt')
  rmSync(output, { force: true })
  for (let index = 0; index < tickRuns; index++) run(program, { LD_PRELOAD: ticks, TICKS_OUTPUT: output })
  const offsets = readFileSync(output, 'utf8').trim().split('\n')
  const located = run(['addr2line', '-e', program[0] ?? '', ...new Set(offsets)])
    .trim()
    .split('\n')
  const lineOf = new Map([...new Set(offsets)].map((offset, index) => [offset, Number(/:(\d+)/.exec(located[index] ?? '')?.[1])]))
  const counts = places.map(({ loop }) => {
    const sharing = places.filter((place) => place.loop[0] === loop[0]).length
    return offsets.filter((offset) => loop.includes(lineOf.get(offset) ?? 0)).length / sharing
  })
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => count / total)
}

const isAt = (frame: Frame, source: string, lines: number[]) =>
  frame.file !== null && basename(frame.file) === basename(source) && lines.includes(frame.line ?? 0)

function measureCase(ticks: string, sample: AccuracyCase): string {
  const profile = join(benchDirectory, 'accuracy.hagstone')
  record(sample.program, profile, ['--tool', 'dead-stores', '--rate', String(samplesPerSecond)])
  const { pairs, totals } = JSON.parse(report(profile)) as Report
  rmSync(profile)
  const shares = tickShares(ticks, sample)
  const own = pairs.filter((pair) => pair.relation === 'KILLED_BY')
  const matches = sample.places.map(({ lines, killedBy }) =>
    own.filter((pair: PairReport) => isAt(leafOf(pair.source), sample.source, lines) && isAt(leafOf(pair.target), sample.source, killedBy)),
  )
  const waste = matches.map((found) => found.reduce((sum, pair) => sum + pair.waste, 0))
  const whole = own.reduce((sum, pair) => sum + pair.waste, 0)
  const rows = sample.places.map((place, index) => {
    const measured = (waste[index] ?? 0) / whole
    const expected = shares[index] ?? 0
    return [
      place.name,
      percent(expected),
      percent(measured),
      `${measured < expected ? '−' : '+'}${(Math.abs(measured - expected) * 100).toFixed(1)}`,
      String((matches[index] ?? []).reduce((sum, pair) => sum + pair.traps, 0)),
    ]
  })
  return `### ${sample.title}

${totals['dead-stores']?.traps ?? 0} traps.

${table(['pair', 'clock ticks', 'measured', 'points', 'traps'], rows)}`
}

export function accuracySection(): string {
  const ticks = compile('ticks')
  return `## Accuracy against clock ticks

Each sample was recorded once at ${samplesPerSecond} samples per second, then run ${tickRuns} times with only a clock-tick counter
(\`scripts/bench/programs/ticks.c\`, no code in common with the agent). "Clock ticks" is the share of the ticks in the loops below that
fell into the dead store's loop, divided equally if two dead stores share a loop. "Measured" is the pair's share of all waste. Goal: within ±6 points.

${accuracyCases()
  .map((sample) => measureCase(ticks, sample))
  .join('\n\n')}`
}
