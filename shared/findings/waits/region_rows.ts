/** Rows of the tree in parallel regions. */
import { isCalledRow, type NodeTable } from '../../profile/tables.ts'

/** By row: 1 in a parallel region, whatever it calls. @param regions by row of functions, 1 for parallel regions */
export function rowsInRegions({ length, parent, kind, functionIndex }: NodeTable, regions: Uint8Array): Uint8Array {
  const inRegion = new Uint8Array(length)
  for (let row = 1; row < length; row++) inRegion[row] = inRegion[parent[row]!]! | (isCalledRow(kind[row]!) ? regions[functionIndex[row]!]! : 0)
  return inRegion
}
