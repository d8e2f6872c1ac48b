/**
 * Where a program's reuse behaviour changes: binary segmentation of its reuses in order of time. One distribution of
 * time distances for the whole run lets every phase borrow the other phases' locations; RDX names this as a cause of
 * wrong stack distances, windows mend it (metrics.md section 4).
 */

/** Reuses that a phase has at least: fewer give no distribution to convert by. */
const SHORTEST_PHASE = 64
/** Distinguished octaves of time distance. */
const OCTAVES = 48

/**
 * Cuts a sequence of time distances into phases. Returns the index at which each phase starts, 0 first. A cut must
 * gain more likelihood (multinomial over octaves) than its parameters cost by the Bayesian information criterion.
 */
export function changePoints(distances: ArrayLike<number>): number[] {
  const octaves = Uint8Array.from(distances, (distance) => Math.min(OCTAVES - 1, Math.floor(Math.log2(Math.max(1, distance)))))
  const starts = [0]
  const open: Array<[number, number]> = [[0, octaves.length]]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part
    const cut = bestCut(octaves, from, to)
    if (cut === null) continue
    starts.push(cut)
    open.push([from, cut], [cut, to])
  }
  return starts.sort((a, b) => a - b)
}

function bestCut(octaves: Uint8Array, from: number, to: number): number | null {
  if (to - from < 2 * SHORTEST_PHASE) return null
  const left = new Octaves()
  const right = new Octaves()
  for (let i = from; i < to; i++) right.add(octaves[i]!)
  const together = right.logLikelihood()
  const penalty = right.distinct() * Math.log(to - from)
  let best: number | null = null
  let gain = penalty
  for (let i = from; i < to - SHORTEST_PHASE; i++) {
    left.add(octaves[i]!)
    right.remove(octaves[i]!)
    if (i + 1 - from < SHORTEST_PHASE) continue
    const gained = left.logLikelihood() + right.logLikelihood() - together
    if (gained > gain) {
      gain = gained
      best = i + 1
    }
  }
  return best
}

/** Counts by octave, with sum of n log n kept up to date. */
class Octaves {
  readonly #counts = new Uint32Array(OCTAVES)
  #total = 0
  #entropySum = 0

  add(octave: number): void {
    this.#change(octave, 1)
  }

  remove(octave: number): void {
    this.#change(octave, -1)
  }

  #change(octave: number, by: number): void {
    const before = this.#counts[octave]!
    this.#entropySum += timesLogarithm(before + by) - timesLogarithm(before)
    this.#counts[octave] = before + by
    this.#total += by
  }

  distinct(): number {
    return this.#counts.reduce((sum, count) => sum + Number(count > 0), 0)
  }

  logLikelihood(): number {
    return this.#entropySum - timesLogarithm(this.#total)
  }
}

function timesLogarithm(count: number): number {
  return count > 0 ? count * Math.log(count) : 0
}
