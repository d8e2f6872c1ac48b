/**
 * Where the run's CPU time went (docs/metrics.md, CPU time), in the form that trees sum a tool's numbers in: ns of CPU time
 * in place of use, interrupts in place of traps; nothing is waste.
 */
import { narrowed } from '../profile/narrowed.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { RangeSums } from '../profile/range_sums.ts'
import { RowSet } from '../profile/row_set.ts'
import { heldSums, type OwnSums } from './tool_sums.ts'

export interface CpuTimeTotal {
  /** ns of CPU time that all interrupts stand for. */
  time: number
  interrupts: number
}

/** Of the whole run; null where no clock interrupted it, or its interrupts were not kept: nothing is known then. */
export function cpuTimeTotal({ cpuTimes }: Pick<ProfileTables, 'cpuTimes'>): CpuTimeTotal | null {
  if (cpuTimes.length === 0) return null
  return { time: cpuTimes.time.reduce((sum, time) => sum + time, 0), interrupts: cpuTimes.interrupts.reduce((sum, count) => sum + count, 0) }
}

/** Rows with a negative node are left out: a tree with other frames dropped them. */
export function cpuTimeSums({ nodes, cpuTimes }: Pick<ProfileTables, 'nodes' | 'cpuTimes'>): OwnSums {
  const charged = new RowSet(nodes.length)
  for (const node of cpuTimes.node) if (node >= 0) charged.add(node)
  const [time, interrupts, waste] = [new Float64Array(charged.size), new Float64Array(charged.size), new Float64Array(charged.size)]
  cpuTimes.node.forEach((node, row) => {
    if (node < 0) return
    time[charged.rank(node)]! += cpuTimes.time[row]!
    interrupts[charged.rank(node)]! += cpuTimes.interrupts[row]!
  })
  const sums = (values: Float64Array): RangeSums => new RangeSums(narrowed(values))
  return { charged, waste: sums(waste), use: sums(time), traps: sums(interrupts), ...heldSums(nodes, charged, waste, time) }
}
