/** Compressed index from a node to the edges that name it, built by counting sort. */
import { growingInt32 } from './growing_column.ts'
import { RowSet } from './row_set.ts'

export interface EdgeIndex {
  /** Edges of node n are `edges` at positions start[n] … start[n + 1] − 1. */
  start: Int32Array
  edges: Int32Array
}

/** @param endpoint node of each edge, 0 ≤ endpoint < nodeCount */
export function buildEdgeIndex(endpoint: Int32Array, nodeCount: number): EdgeIndex {
  const start = new Int32Array(nodeCount + 1)
  for (const node of endpoint) start[node + 1]!++
  for (let node = 0; node < nodeCount; node++) start[node + 1]! += start[node]!
  const next = start.slice(0, nodeCount)
  const edges = new Int32Array(endpoint.length)
  for (let edge = 0; edge < endpoint.length; edge++) edges[next[endpoint[edge]!]!++] = edge
  return { start, edges }
}

export function edgesOf(index: EdgeIndex, node: number): Int32Array {
  return index.edges.subarray(index.start[node]!, index.start[node + 1]!)
}

/** Rows whose edges are looked for one by one. To make the index takes some hundred times as long as one of these looks. */
const MOST_SEARCHED = 64

/** The same of a table most of whose rows have no edges: memory grows with the edges. Made once the edges of many rows were requested. */
export class SparseEdgeIndex {
  readonly #endpoint: Int32Array
  readonly #rowCount: number
  #searched = 0
  #made: { rows: RowSet; index: EdgeIndex } | null = null

  /** @param endpoint row of each edge, 0 ≤ endpoint < rowCount */
  constructor(endpoint: Int32Array, rowCount: number) {
    this.#endpoint = endpoint
    this.#rowCount = rowCount
  }

  /** In the order of their numbers. */
  of(row: number): Int32Array {
    if (this.#made === null && this.#searched++ < MOST_SEARCHED) return edgesAt(this.#endpoint, row)
    const { rows, index } = this.#index()
    return rows.has(row) ? edgesOf(index, rows.rank(row)) : index.edges.subarray(0, 0)
  }

  /** Makes the index now. */
  prepare(): void {
    this.#index()
  }

  #index(): { rows: RowSet; index: EdgeIndex } {
    if (this.#made !== null) return this.#made
    const rows = new RowSet(this.#rowCount)
    for (const row of this.#endpoint) rows.add(row)
    return (this.#made = {
      rows,
      index: buildEdgeIndex(
        this.#endpoint.map((row) => rows.rank(row)),
        rows.size,
      ),
    })
  }
}

function edgesAt(endpoint: Int32Array, row: number): Int32Array {
  const edges = growingInt32()
  for (let edge = endpoint.indexOf(row); edge >= 0; edge = endpoint.indexOf(row, edge + 1)) edges.push(edge)
  return edges.finish()
}
