/** The parts of the study, each a measurement of one program. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../../shared/report.ts'
import type { FrameChain } from '../../../shared/profile/frame.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import type { Tool } from '../../../shared/run.ts'
import type { Validation } from '../../../shared/validation.ts'
import { measureCost } from '../cost.ts'
import type { ReadyProgram } from '../program.ts'
import type { BurstyResult, DeviationResult, Found, RanksResult, SectionName, SectionResults } from '../results.ts'
import { hagstone, hagstoneOn } from '../run.ts'
import { accuracyPeriods, burstyWindows, registerCounts, reusePeriods, studyLiveRuns, studyRate, studyRepetitions, studySeeds } from '../settings.ts'

/** The tools of WITCH, which all engines have. */
const wasteTools = ['dead-stores', 'silent-stores', 'redundant-loads'] as const satisfies Tool[]

export interface Section<Name extends SectionName> {
  /** Conditions besides the program and its input that change the result. */
  circumstances: Record<string, unknown>
  applies(ready: ReadyProgram): boolean
  measure(ready: ReadyProgram): SectionResults[Name]
}

const always = () => true

export const sections: { [Name in SectionName]: Section<Name> } = {
  accuracy: {
    circumstances: { accuracyPeriods, registerCounts, studySeeds, studyRate, studyLiveRuns },
    applies: always,
    measure: (ready) =>
      validation(ready, [
        '--tool',
        wasteTools.join(','),
        '--period',
        accuracyPeriods.join(','),
        '--registers',
        registerCounts.join(','),
        '--seeds',
        String(studySeeds),
        '--live',
        '--live-runs',
        String(studyLiveRuns),
        '--rate',
        String(studyRate),
      ]),
  },
  reuse: {
    circumstances: { reusePeriods, registerCounts, studySeeds },
    applies: always,
    measure: (ready) =>
      validation(ready, [
        '--tool',
        'reuse-distance',
        '--period',
        reusePeriods.join(','),
        '--registers',
        registerCounts.join(','),
        '--seeds',
        String(studySeeds),
        '--kernel',
        'no',
      ]),
  },
  bursty: { circumstances: { burstyWindows }, applies: always, measure: bursty },
  deviation: { circumstances: { studyRate, studyRepetitions }, applies: always, measure: deviation },
  ranks: { circumstances: { studyRate }, applies: ({ program }) => program.ranks > 1, measure: ranks },
  cost: { circumstances: {}, applies: always, measure: measureCost },
}

function validation(ready: ReadyProgram, words: string[]): Validation {
  const output = join(ready.directory, 'validation.json')
  hagstoneOn(ready, ['validate', ...words, '--output', output])
  // A result does not say on which machine, and by whom, it was measured.
  return { ...(JSON.parse(readFileSync(output, 'utf8')) as Validation), command: [], workingDirectory: '', host: '' }
}

/** All pairs of an interpreter's exact run do not fit into a string. */
const reportedPairs = 5000

function recorded(ready: ReadyProgram, options: string[], launcher: string[] = []): Report {
  const profile = join(ready.directory, 'run.hagstone')
  rmSync(profile, { force: true })
  rmSync(`${profile}-recording`, { recursive: true, force: true })
  hagstoneOn(ready, ['record', ...options, '--output', profile], launcher)
  // The files of all ranks become one profile when it is opened.
  return JSON.parse(hagstone(ready, ['report', launcher.length > 0 ? `${profile}-recording` : profile, '--json', '--top', String(reportedPairs)])) as Report
}

function fractionsOf({ totals }: Report): Record<string, number | null> {
  return Object.fromEntries(wasteTools.map((tool) => [tool, totals[tool]?.fraction ?? null]))
}

function samplesOf({ totals }: Report): Record<string, number> {
  return Object.fromEntries(wasteTools.map((tool) => [tool, totals[tool]?.samples ?? 0]))
}

/** Functions and lines of a calling context: equal where a reader would call it the same place. */
function place(chain: FrameChain): string {
  const { address } = leafOf(chain)
  return `${chain.map((frame) => `${frame.function}:${frame.line ?? ''}`).join('>')} ${address}`
}

const topCount = 10

/** The pairs' order is that of their waste, also where a loop or an object tells them apart. */
function found(report: Report): Found {
  const topPairs = wasteTools.map((tool) => {
    const waste = new Map<string, number>()
    for (const pair of report.pairs) {
      if (pair.tool !== tool || pair.waste <= 0) continue
      const key = `${place(pair.source)} → ${place(pair.target)}`
      waste.set(key, (waste.get(key) ?? 0) + pair.waste)
    }
    return [
      tool,
      [...waste]
        .sort((a, b) => b[1] - a[1])
        .slice(0, topCount)
        .map(([key]) => key),
    ] as const
  })
  return { fractions: fractionsOf(report), topPairs: Object.fromEntries(topPairs) }
}

function bursty(ready: ReadyProgram): BurstyResult {
  const exhaustive = ['--engine', 'exhaustive', '--tool', wasteTools.join(',')]
  return {
    full: found(recorded(ready, exhaustive)),
    windows: burstyWindows.map((window) => ({ window, found: found(recorded(ready, [...exhaustive, '--window', window])) })),
  }
}

function deviation(ready: ReadyProgram): DeviationResult {
  const runs = Array.from({ length: studyRepetitions }, (_, i) => {
    const report = recorded(ready, ['--tool', wasteTools.join(','), '--rate', String(studyRate), '--max-overhead', '0', '--seed', String(i + 1)])
    return { fractions: fractionsOf(report), samples: samplesOf(report) }
  })
  return { rate: studyRate, runs }
}

/** The program under mpirun: every rank counted, and every rank sampled. */
function ranks(ready: ReadyProgram): RanksResult {
  const launcher = ['mpirun', '-n', String(ready.program.ranks)]
  const parallel = { ...ready, command: ready.program.parallel?.(ready.command) ?? ready.command }
  const exact = recorded(parallel, ['--engine', 'exhaustive', '--tool', wasteTools.join(',')], launcher)
  const sampled = recorded(parallel, ['--tool', wasteTools.join(','), '--rate', String(studyRate), '--max-overhead', '0'], launcher)
  return { ranks: ready.program.ranks, exact: fractionsOf(exact), sampled: fractionsOf(sampled), samples: samplesOf(sampled) }
}
