/** What the run spent in each place, as findings bound their waste by it: the one source of every "share of the run" (docs/metrics.md, Findings). */
import { runCost as costOfRun } from '../metrics/run_cost.ts'
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
export function runCost(profile: Pick<ProfileTables, 'cpuTimes' | 'executed' | 'run'>): RunCost | null {
  const cost = costOfRun(profile)
  if (cost === null || cost.amount <= 0) return null
  const { measure, node, own, observations, amount, interrupts } = cost
  return { measure, node, amount: own, observations: interrupts === null ? null : observations, total: amount, totalObservations: interrupts ?? 0 }
}
