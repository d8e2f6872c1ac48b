/** Totals of each tool and the counters' verdict on the sampling: metrics.md sections 1 to 3. */
import { contextSums } from '../profile/tree/context_sums.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type Counter, type ProfileTables } from '../profile/profile.ts'
import { AXIS_TIME, PAIR_APPROXIMATE, PAIR_OVERLAP, type ContextTotalTable } from '../profile/tables.ts'
import type { CountedTotals, RunDescription, Statistics, Tool, Totals } from '../run.ts'
import { freedSamples } from './freed_samples.ts'
import { GRANULARITY_BYTES } from './reuse/reuse_report.ts'
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

/** Totals of the tools that the run recorded. Values are neither waste nor use, so they have none. */
export function totalsByTool(profile: ProfileTables): TotalsByTool {
  const totals: TotalsByTool = {}
  const sums = pairSums(profile.pairs)
  for (const tool of profile.run.tools) if (tool !== 'values') totals[tool] = toolTotals(profile, tool, sums[TOOLS.indexOf(tool)]!)
  return totals
}

interface PairSums {
  traps: number
  waste: number
  use: number
  reused: number
  waiting: number
  precise: number
  approximate: number
  apart: number
  overlapping: number
}

/** By position in TOOLS: one walk through millions of pairs, not one for each tool. */
function pairSums({ length, tool: tools, relation, flags: flagsOf, amount: amounts, traps }: ProfileTables['pairs']): PairSums[] {
  const sums = TOOLS.map((): PairSums => ({ traps: 0, waste: 0, use: 0, reused: 0, waiting: 0, precise: 0, approximate: 0, apart: 0, overlapping: 0 }))
  const isWaste = Uint8Array.from(RELATIONS, (each) => (isWasteful(each) ? 1 : 0))
  const isOfUse = Uint8Array.from(RELATIONS, (each) => (isUse(each) ? 1 : 0))
  const waits = RELATIONS.indexOf('WAITING')
  for (let row = 0; row < length; row++) {
    const own = sums[tools[row]!]
    if (own === undefined) continue
    const amount = amounts[row]!
    own.traps += traps[row]!
    if (isWaste[relation[row]!] === 1) {
      const flags = flagsOf[row]!
      own.waste += amount
      if (flags & PAIR_APPROXIMATE) own.approximate += amount
      else own.precise += amount
      if (flags & PAIR_OVERLAP) own.overlapping += amount
      else own.apart += amount
    } else if (isOfUse[relation[row]!] === 1) {
      own.use += amount
    } else if (relation[row] === waits) {
      own.waiting += amount
    } else {
      own.reused += amount
    }
  }
  return sums
}

function toolTotals(profile: ProfileTables, tool: Tool, { traps, waste, use, reused, waiting, precise, approximate, apart, overlapping }: PairSums): Totals {
  const { intervals } = profile
  const totals: Totals = {
    waste,
    use,
    reused,
    fraction: null,
    ci95: null,
    traps,
    precise,
    approximate,
    sharing: tool === 'false-sharing' ? { false: apart, true: overlapping } : null,
    ...backlog(profile, tool),
    ...(waiting > 0 ? { waiting } : {}),
  }
  if (tool === 'false-sharing') totals.use = Math.max(0, decidedAmount(profile, tool) - totals.waste)
  if (profile.run.engine === 'exhaustive') addCounted(totals, profile, tool)
  if (tool === 'reuse-distance') addUnpaired(totals, profile)
  totals.fraction = fraction(totals.waste, totals.use)
  const interval = intervals.find((interval) => interval.tool === tool)
  totals.ci95 = interval ? intervalWithUndecided([interval.low, interval.high], totals.unaccounted, totals.waste + totals.use) : null
  return totals
}

/** Adds the counts of every access beyond the pairs; see ContextTotalTable. */
function addCounted(totals: Totals, { contextTotals, pairs, run }: ProfileTables, tool: Tool): void {
  const counted: CountedTotals = { accessed: 0, overAll: null, first: 0, freed: 0, interleaved: 0, unfinished: 0 }
  const number = TOOLS.indexOf(tool)
  const sums = contextSums(contextTotals, number)
  totals.use += sums.use
  if (sums.waiting > 0) totals.waiting = (totals.waiting ?? 0) + sums.waiting
  for (const name of ['accessed', 'first', 'freed', 'interleaved', 'unfinished'] as const) counted[name] = sums[name]
  counted.interleaved += sumWhere(pairs.interleavedBytes, pairs.tool, number)
  counted.overAll = counted.accessed > 0 ? totals.waste / counted.accessed : null
  totals.unaccounted = counted.freed + counted.interleaved + counted.unfinished
  totals.unaccountedShare = ratio(totals.unaccounted, counted.accessed)
  totals.counted = counted
  totals.exact = isExact(run)
}

/** The reuses of the whole program are counted beyond the pairs that the recording had room for (docs/metrics.md, reuse distances). */
function addUnpaired(totals: Totals, { distanceCounts: { length, pair, axis, granularity, count }, run }: ProfileTables): void {
  if (run.granularity === undefined || totals.traps === 0) return
  const bytes = GRANULARITY_BYTES[run.granularity]
  let reuses = 0
  // Those of the whole program come first.
  for (let row = 0; row < length && pair[row]! < 0; row++) if (axis[row] === AXIS_TIME && granularity[row] === bytes) reuses += count[row]!
  if (reuses <= totals.traps) return
  totals.unpaired = reuses - totals.traps
  totals.reused *= reuses / totals.traps
  totals.traps = reuses
  totals.exact = false
}

function sumWhere(column: Float64Array, tools: Uint8Array, tool: number): number {
  let sum = 0
  for (let row = 0; row < column.length; row++) if (tools[row] === tool) sum += column[row]!
  return sum
}

/** η as an amount. Sharing counts no use of its own: an observation without waste is a line that no other thread touched. */
function decidedAmount(profile: ProfileTables, tool: Tool): number {
  if (profile.run.reweighted) return sumOfTool(profile, tool, ({ accessed, unfinished }, row) => accessed[row]! - unfinished[row]!)
  return decidedByContext(profile, tool).reduce((sum, { amount }) => sum + amount, 0)
}

/** η of each sampled context, in samples and as an amount. */
export function decidedByContext(
  profile: Pick<ProfileTables, 'watches' | 'pairs' | 'run'>,
  tool: Tool,
): Array<{ node: number; samples: number; amount: number }> {
  const { watches } = profile
  const period = meanPeriod(profile, tool)
  return sampledRows(profile, tool).map((row) => ({
    node: watches.node[row]!,
    samples: watches.accounted[row]!,
    amount: watches.accounted[row]! * period * meanLength(profile, row),
  }))
}

/** Of each sampled context what ended with its memory (freedSamples), in samples and as an amount. */
export function freedByContext(
  profile: Pick<ProfileTables, 'watches' | 'pairs' | 'run' | 'counters'>,
  tool: Tool,
): Array<{ node: number; samples: number; amount: number }> {
  const { watches } = profile
  const freed = freedSamples(profile)
  const period = meanPeriod(profile, tool)
  return sampledRows(profile, tool)
    .filter((row) => freed[row]! > 0)
    .map((row) => ({ node: watches.node[row]!, samples: freed[row]!, amount: freed[row]! * period * meanLength(profile, row) }))
}

/**
 * μ − η in samples, and as an amount: times the period, and the mean length of the sampled accesses where bytes are counted.
 * Likewise what ended with its memory; sharing watches other threads' accesses, whose memory is not theirs alone.
 */
function backlog(profile: ProfileTables, tool: Tool): Pick<Totals, 'samples' | 'unaccounted' | 'unaccountedShare' | 'freed'> {
  const { watches } = profile
  const rows = sampledRows(profile, tool)
  const period = rows.length > 0 ? meanPeriod(profile, tool) : 0
  let samples = 0
  let left = 0
  let unaccounted = 0
  let freed = 0
  const freedOf = tool === 'false-sharing' ? null : freedSamples(profile)
  for (const row of rows) {
    const backlog = Math.max(0, watches.samples[row]! - watches.accounted[row]!)
    samples += watches.samples[row]!
    left += backlog
    unaccounted += backlog * period * meanLength(profile, row)
    freed += (freedOf?.[row] ?? 0) * period * meanLength(profile, row)
  }
  if (profile.run.reweighted) unaccounted = sumOfTool(profile, tool, ({ unfinished }, row) => unfinished[row]!)
  if (profile.run.reweighted) freed = sumOfTool(profile, tool, ({ freed }, row) => freed[row]!)
  // Samples of unequal periods have weights, which add up to about their number.
  return { samples: Math.round(samples), unaccounted, unaccountedShare: ratio(left, samples), ...(freed > 0 ? { freed } : {}) }
}

function sumOfTool({ contextTotals }: ProfileTables, tool: Tool, value: (totals: ContextTotalTable, row: number) => number): number {
  const number = TOOLS.indexOf(tool)
  let sum = 0
  for (let row = 0; row < contextTotals.length; row++) if (contextTotals.tool[row] === number) sum += value(contextTotals, row)
  return sum
}

/** Rows of `watches` with samples of the tool. */
export function sampledRows({ watches }: Pick<ProfileTables, 'watches'>, tool: Tool): number[] {
  return Array.from(watches.tool.keys()).filter((row) => TOOLS[watches.tool[row]!] === tool && watches.samples[row]! > 0)
}

/** Mean length of the accesses sampled in a row of `watches`, in bytes; 1 if time is counted. */
function meanLength({ watches, run }: Pick<ProfileTables, 'watches' | 'run'>, row: number): number {
  return run.unit === 'bytes' ? watches.bytes[row]! / watches.samples[row]! : 1
}

/** Amount per credited sample (and byte of it): the run's period times the tools that samples were dealt to. */
function meanPeriod({ pairs, run }: Pick<ProfileTables, 'pairs' | 'run'>, tool: Tool): number {
  let amount = 0
  let credited = 0
  for (let row = 0; row < pairs.length; row++) {
    if (TOOLS[pairs.tool[row]!] !== tool || !(pairs.traps[row]! > 0)) continue
    amount += pairs.amount[row]!
    credited += pairs.credit[row]! * (run.unit === 'bytes' ? pairs.bytes[row]! / pairs.traps[row]! : 1)
  }
  return credited > 0 ? amount / credited : (run.meanPeriod ?? run.period) * (run.engine === 'exhaustive' || run.engine === 'virtual' ? 1 : run.tools.length)
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
