/** Totals of each tool and what the counters say about the sampling: metrics.md sections 1 to 3. */
import { isWasteful, RELATIONS, TOOLS, type Counter, type ProfileTables } from '../profile/profile.ts'
import { PAIR_APPROXIMATE } from '../profile/tables.ts'
import type { Statistics, Tool, Totals } from '../report.ts'

/** Equation 1 of WITCH; null when nothing was decided. */
export function fraction(waste: number, use: number): number | null {
  return waste + use > 0 ? waste / (waste + use) : null
}

/** Of the tools that the run recorded. */
export function totalsByTool(profile: ProfileTables): Partial<Record<Tool, Totals>> {
  const totals: Partial<Record<Tool, Totals>> = {}
  for (const tool of profile.run.tools) totals[tool] = toolTotals(profile, tool)
  return totals
}

function toolTotals(profile: ProfileTables, tool: Tool): Totals {
  const { pairs, intervals } = profile
  const totals: Totals = { waste: 0, use: 0, unaccounted: unaccounted(profile, tool), fraction: null, ci95: null, traps: 0, precise: 0, approximate: 0 }
  for (let row = 0; row < pairs.length; row++) {
    const relation = RELATIONS[pairs.relation[row]!]!
    if (TOOLS[pairs.tool[row]!] !== tool) continue
    const amount = pairs.amount[row]!
    totals.traps += pairs.traps[row]!
    if (isWasteful(relation)) {
      totals.waste += amount
      if (pairs.flags[row]! & PAIR_APPROXIMATE) totals.approximate += amount
      else totals.precise += amount
    } else if (relation !== 'REUSED_BY') {
      totals.use += amount
    }
  }
  totals.fraction = fraction(totals.waste, totals.use)
  const interval = intervals.find((interval) => interval.tool === tool)
  totals.ci95 = interval ? [interval.low, interval.high] : null
  return totals
}

/** Backlog (μ − η) · period, times the mean length of the sampled accesses where bytes are counted. */
function unaccounted({ watches, run }: ProfileTables, tool: Tool): number {
  let sum = 0
  for (let row = 0; row < watches.length; row++) {
    if (TOOLS[watches.tool[row]!] !== tool || watches.samples[row] === 0) continue
    const backlog = Math.max(0, watches.samples[row]! - watches.accounted[row]!)
    sum += backlog * run.period * (run.unit === 'bytes' ? watches.bytes[row]! / watches.samples[row]! : 1)
  }
  return sum
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
