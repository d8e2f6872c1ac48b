/**
 * What the run spent in each place: the one source of every "share of the run" (docs/metrics.md, Findings). CPU time where
 * the sampling clock measured it.
 */
import { cpuTimeTotal } from '../metrics/cpu_time.ts'
import type { ProfileTables } from '../profile/profile.ts'
import type { RunMeasure } from './finding.ts'

export interface RunCost {
  measure: RunMeasure
  /** Rows of the tree, with what was spent in each of them itself. */
  node: Int32Array
  amount: Float64Array
  /** Sampling interrupts behind each amount; null where every execution was counted. */
  observations: Float64Array | null
  total: number
  totalObservations: number
}

/** Null where the profile does not say what the run spent where. */
export function runCost(profile: Pick<ProfileTables, 'cpuTimes'>): RunCost | null {
  const total = cpuTimeTotal(profile)
  if (total === null || total.time <= 0) return null
  const { node, time, interrupts } = profile.cpuTimes
  return { measure: 'cpu-time', node, amount: time, observations: interrupts, total: total.time, totalObservations: total.interrupts }
}
