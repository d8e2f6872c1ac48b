/**
 * Executed instructions by place in the calling-context tree, from the block executions that the exhaustive engine
 * counts.
 */
import type { ExecutedTable } from '../../../shared/profile/tables.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { Merged } from '../merged.ts'
import { sumStatistic } from '../run_description.ts'

/**
 * With a smaller share of the measured instructions in calling contexts, the table would mislead: recordings of earlier
 * versions, counting runs, and programs with so many contexts that blocks are counted without one.
 */
const LEAST_COUNTED = 0.99

/** The table covers all but a small part of the executed instructions. */
export function isExecutedKnown(processes: RawProcess[], { executed }: Merged['accesses']): boolean {
  return executed.reduce((sum, instructions) => sum + instructions, 0) >= LEAST_COUNTED * sumStatistic(processes, 'instructions_measured')
}

/** @param instructionNode node of each merged context */
export function mergeExecuted(processes: RawProcess[], { accesses }: Pick<Merged, 'accesses'>, instructionNode: Int32Array): Omit<ExecutedTable, 'waits'> {
  const sums = new Map<number, number>()
  const isKnown = isExecutedKnown(processes, accesses)
  accesses.executed.forEach((instructions, context) => {
    if (instructions === 0 || !isKnown) return
    const node = instructionNode[context]!
    if (node >= 0) sums.set(node, (sums.get(node) ?? 0) + instructions)
  })
  const node = Int32Array.from(sums.keys()).sort()
  return { length: node.length, node, instructions: Float64Array.from(node, (row) => sums.get(row)!) }
}
