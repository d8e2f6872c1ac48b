/** Compressed index from a node to the edges that name it, built by counting sort. */
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

/** The same of a table most of whose rows have no edges: memory grows with the edges. */
export class SparseEdgeIndex {
  readonly #rows: RowSet
  readonly #index: EdgeIndex

  /** @param endpoint row of each edge, 0 ≤ endpoint < rowCount */
  constructor(endpoint: Int32Array, rowCount: number) {
    this.#rows = new RowSet(rowCount)
    for (const row of endpoint) this.#rows.add(row)
    this.#index = buildEdgeIndex(endpoint.map((row) => this.#rows.rank(row)), this.#rows.size)
  }

  /** In the order of their numbers. */
  of(row: number): Int32Array {
    return this.#rows.has(row) ? edgesOf(this.#index, this.#rows.rank(row)) : this.#index.edges.subarray(0, 0)
  }
}
