/** The sums of contextTotals by tool. A large profile's file holds them beside the columns, which then need not be read to show them. */
import { TOOLS } from '../profile.ts'
import type { ContextTotalTable } from '../tables.ts'

export const SUMMED = ['accessed', 'use', 'unfinished', 'freed', 'interleaved', 'first', 'waiting'] as const
type Summed = (typeof SUMMED)[number]
export type ContextSums = Record<Summed, number>

export const NO_SUMS: Readonly<ContextSums> = { accessed: 0, use: 0, unfinished: 0, freed: 0, interleaved: 0, first: 0, waiting: 0 }

/** By position in TOOLS. */
const known = new WeakMap<ContextTotalTable, readonly ContextSums[]>()

/** @param tool position in TOOLS */
export function contextSums(table: ContextTotalTable, tool: number): ContextSums {
  const sums = known.get(table)
  if (sums !== undefined) return sums[tool] ?? NO_SUMS
  return Object.fromEntries(SUMMED.map((name) => [name, sumsByTool(table.tool, table[name])[tool]!])) as ContextSums
}

/** In the order of the rows, so that another addition gives the same numbers. @returns by position in TOOLS */
export function sumsByTool(tools: Uint8Array, column: Float64Array): Float64Array {
  const sums = new Float64Array(TOOLS.length)
  for (let row = 0; row < column.length; row++) sums[tools[row]!]! += column[row]!
  return sums
}

/** @returns `table`, whose rows add up to the same as the other's, as far as that is known */
export function keepContextSums(other: ContextTotalTable, table: ContextTotalTable): ContextTotalTable {
  const sums = known.get(other)
  if (sums !== undefined) known.set(table, sums)
  return table
}

/** @param sums by position in TOOLS, of this table as it is and stays */
export function knowContextSums(table: ContextTotalTable, sums: readonly ContextSums[]): void {
  known.set(table, sums)
}
