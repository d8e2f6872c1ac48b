/**
 * 95 % intervals of shares by block bootstrap over time (metrics.md section 9): the run is cut into blocks of equal
 * length, blocks are drawn with replacement, and the share is computed anew from each draw. Neighbouring traps
 * resemble each other (phases); blocks keep that dependence, which resampling single traps would hide.
 *
 * Block count: n^(2/3) for n traps, so that a block holds about n^(1/3) of them, the rate that is optimal for the
 * variance (Hall, Horowitz & Jing, Biometrika 82, 1995).
 */
import { SeededRandom } from './random.ts'

export const BOOTSTRAP_SEED = 20_261_120
export const BOOTSTRAP_REPLICATES = 400
/** With fewer traps behind a share no interval is given (metrics.md: "few samples"). */
export const FEWEST_TRAPS = 10
const FEWEST_BLOCKS = 10
const MOST_BLOCKS = 400

export interface BlockSampler {
  blocks: number
  replicates: number
  /** multiplicity[r × blocks + b]: how often replicate r drew block b. */
  multiplicity: Uint16Array
}

/** One share's material: sums per block, only blocks where `part` is not zero. */
export interface BlockSums {
  block: Int32Array
  part: Float64Array
}

export function blockCount(traps: number): number {
  return Math.min(MOST_BLOCKS, Math.max(FEWEST_BLOCKS, Math.round(traps ** (2 / 3))))
}

/** Block of a time; times outside the run count to its ends. */
export function blockOf(time: number, start: number, end: number, blocks: number): number {
  if (!(end > start)) return 0
  return Math.min(blocks - 1, Math.max(0, Math.floor(((time - start) / (end - start)) * blocks)))
}

export function drawBlocks(blocks: number, seed = BOOTSTRAP_SEED, replicates = BOOTSTRAP_REPLICATES): BlockSampler {
  const random = new SeededRandom(seed)
  const multiplicity = new Uint16Array(blocks * replicates)
  for (let replicate = 0; replicate < replicates; replicate++) {
    for (let draw = 0; draw < blocks; draw++) multiplicity[replicate * blocks + random.nextBelow(blocks)]!++
  }
  return { blocks, replicates, multiplicity }
}

/** Sum of a column over the blocks of every replicate. */
export function replicateSums(sampler: BlockSampler, sums: BlockSums): Float64Array {
  const result = new Float64Array(sampler.replicates)
  for (let replicate = 0; replicate < sampler.replicates; replicate++) {
    const offset = replicate * sampler.blocks
    let sum = 0
    for (let i = 0; i < sums.block.length; i++) sum += sampler.multiplicity[offset + sums.block[i]!]! * sums.part[i]!
    result[replicate] = sum
  }
  return result
}

/**
 * Interval of part / whole, percentile method.
 * @param part replicate sums of the numerator
 * @param whole replicate sums of the denominator, part ≤ whole
 * @returns shares 0..1; null if too few replicates saw anything
 */
export function shareInterval(part: Float64Array, whole: Float64Array): [number, number] | null {
  const shares: number[] = []
  for (let replicate = 0; replicate < part.length; replicate++) {
    if (whole[replicate]! > 0) shares.push(Math.min(1, part[replicate]! / whole[replicate]!))
  }
  if (shares.length < part.length * 0.95) return null
  const sorted = Float64Array.from(shares).sort()
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
}

/** Linear interpolation between the order statistics around p·(n − 1). */
function quantile(sorted: Float64Array, p: number): number {
  const position = p * (sorted.length - 1)
  const below = Math.floor(position)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (position - below)
}
