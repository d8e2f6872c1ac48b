/** The report of a profile: shared/report.ts, what `hagstone report --json` prints. */
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import { statisticsOf, totalsByTool } from '../../shared/metrics/totals.ts'
import { contextOf } from '../../shared/profile/frames.ts'
import { isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { PairReport, Report, ThreadReport, Tool, Totals } from '../../shared/report.ts'

export interface ReportOptions {
  /** At most so many pairs, the largest first; waste before use. */
  top: number
}

export function buildReport(profile: ProfileTables, { top }: ReportOptions): Report {
  const totals = totalsByTool(profile)
  return {
    schema: 'hagstone.report/1',
    run: profile.run,
    totals,
    stats: statisticsOf(profile.counters),
    notes: profile.partial ? [sentence(profile.partial), ...profile.notes] : profile.notes,
    pairs: largestPairs(profile).slice(0, top).map((pair) => buildPairReport(profile, pair, totals)),
    threads: threadReports(profile),
  }
}

export function threadReports(profile: ProfileTables): ThreadReport[] {
  return profile.threads.map(({ cpuTime, ...thread }) => ({ ...thread, cpuSeconds: Math.max(0, cpuTime) / 1e9 }))
}

/** Rows of the pair table: wasteful ones first, then by amount. */
export function largestPairs({ pairs }: ProfileTables): number[] {
  const wasteful = (pair: number): number => (isWasteful(RELATIONS[pairs.relation[pair]!]!) ? 1 : 0)
  return Array.from(pairs.amount.keys()).sort((a, b) => wasteful(b) - wasteful(a) || pairs.amount[b]! - pairs.amount[a]! || a - b)
}

/** Numbers of one pair that every view of it shows. */
export interface PairNumbers {
  waste: number
  use: number
  shareOfWaste: number | null
  shareOfTotal: number
  ci95: [number, number] | null
  fewSamples: boolean
}

export function pairNumbers({ pairs }: ProfileTables, pair: number, totals: Partial<Record<Tool, Totals>>): PairNumbers {
  const relation = RELATIONS[pairs.relation[pair]!]!
  const wasteful = isWasteful(relation)
  const amount = pairs.amount[pair]!
  const total = totals[TOOLS[pairs.tool[pair]!]!]
  const low = pairs.intervalLow[pair]!
  return {
    waste: wasteful ? amount : 0,
    use: wasteful || relation === 'REUSED_BY' ? 0 : amount,
    shareOfWaste: wasteful && total && total.waste > 0 ? amount / total.waste : null,
    shareOfTotal: total && total.waste + total.use > 0 ? amount / (total.waste + total.use) : 0,
    ci95: Number.isNaN(low) ? null : [low, pairs.intervalHigh[pair]!],
    fewSamples: pairs.traps[pair]! < FEWEST_TRAPS,
  }
}

/** @param totals of the profile, by tool */
export function buildPairReport(profile: ProfileTables, pair: number, totals: Partial<Record<Tool, Totals>>): PairReport {
  const { pairs } = profile
  const source = contextOf(profile, pairs.source[pair]!)
  const target = contextOf(profile, pairs.target[pair]!)
  const numbers = pairNumbers(profile, pair, totals)
  const relation = RELATIONS[pairs.relation[pair]!]!
  return {
    tool: TOOLS[pairs.tool[pair]!]!,
    relation,
    ...numbers,
    instances: pairs.traps[pair]!,
    wastefulInstances: isWasteful(relation) ? pairs.traps[pair]! : 0,
    traps: pairs.traps[pair]!,
    scope: null,
    object: null,
    source: [...source.frames, source.leaf],
    target: [...target.frames, target.leaf],
  }
}

function sentence(words: string): string {
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`
}
