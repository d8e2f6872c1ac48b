/** Reports of profiles drawn at random: every view in every format can be written, fits the terminal, and shows no nonsense. */
import { expect, it } from 'vitest'
import { anyProfile, eachSeed } from '../profile/any_profile/any_profile.testing.ts'
import { requireSense, requireSound } from '../profile/any_profile/sound.testing.ts'
import { long } from '../../scripts/test/long.ts'
import type { FunctionReport, PairReport, Report } from '../../shared/report.ts'
import type { Tool } from '../../shared/tools.ts'
import { renderReport } from './render_report.testing.ts'
import { REPORT_VIEWS, type ReportView } from './text/report_text.ts'

const WIDTH = 80
/** Tables of figures are as wide as they are. */
const TABLES: ReadonlySet<ReportView> = new Set(['stats', 'ranks', 'threads'])
const ROUNDING = 1e-9

function writeReports(seed: number): void {
  const { profile, isPlain } = anyProfile(seed)
  for (const view of REPORT_VIEWS) {
    const text = renderReport(profile, { view, format: 'text', top: 10, width: WIDTH })
    requireSense(text, view)
    expect(text.replaceAll('\n', ''), view).not.toMatch(/\p{Cc}/u)
    const wide = text.split('\n').find((line) => line.length > WIDTH)
    const hasTable = TABLES.has(view) || (view === 'pairs' && profile.run.registers !== undefined)
    if (isPlain && !hasTable) expect(wide, view).toBeUndefined()
    requireSense(renderReport(profile, { view, format: 'csv', top: 10, width: WIDTH }), `${view}.csv`)
  }
  const report = JSON.parse(renderReport(profile, { view: 'pairs', format: 'json', top: 10, width: WIDTH })) as Report
  requireSound(report, 'report')
  for (const tool of report.run.tools) expect(sharesOf(report.pairs, tool), `pairs of ${tool}`).toBeLessThanOrEqual(1 + ROUNDING)
  for (const row of report.functions!) requireInclusive(row, report.totals)
}

/** Waiting has a whole of its own. */
function sharesOf(pairs: readonly PairReport[], tool: Tool): number {
  return pairs.reduce((sum, pair) => (pair.tool === tool && pair.relation !== 'WAITING' ? sum + pair.shareOfTotal : sum), 0)
}

/** Own ≤ inclusive ≤ the whole run's. */
function requireInclusive({ function: name, cpuTime, executed, tools }: FunctionReport, totals: Report['totals']): void {
  const isMore = (part: number, whole: number): boolean => part > whole * (1 + ROUNDING)
  for (const cost of [cpuTime, executed]) {
    if (cost !== undefined && (isMore(cost.exclusive, cost.inclusive) || isMore(cost.waiting ?? 0, cost.inclusive)))
      throw new Error(`${name} cost more of its own than in all`)
  }
  for (const [tool, { wasteExclusive, wasteInclusive, useExclusive, useInclusive }] of Object.entries(tools)) {
    const { waste, use } = totals[tool as Tool]!
    if (isMore(wasteExclusive, wasteInclusive) || isMore(useExclusive, useInclusive) || isMore(wasteInclusive, waste) || isMore(useInclusive, use))
      throw new Error(`${name} has more of ${tool} than the run`)
  }
}

it('are written', () => eachSeed(60, writeReports))

it('are written of thousands', long, () => eachSeed(3000, writeReports))
