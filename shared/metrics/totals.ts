/** Totals of each tool and what the counters say about the sampling: metrics.md sections 1 to 3. */
import { isUse, isWasteful, RELATIONS, TOOLS, type Counter, type ProfileTables } from '../profile/profile.ts'
import { PAIR_APPROXIMATE, PAIR_OVERLAP, type ContextTotalTable } from '../profile/tables.ts'
import type { CountedTotals, RunDescription, Statistics, Tool, Totals } from '../run.ts'
import { intervalWithUndecided } from './undecided_interval.ts'

/** Equation 1 of WITCH; null when nothing was decided. */
export function fraction(waste: number, use: number): number | null {
  return waste + use > 0 ? waste / (waste + use) : null
}

/** Every access was counted to the end: nothing was passed over, and no counter was caught in mid-run. */
export function isExact({ engine, windows, exit }: RunDescription): boolean {
  return engine === 'exhaustive' && windows === undefined && (exit.state === 'finished' || exit.state === 'stopped')
}

export type TotalsByTool = Partial<Record<Tool, Totals>>

/** Of the tools that the run recorded. Values are neither waste nor use, so they have none. */
export function totalsByTool(profile: ProfileTables): TotalsByTool {
  const totals: TotalsByTool = {}
  for (const tool of profile.run.tools) if (tool !== 'values') totals[tool] = toolTotals(profile, tool)
  return totals
}

function toolTotals(profile: ProfileTables, tool: Tool): Totals {
  const { pairs, intervals } = profile
  const totals: Totals = {
    waste: 0, use: 0, reused: 0, fraction: null, ci95: null, traps: 0, precise: 0, approximate: 0, sharing: tool === 'false-sharing' ? { false: 0, true: 0 } : null,
    ...backlog(profile, tool),
  }
  const number = TOOLS.indexOf(tool)
  for (let row = 0; row < pairs.length; row++) {
    if (pairs.tool[row] !== number) continue
    const relation = RELATIONS[pairs.relation[row]!]!
    const amount = pairs.amount[row]!
    const flags = pairs.flags[row]!
    totals.traps += pairs.traps[row]!
    if (isWasteful(relation)) {
      totals.waste += amount
      totals[flags & PAIR_APPROXIMATE ? 'approximate' : 'precise'] += amount
      if (totals.sharing) totals.sharing[flags & PAIR_OVERLAP ? 'true' : 'false'] += amount
    } else if (isUse(relation)) {
      totals.use += amount
    } else {
      totals.reused += amount
    }
  }
  if (tool === 'false-sharing') totals.use = Math.max(0, decidedAmount(profile, tool) - totals.waste)
  if (profile.run.engine === 'exhaustive') addCounted(totals, profile, tool)
  totals.fraction = fraction(totals.waste, totals.use)
  const interval = intervals.find((interval) => interval.tool === tool)
  totals.ci95 = interval ? intervalWithUndecided([interval.low, interval.high], totals.unaccounted, totals.waste + totals.use) : null
  return totals
}

/** What counting every access tells beyond the pairs; see ContextTotalTable. */
function addCounted(totals: Totals, { contextTotals, pairs, run }: ProfileTables, tool: Tool): void {
  const counted: CountedTotals = { accessed: 0, overAll: null, first: 0, freed: 0, interleaved: 0, unfinished: 0 }
  const number = TOOLS.indexOf(tool)
  totals.use += sumWhere(contextTotals.use, contextTotals.tool, number)
  for (const name of ['accessed', 'first', 'freed', 'interleaved', 'unfinished'] as const) counted[name] = sumWhere(contextTotals[name], contextTotals.tool, number)
  counted.interleaved += sumWhere(pairs.interleavedBytes, pairs.tool, number)
  counted.overAll = counted.accessed > 0 ? totals.waste / counted.accessed : null
  totals.unaccounted = counted.freed + counted.interleaved + counted.unfinished
  totals.unaccountedShare = ratio(totals.unaccounted, counted.accessed)
  totals.counted = counted
  totals.exact = isExact(run)
}

function sumWhere(column: Float64Array, tools: Uint8Array, tool: number): number {
  let sum = 0
  for (let row = 0; row < column.length; row++) if (tools[row] === tool) sum += column[row]!
  return sum
}

/** η as an amount. Sharing counts no use of its own: what was decided and is no waste is a line that nobody else touched. */
function decidedAmount(profile: ProfileTables, tool: Tool): number {
  if (profile.run.reweighted) return sumOfTool(profile, tool, ({ accessed, unfinished }, row) => accessed[row]! - unfinished[row]!)
  const period = meanPeriod(profile, tool)
  return sampledRows(profile, tool).reduce((sum, row) => sum + profile.watches.accounted[row]! * period * meanLength(profile, row), 0)
}

/** μ − η in samples, and as an amount: times the period, and the mean length of the sampled accesses where bytes are counted. */
function backlog(profile: ProfileTables, tool: Tool): Pick<Totals, 'samples' | 'unaccounted' | 'unaccountedShare'> {
  const { watches } = profile
  const rows = sampledRows(profile, tool)
  const period = rows.length > 0 ? meanPeriod(profile, tool) : 0
  let samples = 0
  let left = 0
  let unaccounted = 0
  for (const row of rows) {
    const backlog = Math.max(0, watches.samples[row]! - watches.accounted[row]!)
    samples += watches.samples[row]!
    left += backlog
    unaccounted += backlog * period * meanLength(profile, row)
  }
  if (profile.run.reweighted) unaccounted = sumOfTool(profile, tool, ({ unfinished }, row) => unfinished[row]!)
  return { samples, unaccounted, unaccountedShare: ratio(left, samples) }
}

function sumOfTool({ contextTotals }: ProfileTables, tool: Tool, value: (totals: ContextTotalTable, row: number) => number): number {
  const number = TOOLS.indexOf(tool)
  return contextTotals.node.reduce((sum, _, row) => (contextTotals.tool[row] === number ? sum + value(contextTotals, row) : sum), 0)
}

function sampledRows({ watches }: ProfileTables, tool: Tool): number[] {
  return Array.from(watches.tool.keys()).filter((row) => TOOLS[watches.tool[row]!] === tool && watches.samples[row]! > 0)
}

/** Of the accesses sampled in a row of `watches`, bytes; 1 where time is counted. */
function meanLength({ watches, run }: ProfileTables, row: number): number {
  return run.unit === 'bytes' ? watches.bytes[row]! / watches.samples[row]! : 1
}

/** Amount per credited sample (and byte of it): the run's period times the tools that samples were dealt to. */
function meanPeriod({ pairs, run }: ProfileTables, tool: Tool): number {
  let amount = 0
  let credited = 0
  for (let row = 0; row < pairs.length; row++) {
    if (TOOLS[pairs.tool[row]!] !== tool || !(pairs.traps[row]! > 0)) continue
    amount += pairs.amount[row]!
    credited += pairs.credit[row]! * (run.unit === 'bytes' ? pairs.bytes[row]! / pairs.traps[row]! : 1)
  }
  return credited > 0 ? amount / credited : run.period * (run.engine === 'exhaustive' || run.engine === 'virtual' ? 1 : run.tools.length)
}

export function statisticsOf(counters: Counter[]): Statistics {
  const values = new Map(counters.map((counter) => [counter.name, counter.value]))
  const value = (name: string): number => values.get(name) ?? 0
  const dropped = counters.filter((counter) => counter.name.startsWith('dropped_'))
  return {
    samples: value('samples'),
    armed: value('armed'),
    traps: value('traps'),
    replaced: value('replaced'),
    censored: value('replaced') + value('unfinished'),
    blindSpot: { longest: value('blind_longest'), share: ratio(value('blind_samples'), value('samples')) },
    dropped: Object.fromEntries(dropped.map((counter) => [counter.name.slice('dropped_'.length), counter.value])),
    handlerTime: value('handler_time'),
    handlerShare: ratio(value('handler_time'), value('cpu_time')),
    counters,
  }
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
