/** Ends of calling paths under numbers: equal for rows with the same place and the same innermost functions. */
import { PairInterner } from '../profile/pair_interner.ts'
import { isFunctionRow, type NodeTable } from '../profile/tables.ts'

export type FrameCount = 1 | 2 | 4 | 8

/** Numbers of functions begin above it: paths that have fewer frames than requested differ from longer ones. */
const NO_FRAME = 0

export class PathEndings {
  readonly #nodes: NodeTable
  readonly #placeOfRow: Int32Array
  /** Innermost frame of each row's path, the row itself included; −1: none. */
  readonly #frame: Int32Array
  readonly #paths = new PairInterner()
  /** By frame count and frame's row: the number of its path, + 1; 0: not requested yet. */
  readonly #known: Record<Exclude<FrameCount, 1>, Int32Array>

  /** @param placeOfRow number of each row's line; −1: unknown */
  constructor(nodes: NodeTable, placeOfRow: Int32Array) {
    this.#nodes = nodes
    this.#placeOfRow = placeOfRow
    this.#frame = new Int32Array(nodes.length).fill(-1)
    for (let row = 1; row < nodes.length; row++) {
      const isFrame = isFunctionRow(nodes.kind[row]!)
      this.#frame[row] = isFrame ? row : this.#frame[nodes.parent[row]!]!
    }
    const none = (): Int32Array => new Int32Array(nodes.length)
    this.#known = { 2: none(), 4: none(), 8: none() }
  }

  /** @returns of each row the number of its place and so many innermost functions of its path, or all if it has fewer */
  ofRows(frames: FrameCount): (row: number) => number {
    const numbers = new PairInterner()
    const known = new Int32Array(this.#nodes.length).fill(-1)
    return (row) => (known[row]! >= 0 ? known[row]! : (known[row] = numbers.intern(this.#placeOfRow[row]! + 1, this.#path(this.#frame[row]!, frames))))
  }

  /** A path is made of two halves, which other paths and other counts share. */
  #path(frame: number, frames: FrameCount): number {
    if (frame < 0) return NO_FRAME
    if (frames === 1) return this.#nodes.functionIndex[frame]! + 2
    const known = this.#known[frames]
    if (known[frame] === 0) {
      const half = (frames / 2) as FrameCount
      let above = frame
      for (let step = 0; step < half && above >= 0; step++) above = this.#frame[this.#nodes.parent[above]!]!
      known[frame] = this.#paths.intern(this.#path(frame, half), this.#path(above, half)) + 2
    }
    return known[frame]! - 1
  }
}
