/** Collects rows of the calling-context tree, each distinct (parent, content) once, and puts them in depth-first order. */
import { growingFloat64, growingInt32 } from '../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import { INSTRUCTION, ROOT, type NodeTable } from '../../shared/profile/tables.ts'

export interface NodeContent {
  kind: number
  functionIndex: number
  file: number
  line: number
  /** Distinguishes rows only if the line is unknown: two calls on one line are one row. */
  address: number
}

export interface BuiltTree {
  nodes: NodeTable
  /** Row in `nodes` of every row that the builder handed out. */
  rowOf: Int32Array
}

export class TreeBuilder {
  readonly #kinds = new PairInterner()
  readonly #places = new PairInterner()
  readonly #contents = new PairInterner()
  readonly #distinct = new PairInterner()
  readonly #addressRows = new Map<number, number>()
  readonly #rows = new PairInterner()
  readonly #address = growingFloat64()
  readonly #instruction = growingInt32()

  static readonly root = 0

  /** @returns the row of this content below `parent`, the same for the same content */
  node(parent: number, content: NodeContent): number {
    const telling = content.line < 0 && content.address >= 0
    return this.#intern(parent, content, telling ? this.#addressRow(content.address) : -1, -1)
  }

  /** @param instruction row of the instruction table */
  instruction(parent: number, functionIndex: number, instruction: number, address: number): number {
    return this.#intern(parent, { kind: INSTRUCTION, functionIndex, file: -1, line: -1, address }, instruction, instruction)
  }

  parentOf(row: number): number {
    return this.#rows.first(row - 1)
  }

  functionOf(row: number): number {
    return this.#kinds.second(this.#places.first(this.#contents.first(this.#distinct.first(this.#rows.second(row - 1)))))
  }

  finish(): BuiltTree {
    const length = this.#rows.length + 1
    const parent = Int32Array.from({ length }, (_, row) => (row === 0 ? -1 : this.#rows.first(row - 1)))
    const rowOf = depthFirstRows(parent)
    const nodes: NodeTable = {
      length,
      parent: new Int32Array(length).fill(-1),
      kind: new Uint8Array(length).fill(ROOT),
      functionIndex: new Int32Array(length).fill(-1),
      file: new Int32Array(length).fill(-1),
      line: new Int32Array(length).fill(-1),
      address: new Float64Array(length).fill(-1),
      instruction: new Int32Array(length).fill(-1),
    }
    for (let built = 1; built < length; built++) {
      const row = rowOf[built]!
      const content = this.#distinct.first(this.#rows.second(built - 1))
      const place = this.#contents.first(content)
      const kind = this.#places.first(place)
      nodes.parent[row] = rowOf[parent[built]!]!
      nodes.kind[row] = this.#kinds.first(kind)
      nodes.functionIndex[row] = this.#kinds.second(kind)
      nodes.file[row] = this.#places.second(place)
      nodes.line[row] = this.#contents.second(content)
      nodes.address[row] = this.#address.get(built - 1)
      nodes.instruction[row] = this.#instruction.get(built - 1)
    }
    return { nodes, rowOf }
  }

  #intern(parent: number, content: NodeContent, distinction: number, instruction: number): number {
    const kind = this.#kinds.intern(content.kind, content.functionIndex)
    const place = this.#places.intern(kind, content.file)
    const row = this.#rows.intern(parent, this.#distinct.intern(this.#contents.intern(place, content.line), distinction))
    if (row === this.#address.length) {
      this.#address.push(content.address)
      this.#instruction.push(instruction)
    }
    return row + 1
  }

  #addressRow(address: number): number {
    let row = this.#addressRows.get(address)
    if (row === undefined) {
      row = this.#addressRows.size
      this.#addressRows.set(address, row)
    }
    return row
  }
}

/** New row of every row, children in order of first appearance. */
function depthFirstRows(parent: Int32Array): Int32Array {
  const length = parent.length
  const firstChild = new Int32Array(length).fill(-1)
  const nextSibling = new Int32Array(length).fill(-1)
  for (let row = length - 1; row > 0; row--) {
    nextSibling[row] = firstChild[parent[row]!]!
    firstChild[parent[row]!] = row
  }
  const rowOf = new Int32Array(length)
  let next = 0
  let at = 0
  while (at >= 0) {
    rowOf[at] = next++
    let following = firstChild[at]!
    while (following < 0 && at >= 0) {
      following = nextSibling[at]!
      at = parent[at]!
    }
    at = following
  }
  return rowOf
}
