/** The time line of a tool, for the whole program or one pair, in intervals large enough to be significant. */
import { scoreInterval } from '../../../shared/metrics/statistics/binomial.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { effectiveTrials, type SampleWeights } from '../../../shared/metrics/unequal_periods.ts'
import { isSought, isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { type IntervalRange, type TimelineInterval, type TimelineReport } from '../../../shared/rpc/charts.ts'

/** More do not fit side by side. */
const MOST_SHOWN = 128
const FEWEST_SHOWN = 8
/** For counted runs, whose bars need no room for whiskers and no brush. A long run has millions. */
const MOST_COUNTED = 512

/** Tools whose use no trap shows: waste in an interval is not a share of any whole. */
const WITHOUT_SHARE: ReadonlySet<Tool> = new Set(['reuse-distance', 'false-sharing'])

/**
 * @param pair null: the whole program
 * @throws RpcError unable: counted runs know no times of single pairs
 */
export function readTimeline(profile: ProfileTables, tool: Tool, pair: number | null): TimelineReport {
  const {
    timelineAxis: { unit, ends },
    timeline,
  } = profile
  const counted = unit === 'instructions'
  if (counted && pair !== null) throw new RpcError('unable', 'A run that counted every access has times only for each tool as a whole; show the whole program')
  const wanted = TOOLS.indexOf(tool)
  let [rows, logged] = [0, 0]
  for (let row = 0; row < timeline.length; row++) {
    if (timeline.tool[row] !== wanted) continue
    rows++
    logged += timeline.traps[row]!
  }
  const step = counted ? stepTo(ends.length, MOST_COUNTED) : intervalsTogether(ends.length, logged)
  const intervals: TimelineInterval[] = []
  for (let first = 0; first < ends.length; first += step) {
    const last = Math.min(ends.length, first + step) - 1
    intervals.push({
      from: first === 0 ? 0 : ends[first - 1]!,
      to: ends[last]!,
      first,
      last,
      amount: 0,
      whole: WITHOUT_SHARE.has(tool) ? null : 0,
      traps: 0,
      allTraps: 0,
      share: null,
      low: null,
      high: null,
    })
  }
  for (let row = 0; row < timeline.length; row++)
    if (timeline.tool[row] === wanted) add(intervals[Math.floor(timeline.interval[row]! / step)]!, profile, row, { pair, counted })
  for (const interval of intervals) judge(interval, counted, profile.run.sampleWeights)
  const all = profile.pairs.traps.reduce((sum, traps, row) => (profile.pairs.tool[row] === wanted ? sum + traps : sum), 0)
  return { unit, counted, amountUnit: profile.run.unit, intervals: rows === 0 ? [] : intervals, covered: counted ? 1 : all > 0 ? Math.min(1, logged / all) : 0 }
}

/** 1 for the pairs that trapped in these intervals. @throws RpcError unable for counted runs */
export function pairsDuring({ timelineAxis, timeline, pairs }: ProfileTables, { first, last }: IntervalRange): Uint8Array {
  if (timelineAxis.unit === 'instructions')
    throw new RpcError('unable', 'A run that counted every access has times only for each tool as a whole, not for pairs; clear the range of times')
  const fits = new Uint8Array(pairs.length)
  for (let row = 0; row < timeline.length; row++) {
    const interval = timeline.interval[row]!
    if (interval >= first && interval <= last && timeline.pair[row]! >= 0) fits[timeline.pair[row]!] = 1
  }
  return fits
}

/** This many of the profile's intervals, so that each shown one has enough traps on average. */
function intervalsTogether(length: number, traps: number): number {
  return stepTo(length, Math.min(MOST_SHOWN, Math.max(FEWEST_SHOWN, traps / FEWEST_TRAPS)))
}

/** A power of two that leaves at most this many. */
function stepTo(length: number, shown: number): number {
  return Math.max(1, 2 ** Math.ceil(Math.log2(length / shown)))
}

function add(interval: TimelineInterval, { timeline, pairs }: ProfileTables, row: number, { pair, counted }: { pair: number | null; counted: boolean }): void {
  const amount = timeline.amount[row]!
  if (counted) {
    interval.amount += amount
    if (interval.whole !== null) interval.whole += timeline.accessed[row]!
    return
  }
  const own = timeline.pair[row]!
  if (own < 0) return
  const relation = RELATIONS[pairs.relation[own]!]!
  interval.allTraps += timeline.traps[row]!
  if (interval.whole !== null && (isWasteful(relation) || isUse(relation))) interval.whole += amount
  if (pair === null ? !isSought(relation) : own !== pair) return
  interval.amount += amount
  interval.traps += timeline.traps[row]!
}

function judge(interval: TimelineInterval, counted: boolean, weights: SampleWeights | undefined): void {
  const { amount, whole, traps, allTraps } = interval
  if (whole === null || whole <= 0) return
  interval.share = Math.min(1, amount / whole)
  if (counted || allTraps < FEWEST_TRAPS) return
  const trials = effectiveTrials({ amount, trials: traps }, { amount: whole, trials: allTraps }, weights)
  const [low, high] = scoreInterval((traps / allTraps) * trials, trials)
  // Traps may represent different amounts: the interval is that of traps, moved to contain the share.
  interval.low = Math.min(interval.share, low)
  interval.high = Math.max(interval.share, high)
}
