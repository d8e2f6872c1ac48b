import { expect, test } from 'vitest'
import { SeededRandom } from '../../metrics/statistics/random.ts'
import { SparseEdgeIndex } from './edge_index.ts'

test('the edges of a row are the same, few rows asked for or many', () => {
  const random = new SeededRandom(5)
  const rowCount = 500
  // The first ones side by side, of rows that are scanned while few are requested.
  const endpoint = Int32Array.from({ length: 300 }, (_, edge) => (edge < 60 ? edge >> 1 : random.nextBelow(rowCount)))
  const few = new SparseEdgeIndex(endpoint, rowCount)
  const prepared = new SparseEdgeIndex(endpoint, rowCount)
  prepared.prepare()
  for (let row = 0; row < rowCount; row++) {
    const edges = Array.from(endpoint.keys()).filter((edge) => endpoint[edge] === row)
    expect([row, Array.from(few.of(row)), Array.from(prepared.of(row))]).toEqual([row, edges, edges])
  }
})
