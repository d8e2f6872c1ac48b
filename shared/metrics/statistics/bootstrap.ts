/**
 * 95 % intervals of shares by block bootstrap over time (metrics.md section 9): the run is cut into blocks of equal
 * length, blocks are drawn with replacement, and the share is computed anew from each draw. Neighbouring traps
 * resemble each other (phases); blocks keep that dependence, which resampling single traps would hide.
 *
 * Block count: n^(2/3) for n traps, so that a block holds about n^(1/3) of them, the rate that is optimal for the
 * variance (Hall, Horowitz & Jing, Biometrika 82, 1995).
 */
import { binomialInterval } from './binomial.ts'
import { SeededRandom } from './random.ts'

export const BOOTSTRAP_SEED = 20_261_120
export const BOOTSTRAP_REPLICATES = 400
/** With fewer traps behind a share no interval is given (metrics.md: "not reliable"). */
export const FEWEST_TRAPS = 10
const FEWEST_BLOCKS = 10
const MOST_BLOCKS = 400

export interface BlockSampler {
  blocks: number
  replicates: number
  /** multiplicity[b × replicates + r]: how often replicate r drew block b. */
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
    for (let draw = 0; draw < blocks; draw++) multiplicity[random.nextBelow(blocks) * replicates + replicate]!++
  }
  return { blocks, replicates, multiplicity }
}

/** Sum of a column over the blocks of every replicate. */
export function replicateSums(sampler: BlockSampler, sums: BlockSums): Float64Array {
  const { replicates, multiplicity } = sampler
  const result = new Float64Array(replicates)
  for (let i = 0; i < sums.block.length; i++) {
    const part = sums.part[i]!
    const offset = sums.block[i]! * replicates
    for (let replicate = 0; replicate < replicates; replicate++) result[replicate]! += multiplicity[offset + replicate]! * part
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
  const shares = new Float64Array(part.length)
  let count = 0
  for (let replicate = 0; replicate < part.length; replicate++) {
    if (whole[replicate]! > 0) shares[count++] = Math.min(1, part[replicate]! / whole[replicate]!)
  }
  if (count < part.length * 0.95) return null
  const sorted = shares.subarray(0, count).sort()
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
}

/**
 * Widens an interval to the exact binomial one where hardly any trap is of one kind: draws vary little there, and not
 * at all where a kind was never seen, so that the bootstrap alone would claim far too much.
 * @param seen traps of the requested kind
 * @param traps all traps, at least 1
 */
export function widenRare([low, high]: [number, number], seen: number, traps: number): [number, number] {
  if (!isRare(seen, traps)) return [low, high]
  const exact = binomialInterval(seen, traps)
  return [Math.min(low, exact[0]), Math.max(high, exact[1])]
}

/** Whether too few traps are of the one or the other kind to draw from. */
export function isRare(seen: number, traps: number): boolean {
  return Math.min(seen, traps - seen) < FEWEST_TRAPS
}

/** Linear interpolation between the order statistics around p·(n − 1). */
function quantile(sorted: Float64Array, p: number): number {
  const position = p * (sorted.length - 1)
  const below = Math.floor(position)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (position - below)
}
