/**
 * The cost of the run by place: CPU time where a clock sampled it, executed instructions where they were counted
 * (docs/metrics.md, CPU time and Executed instructions), and the part that waited (Waiting). Trees sum it in the form of a
 * tool's numbers: cost in place of use, observations in place of traps, and the waiting part in place of waste.
 */
import type { RunMeasure } from '../findings/finding.ts'
import { narrowed } from '../profile/narrowed.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { RangeSums } from '../profile/columns/range_sums.ts'
import { RowSet } from '../profile/columns/row_set.ts'
import { scoreInterval } from './statistics/binomial.ts'
import { heldSums, type OwnSums } from './tool_sums.ts'
import { effectiveTrials, type SampleWeights } from './unequal_periods.ts'

export interface RunCostTotal {
  measure: RunMeasure
  /** ns of CPU time that all interrupts represent, or executed instructions. */
  amount: number
  /** Sampling interrupts; null of instructions, which are exact. */
  interrupts: number | null
  /** The part of the amount that waited for other threads; absent: not known, the profile is of an earlier version. */
  waiting?: number
  /** Weights of interrupts that represent periods of unequal length; absent: all are equal. */
  weights?: SampleWeights
}

export interface RunCost extends RunCostTotal {
  /** Row of the tree of each cost; negative in a tree with other frames, which dropped it. */
  node: Int32Array
  /** The exclusive cost of each of these rows, in the unit of `amount`. */
  own: Float64Array
  /** Interrupts of each; of instructions the instructions themselves. */
  observations: Float64Array
  /** 1 for those that waited. */
  waits: Uint8Array
}

type Costs = Pick<ProfileTables, 'cpuTimes' | 'executed' | 'run'>

/** Cost of the whole run; null if neither was measured, or if an earlier version did not keep it. Nothing has shares of a cost of 0. */
export function runCost(costs: Costs): RunCost | null {
  const cost = measuredCost(costs)
  return cost === null || cost.amount === 0 ? null : cost
}

function measuredCost({ cpuTimes, executed, run }: Costs): RunCost | null {
  const weights = run.sampleWeights === undefined ? {} : { weights: run.sampleWeights }
  if (cpuTimes.length > 0)
    return {
      ...weights,
      measure: 'cpu-time',
      amount: sum(cpuTimes.time),
      interrupts: sum(cpuTimes.interrupts),
      ...waitingOf(run, cpuTimes.time, cpuTimes.waits),
      node: cpuTimes.node,
      own: cpuTimes.time,
      observations: cpuTimes.interrupts,
      waits: cpuTimes.waits,
    }
  if (executed.length === 0) return null
  return {
    measure: 'instructions',
    amount: sum(executed.instructions),
    interrupts: null,
    ...waitingOf(run, executed.instructions, executed.waits),
    node: executed.node,
    own: executed.instructions,
    observations: executed.instructions,
    waits: executed.waits,
  }
}

export function runCostTotal(profile: Costs): RunCostTotal | null {
  const cost = runCost(profile)
  return cost === null
    ? null
    : {
        measure: cost.measure,
        amount: cost.amount,
        interrupts: cost.interrupts,
        ...(cost.waiting === undefined ? {} : { waiting: cost.waiting }),
        ...(cost.weights === undefined ? {} : { weights: cost.weights }),
      }
}

/**
 * 95 % interval of a share of the CPU time: interrupts are independent trials, of unequal weight where the rate changed.
 * @param interrupts behind the amount; null: not known, as many as its share of the run's
 * @returns null of instructions, which are exact
 */
export function costInterval(amount: number, interrupts: number | null, total: RunCostTotal): [number, number] | null {
  if (total.interrupts === null) return null
  const trials = effectiveTrials(
    { amount, trials: interrupts ?? (total.interrupts * amount) / total.amount },
    { amount: total.amount, trials: total.interrupts },
    total.weights,
  )
  return scoreInterval(Math.min(1, amount / total.amount) * trials, trials)
}

/** Rows with a negative node are left out. */
export function runCostSums(
  nodes: ProfileTables['nodes'],
  { node, own, observations, waits }: Pick<RunCost, 'node' | 'own' | 'observations' | 'waits'>,
): OwnSums {
  const charged = new RowSet(nodes.length)
  for (const row of node) if (row >= 0) charged.add(row)
  const [cost, observed, waited] = [new Float64Array(charged.size), new Float64Array(charged.size), new Float64Array(charged.size)]
  node.forEach((at, row) => {
    if (at < 0) return
    cost[charged.rank(at)]! += own[row]!
    observed[charged.rank(at)]! += observations[row]!
    if (waits[row] === 1) waited[charged.rank(at)]! += own[row]!
  })
  const sums = (values: Float64Array): RangeSums => new RangeSums(narrowed(values))
  return { charged, waste: sums(waited), use: sums(cost), traps: sums(observed), ...heldSums(nodes, charged, waited, cost) }
}

function waitingOf({ tellsWaiting }: Costs['run'], own: Float64Array, waits: Uint8Array): Pick<RunCostTotal, 'waiting'> {
  return tellsWaiting === true ? { waiting: own.reduce((total, value, row) => (waits[row] === 1 ? total + value : total), 0) } : {}
}

function sum(column: Float64Array): number {
  return column.reduce((total, value) => total + value, 0)
}
