import { firstIndex } from './lower_bound.ts'

/** Index of the last value that is at most `wanted`; −1: none. @param values ascending */
export function lastAtMost(values: ArrayLike<number>, wanted: number): number {
  return firstIndex(0, values.length, (index) => values[index]! > wanted) - 1
}
