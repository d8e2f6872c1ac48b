import { lowerBound } from '../../shared/profile/columns/lower_bound.ts'

/** Where the rows of one pair stand in a column that is ordered by pair, or those of one object in one of objects. */
export function rowsOfPair(column: Int32Array, pair: number): { start: number; end: number } {
  return { start: lowerBound(column, pair), end: lowerBound(column, pair + 1) }
}
