/** Compressed index from a node to the edges that name it, built by counting sort. */

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
