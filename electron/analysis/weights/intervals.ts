/** 95 % intervals of every tool's fraction and every pair's share, from the trap log. */
import {
  blockCount,
  blockOf,
  BOOTSTRAP_REPLICATES,
  BOOTSTRAP_SEED,
  drawBlocks,
  FEWEST_TRAPS,
  replicateSums,
  shareInterval,
  widenRare,
  type BlockSampler,
  type BlockSums,
} from '../../../shared/metrics/statistics/bootstrap.ts'
import { buildEdgeIndex, edgesOf } from '../../../shared/profile/columns/edge_index.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables, type ToolInterval } from '../../../shared/profile/profile.ts'
import type { Relation } from '../../../shared/profile/frame.ts'
import type { ContextTotalTable, PairTable, WatchTable } from '../../../shared/profile/tables.ts'
import { attributionShifts, widenByShift } from '../symbols/attribution_shift.ts'
import type { TrapLog } from '../merge/merge_pairs.ts'
import type { WatchEnds } from '../merge/merge_watches.ts'

/**
 * Fills the interval columns of `pairs` and returns the tools' own intervals, which also include the bias of
 * attribution (attribution_shift.ts). Reuse has no fraction, but its pairs have shares. Waiting pairs are in no
 * fraction and have no intervals. Sharing logs no useful accesses: its total is the decided part (`watches`), taken as
 * known.
 * @param reweighted by row of `watches`, what samples represent, in the unit of the pairs' amounts; null: samples
 */
export function computeIntervals(
  { pairs, watches, counters }: Pick<ProfileTables, 'pairs' | 'watches' | 'counters'>,
  traps: TrapLog,
  ends: WatchEnds,
  reweighted: ContextTotalTable | null = null,
): ToolInterval[] {
  const intervals: ToolInterval[] = []
  if (traps.time.length < FEWEST_TRAPS) return intervals
  const byPair = buildEdgeIndex(traps.pair, pairs.length)
  const amounts = trapAmounts(pairs, traps)
  const waiting = RELATIONS.indexOf('WAITING')
  const shiftOf = attributionShifts({ pairs, watches, counters }, ends)
  for (const [tool, name] of TOOLS.entries()) {
    const rows = rowsWhere(pairs.length, (row) => pairs.tool[row] === tool && pairs.relation[row] !== waiting)
    const log = rows.flatMap((row) => Array.from(edgesOf(byPair, row)))
    if (log.length < FEWEST_TRAPS) continue
    const weights = name === 'false-sharing' && !reweighted ? traps.credit : amounts
    const resampler = new Resampler(traps, log, weights)
    const sizesOf = (part: number[], whole: number[]): [number, number] => effectiveSizes(weights, part, whole)
    const whole = name === 'false-sharing' ? decidedWhole(pairs, weights, { watches, reweighted }, rows, log) : resampler.replicates(log)
    const wasted = log.filter((trap) => isWasteful(relationOf(pairs, traps.pair[trap]!)))
    const hasFraction = rows.some((row) => isWasteful(relationOf(pairs, row)) || isUse(relationOf(pairs, row)))
    const interval = hasFraction ? shareInterval(resampler.replicates(wasted), whole) : null
    if (interval) {
      const [low, high] = name === 'false-sharing' ? interval : widenByShift(widenRare(interval, ...sizesOf(wasted, log)), shiftOf(tool))
      intervals.push({ tool: name, low, high })
    }
    for (const row of rows) {
      const own = edgesOf(byPair, row)
      if (own.length < FEWEST_TRAPS) continue
      const share = shareInterval(resampler.replicates(own), whole)
      if (!share) continue
      const [low, high] = name === 'false-sharing' ? share : widenRare(share, ...sizesOf(Array.from(own), log))
      pairs.intervalLow[row] = low
      pairs.intervalHigh[row] = high
    }
  }
  return intervals
}

/**
 * The equivalent number of equally weighted traps (Kish, Survey Sampling, 1965), and how many of them are in the part.
 */
function effectiveSizes(weights: Float64Array, part: number[], whole: number[]): [number, number] {
  const sum = (log: number[], value: (trap: number) => number): number => log.reduce((sum, trap) => sum + value(trap), 0)
  const total = sum(whole, (trap) => weights[trap]!)
  const size = total > 0 ? Math.max(1, Math.round(total ** 2 / sum(whole, (trap) => weights[trap]! ** 2))) : 1
  return [total > 0 ? Math.round((size * sum(part, (trap) => weights[trap]!)) / total) : 0, size]
}

/**
 * Returns each trap's part of its pair's amount: where bytes are counted, samples of long accesses represent more than
 * those of short ones.
 */
export function trapAmounts(pairs: PairTable, { pair, credit }: TrapLog): Float64Array {
  return credit.map((credit, trap) => {
    const row = pair[trap]!
    return pairs.credit[row]! > 0 ? (credit * pairs.amount[row]!) / pairs.credit[row]! : 0
  })
}

export const BOOTSTRAP = { seed: BOOTSTRAP_SEED, replicates: BOOTSTRAP_REPLICATES }

/** Decided samples in the log; never less than the log's traps represent. */
function decidedWhole(
  pairs: PairTable,
  weights: Float64Array,
  { watches, reweighted }: { watches: WatchTable; reweighted: ContextTotalTable | null },
  rows: number[],
  log: number[],
): Float64Array {
  const tool = pairs.tool[rows[0]!]
  const decided = reweighted ? reweighted.accessed.map((bytes, row) => bytes - reweighted.unfinished[row]!) : watches.accounted
  const accounted = decided.reduce((sum, value, row) => (watches.tool[row] === tool ? sum + value : sum), 0)
  const logged = log.length / rows.reduce((sum, row) => sum + pairs.traps[row]!, 0)
  const credited = log.reduce((sum, trap) => sum + weights[trap]!, 0)
  return new Float64Array(BOOTSTRAP_REPLICATES).fill(Math.max(credited, accounted * logged))
}

function relationOf(pairs: PairTable, row: number): Relation {
  return RELATIONS[pairs.relation[row]!]!
}

function rowsWhere(length: number, wanted: (row: number) => boolean): number[] {
  return Array.from({ length }, (_, row) => row).filter(wanted)
}

class Resampler {
  /** By trap. */
  readonly #weight: Float64Array
  /** By trap; only those of the log given. */
  readonly #block: Uint16Array
  readonly #sampler: BlockSampler

  constructor(traps: TrapLog, log: number[], weight: Float64Array) {
    this.#weight = weight
    const start = log.reduce((least, trap) => Math.min(least, traps.time[trap]!), Infinity)
    const end = log.reduce((most, trap) => Math.max(most, traps.time[trap]!), -Infinity)
    const blocks = blockCount(log.length)
    this.#sampler = drawBlocks(blocks)
    this.#block = new Uint16Array(traps.time.length)
    for (const trap of log) this.#block[trap] = blockOf(traps.time[trap]!, start, end, blocks)
  }

  replicates(log: Iterable<number>): Float64Array {
    const sumOf = new Map<number, number>()
    for (const trap of log) sumOf.set(this.#block[trap]!, (sumOf.get(this.#block[trap]!) ?? 0) + this.#weight[trap]!)
    const sums: BlockSums = { block: Int32Array.from(sumOf.keys()), part: Float64Array.from(sumOf.values()) }
    return replicateSums(this.#sampler, sums)
  }
}
