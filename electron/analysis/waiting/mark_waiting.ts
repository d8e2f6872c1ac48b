/** Moves the accesses and time of waiting code out of waste and use (docs/metrics.md, Waiting). */
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { ContextTotalTable, CpuTimeTable, ExecutedTable, PairTable } from '../../../shared/profile/tables.ts'

/**
 * Each row's own share of the run, used to find waiting code: of CPU time or executed instructions or, if neither was
 * measured, of the pairs.
 */
export function ownWeights(
  nodeCount: number,
  {
    cpuTimes,
    executed,
    pairs,
  }: { cpuTimes: Omit<CpuTimeTable, 'waits'>; executed: Omit<ExecutedTable, 'waits'>; pairs: Pick<PairTable, 'length' | 'source' | 'target' | 'amount'> },
): Float64Array {
  const weight = new Float64Array(nodeCount)
  const add = (rows: Int32Array, values: Float64Array): void => {
    const total = values.reduce((sum, value) => sum + value, 0)
    if (total > 0) rows.forEach((row, at) => (weight[row]! += values[at]! / total))
  }
  add(cpuTimes.node, cpuTimes.time)
  add(executed.node, executed.instructions)
  add(pairs.source, pairs.amount)
  add(pairs.target, pairs.amount)
  return weight
}

/** Subtracts what would be useful without a pair, in place. */
export function markWaitingUse({ length, node, use, waiting }: ContextTotalTable, waits: Uint8Array): void {
  for (let row = 0; row < length; row++) {
    if (waits[node[row]!] !== 1) continue
    waiting[row] = use[row]!
    use[row] = 0
  }
}

/** @returns the table with the column `waits` */
export function withWaits<T extends Pick<ProfileTables['cpuTimes'], 'node'>>(table: T, waits: Uint8Array): T & { waits: Uint8Array } {
  return { ...table, waits: Uint8Array.from(table.node, (row) => waits[row]!) }
}
