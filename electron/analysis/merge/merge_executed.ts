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

/** @param instructionNode node of each merged context */
export function mergeExecuted(
  processes: RawProcess[],
  { accesses: { executed } }: Pick<Merged, 'accesses'>,
  instructionNode: Int32Array,
): Omit<ExecutedTable, 'waits'> {
  const sums = new Map<number, number>()
  let total = 0
  executed.forEach((instructions, context) => {
    if (instructions === 0) return
    total += instructions
    const node = instructionNode[context]!
    if (node >= 0) sums.set(node, (sums.get(node) ?? 0) + instructions)
  })
  if (total < LEAST_COUNTED * sumStatistic(processes, 'instructions_measured')) sums.clear()
  const node = Int32Array.from(sums.keys()).sort()
  return { length: node.length, node, instructions: Float64Array.from(node, (row) => sums.get(row)!) }
}
