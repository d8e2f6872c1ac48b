/** The costs of two runs in the rows of their joint tree: CPU time or executed instructions (docs/comparing.md). */
import type { ComparedNode } from '../comparison.ts'
import type { ComparedNumber, Side } from './compared_number.ts'
import type { RunMeasure } from '../findings/finding.ts'
import { sumMetrics, type NodeMetricColumns } from '../metrics/node_metrics.ts'
import { runCost, type RunCost } from '../metrics/run_cost.ts'
import type { ProfileTables } from '../profile/profile.ts'
import type { CpuTimeTable } from '../profile/tables.ts'
import type { JointTree } from './joint_tree.ts'
import { compareNumbers, intervalByTraps, type Estimate } from './numbers.ts'

export interface ComparedCosts {
  measure: RunMeasure
  /** Cost of the whole runs. */
  total: ComparedNumber
  /** The part of it that waited for other threads; null where it is not known of both runs. */
  waiting: ComparedNumber | null
  /** By rows of the joint tree: cost in place of use, its part that waited in place of waste, observations in place of traps. */
  metrics: Record<Side, NodeMetricColumns>
  /** Cost of both runs together, by row: trees show the rows in which something was spent. */
  own: CpuTimeTable
  /** @param metrics of one row */
  compareNode(metrics: Record<Side, Pick<NodeRow, 'wasteInclusive' | 'useInclusive' | 'useExclusive' | 'traps'>>): NonNullable<ComparedNode['runCost']>
}

type NodeRow = Record<keyof NodeMetricColumns, number>

export function comparedCosts(profiles: Record<Side, ProfileTables>, tree: JointTree): ComparedCosts | null {
  const costs = { old: runCost(profiles.old), new: runCost(profiles.new) }
  const { old, new: recent } = costs
  if (old === null || recent === null || old.measure !== recent.measure) return null
  const own = (side: Side): Record<'cost' | 'waiting' | 'observations', Float64Array> => {
    const { node, own: amounts, observations, waits } = costs[side]!
    const sums = { cost: new Float64Array(tree.nodes.length), waiting: new Float64Array(tree.nodes.length), observations: new Float64Array(tree.nodes.length) }
    node.forEach((at, row) => {
      const joint = tree.rowOf[side][at]!
      sums.cost[joint]! += amounts[row]!
      sums.observations[joint]! += observations[row]!
      if (waits[row] === 1) sums.waiting[joint]! += amounts[row]!
    })
    return sums
  }
  const owns = { old: own('old'), new: own('new') }
  const metricsOf = (side: Side): NodeMetricColumns =>
    sumMetrics(tree.nodes, { waste: owns[side].waiting, use: owns[side].cost, traps: owns[side].observations })
  const estimate = (side: Side, amount: number, observations: number): Estimate => estimated(costs[side]!, amount, observations)
  const rows = Int32Array.from(tree.nodes.kind.keys()).filter((row) => owns.old.cost[row]! + owns.new.cost[row]! > 0)
  const both = (name: 'cost' | 'observations'): Float64Array => Float64Array.from(rows, (row) => owns.old[name][row]! + owns.new[name][row]!)
  return {
    measure: old.measure,
    waiting:
      old.waiting === undefined || recent.waiting === undefined
        ? null
        : compareNumbers(estimate('old', old.waiting, waitingTrials(old)), estimate('new', recent.waiting, waitingTrials(recent)), 1),
    total: compareNumbers(estimate('old', old.amount, old.interrupts ?? 0), estimate('new', recent.amount, recent.interrupts ?? 0), 1),
    metrics: { old: metricsOf('old'), new: metricsOf('new') },
    own: { length: rows.length, node: rows, interrupts: both('observations'), time: both('cost'), waits: new Uint8Array(rows.length) },
    compareNode: (metrics) => {
      const compared = (name: 'wasteInclusive' | 'useInclusive' | 'useExclusive'): ComparedNumber => {
        const of = (side: Side): Estimate => {
          const { useInclusive, traps } = metrics[side]
          return estimate(side, metrics[side][name], useInclusive > 0 ? (traps * metrics[side][name]) / useInclusive : 0)
        }
        return compareNumbers(of('old'), of('new'), 1)
      }
      return {
        inclusive: compared('useInclusive'),
        exclusive: compared('useExclusive'),
        ...(old.waiting === undefined || recent.waiting === undefined || old.waiting + recent.waiting === 0 ? {} : { waiting: compared('wasteInclusive') }),
      }
    },
  }
}

/** Interrupts that found waiting code, as if all represented the same time. */
function waitingTrials({ amount, interrupts, waiting }: RunCost): number {
  return amount > 0 ? ((interrupts ?? 0) * (waiting ?? 0)) / amount : 0
}

/** Interrupts are independent; instructions are counted. */
function estimated({ amount, interrupts }: RunCost, value: number, observations: number): Estimate {
  if (interrupts === null) return { value, interval: null, exact: true }
  const [low, high] = intervalByTraps(value, observations, interrupts > 0 ? amount / interrupts : 0)
  return { value, interval: [Math.min(low, value), Math.max(high, value)], exact: false }
}
