/** A column of which few values may be read without the others. */
import type { Numbers } from '../narrowed.ts'

export interface NumberColumn {
  readonly length: number
  at(row: number): number
  /** The values where all are in memory. */
  readonly whole: Numbers | null
  /** Brings all into memory. */
  all(): Numbers
}

export function inMemory(values: Numbers): NumberColumn {
  return { length: values.length, at: (row) => values[row]!, whole: values, all: () => values }
}
