/**
 * Boxes of a flame graph from the program inwards: each row of the tree has that of the row above it, or one on it. So the
 * contexts of a large profile need no walk to the program for each of its rows.
 */
import { MOST_BETWEEN } from '../../../../shared/profile/recursion.ts'
import { isFunctionRow, LOOP, UNKNOWN, type NodeTable } from '../../../../shared/profile/tables.ts'
import type { BoxNumbers } from './box_numbers.ts'
import { isLongRecursion } from './folded_frames.ts'

/** The boxes that there are. */
interface BoxTable {
  /** The box of a number on another box; made if there is none. */
  on(box: number, number: number): number
  /** −1: there is none. */
  known(box: number, number: number): number
}

/** The whole. */
export const ROOT_BOX = 0
const LONGEST_SPAN = 255

export class InwardBoxes {
  readonly #nodes: NodeTable
  readonly #startUp: ReadonlySet<number>
  readonly #numbers: BoxNumbers
  readonly #table: BoxTable
  /** By row: its box + 1; negative: that of the nearest row above which has one; 0: not known yet. */
  readonly #box: Int32Array
  /** By frame: frames from it out to the outermost one of its recursion. */
  readonly #span: Uint8Array
  /** By row: 1 if its path has a recursion to fold. */
  readonly #isFolded: Uint8Array

  /** @param startUp frames without a box */
  constructor(nodes: NodeTable, startUp: ReadonlySet<number>, numbers: BoxNumbers, table: BoxTable) {
    this.#nodes = nodes
    this.#startUp = startUp
    this.#numbers = numbers
    this.#table = table
    this.#box = new Int32Array(nodes.length)
    this.#span = new Uint8Array(nodes.length)
    this.#isFolded = new Uint8Array(nodes.length)
    this.#box[0] = ROOT_BOX + 1
  }

  /**
   * The box of a context.
   * @param makes boxes are made for it; else the innermost one that there is: after that, none may be made
   * @returns null: its path has a recursion to fold, or is that of an access in a start-up frame
   */
  of(row: number, makes: boolean): number | null {
    const { parent } = this.#nodes
    if (this.#startUp.has(this.#frameOf(row))) return null
    const unknown: number[] = []
    for (let at = row; this.#box[at] === 0; at = parent[at]!) unknown.push(at)
    for (let at = unknown.length - 1; at >= 0; at--) this.#extend(unknown[at]!, makes)
    return this.#isFolded[row] === 1 ? null : Math.abs(this.#box[row]!) - 1
  }

  #extend(row: number, makes: boolean): void {
    const { parent, kind, functionIndex } = this.#nodes
    const above = parent[row]!
    this.#box[row] = this.#box[above]!
    this.#isFolded[row] = this.#isFolded[above]!
    if (isFrame(kind[row]!)) {
      if (this.#startUp.has(row)) return
      this.#span[row] = this.#spanOf(row)
      if (isLongRecursion(this.#span[row]!)) this.#isFolded[row] = 1
      this.#enter(row, functionIndex[row]!, makes)
    } else if (kind[row] === LOOP && !this.#startUp.has(this.#frameOf(above))) this.#enter(row, this.#numbers.loop(row), makes)
  }

  #enter(row: number, number: number, makes: boolean): void {
    const around = this.#box[row]!
    if (this.#isFolded[row] === 1 || around < 0) return
    const box = makes ? this.#table.on(around - 1, number) : this.#table.known(around - 1, number)
    this.#box[row] = box < 0 ? -around : box + 1
  }

  /** The row or the innermost frame above it; 0: none. */
  #frameOf(row: number): number {
    const { parent, kind } = this.#nodes
    let at = row
    while (at > 0 && !isFrame(kind[at]!)) at = parent[at]!
    return at
  }

  #spanOf(row: number): number {
    const { parent, kind, functionIndex } = this.#nodes
    for (let at = parent[row]!, frames = 0; at > 0 && frames < MOST_BETWEEN; at = parent[at]!) {
      if (!isFrame(kind[at]!) || this.#startUp.has(at)) continue
      frames++
      if (functionIndex[at] === functionIndex[row]) return Math.min(LONGEST_SPAN, frames + this.#span[at]!)
    }
    return 0
  }
}

export function isFrame(kind: number): boolean {
  return isFunctionRow(kind) || kind === UNKNOWN
}
