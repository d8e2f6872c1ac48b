/** How large each tool's fraction is so far, and how precise: `record --until ci=…` waits for it. */
import { binomialInterval } from '../../../shared/metrics/statistics/binomial.ts'
import { blockCount, blockOf, FEWEST_TRAPS, isRare } from '../../../shared/metrics/statistics/bootstrap.ts'
import type { Tool } from '../../../shared/run.ts'

/** The decided part of one tool: sums of the counters, and the trap log. */
export interface LiveTool {
  /** In the unit of the driver. */
  waste: number
  use: number
  traps: number
  /** Decided samples, if everything decided without waste is use (sharing); null if use has pairs of its own. */
  decided: number | null
  /** Entries of the trap log, in no order: ns, samples that the trap represents, 1 for waste. Null if it was not read. */
  log: { time: Float64Array; credit: Float64Array; wasted: Uint8Array } | null
}

export interface LiveFraction {
  /** waste / (waste + use); null while nothing is decided. */
  fraction: number | null
  /** Half width of the 95 % interval, 0..1; null with too few traps to tell, or without the trap log. */
  halfWidth: number | null
  traps: number
}

/** The state of a counted recording at one look. */
export interface CountedSoFar {
  tools: Partial<Record<Tool, Pick<LiveTool, 'waste'>>>
  /** Bytes, at the engine's last summing up. */
  accessed: Partial<Record<Tool, number>>
}

/** Bounds further apart than this say too little. */
const WIDEST_BOUNDS = 0.1

/**
 * The wasted fraction that the exhaustive engine has counted. Its pairs are current, but accesses are summed only now
 * and then. The waste at the latest sum is therefore between the values of this look and the last one. Null while that
 * leaves the fraction open by more than ten points.
 */
export function countedFraction(before: CountedSoFar | null, now: CountedSoFar, tool: Tool): number | null {
  const accessed = now.accessed[tool] ?? 0
  if (before === null || accessed === 0 || accessed === before.accessed[tool]) return null
  const least = (before.tools[tool]?.waste ?? 0) / accessed
  const most = Math.min(1, (now.tools[tool]?.waste ?? 0) / accessed)
  return most - least <= WIDEST_BOUNDS && most >= least ? (least + most) / 2 : null
}

const NORMAL_975 = 1.959964

/** By tool; reuse distance has no fraction. */
export function liveFractions({ tools }: { tools: Partial<Record<Tool, LiveTool>> }): Partial<Record<Tool, LiveFraction>> {
  return Object.fromEntries(
    (Object.entries(tools) as Array<[Tool, LiveTool]>).map(([tool, live]) => [
      tool,
      {
        fraction: live.waste + live.use > 0 ? live.waste / (live.waste + live.use) : null,
        halfWidth: live.log && halfWidth(live.log, live.decided),
        traps: live.traps,
      },
    ]),
  )
}

/**
 * Half of the 95 % interval of a ratio of sums over blocks of time. The block bootstrap of the finished profile
 * estimates this standard deviation by drawing; here it is computed to first order (delta method), without draws. If
 * hardly any trap is of one kind, it is at least that of the exact binomial interval, as there.
 */
function halfWidth({ time, credit, wasted }: NonNullable<LiveTool['log']>, decided: number | null): number | null {
  if (time.length < FEWEST_TRAPS) return null
  const start = time.reduce((least, at) => Math.min(least, at), Infinity)
  const end = time.reduce((most, at) => Math.max(most, at), -Infinity)
  const blocks = blockCount(time.length)
  const whole = new Float64Array(blocks)
  const part = new Float64Array(blocks)
  let squares = 0
  time.forEach((at, i) => {
    const block = blockOf(at, start, end, blocks)
    whole[block]! += credit[i]!
    part[block]! += credit[i]! * wasted[i]!
    squares += credit[i]! ** 2
  })
  const credited = whole.reduce((sum, value) => sum + value, 0)
  const wasteful = part.reduce((sum, value) => sum + value, 0)
  const total = Math.max(decided ?? 0, credited)
  if (!(total > 0)) return null
  // The decided amount is known; otherwise a block with many traps has many of both kinds.
  const expected = (block: number): number => (decided === null ? (wasteful / credited) * whole[block]! : wasteful / blocks)
  const deviations = part.reduce((sum, value, block) => sum + (value - expected(block)) ** 2, 0)
  const byBlocks = (NORMAL_975 * Math.sqrt((deviations * blocks) / (blocks - 1))) / total
  // Equally weighing traps that tell as much, as in the finished profile.
  const size = Math.max(1, Math.round(credited ** 2 / squares))
  const seen = Math.round((size * wasteful) / credited)
  if (decided !== null || !isRare(seen, size)) return byBlocks
  const [low, high] = binomialInterval(seen, size)
  return Math.max(byBlocks, (high - low) / 2)
}
