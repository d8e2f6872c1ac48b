/** The run's cost, by function: `hagstone report --view cpu-time`, and its columns in other views. */
import { costInterval, runCost, runCostSums } from '../../shared/metrics/run_cost.ts'
import { SparseNodeSums } from '../../shared/metrics/node_sums.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import { counted } from '../../shared/names/counted.ts'
import { outermostSums } from '../../shared/profile/tree/call_tree.ts'
import { subtreesOf } from '../../shared/profile/tree/subtrees.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { isFunctionRow } from '../../shared/profile/tables.ts'
import { functionPlace, placeOfFunction, rowsOfFunctions } from './flat.ts'
import { intervalText } from '../../shared/names/interval_text.ts'
import { costText, fit, percentText, tableLines, wrap } from './format.ts'

/** Own: of the function's own lines. Inclusive: with its callees, recursion once per path. */
export interface FunctionCost {
  /** ns of CPU time, or executed instructions. */
  exclusive: number
  inclusive: number
  /** The part of the inclusive cost that waited for other threads. */
  waiting: number
  /** Sampling interrupts behind the inclusive number, or its instructions. */
  observations: number
}

/** By function index, those with a cost, the largest own cost first. */
export function functionCosts(profile: ProfileTables): Map<number, FunctionCost> {
  const costs = new Map<number, FunctionCost>()
  const cost = runCost(profile)
  if (cost === null) return costs
  const { nodes, functions } = profile
  const subtrees = subtreesOf(nodes)
  const sums = new SparseNodeSums(nodes, runCostSums(nodes, cost), subtrees)
  const { rows, group } = rowsOfFunctions(profile)
  const inclusive = outermostSums(rows, group, functions.length, subtrees.end, sums.column('useInclusive'))
  const waiting = outermostSums(rows, group, functions.length, subtrees.end, sums.column('wasteInclusive'))
  const observations = outermostSums(rows, group, functions.length, subtrees.end, sums.column('traps'))
  const exclusive = new Float64Array(functions.length)
  const { kind, functionIndex } = nodes
  sums.eachExclusive((node, _, own) => {
    if (isFunctionRow(kind[node]!)) exclusive[functionIndex[node]!]! += own
  })
  for (let index = 0; index < functions.length; index++) {
    if (observations[index]! > 0)
      costs.set(index, { exclusive: exclusive[index]!, inclusive: inclusive[index]!, waiting: waiting[index]!, observations: observations[index]! })
  }
  return new Map([...costs].sort(([a, left], [b, right]) => right.exclusive - left.exclusive || right.inclusive - left.inclusive || a - b))
}

/** Functions by the run's own cost in them. */
export function runCostLines(profile: ProfileTables, top: number, width: number): string[] {
  const total = runCost(profile)
  if (total === null) return wrap(`No CPU time was measured: ${whyNone(profile)}`, width, '')
  const rows = [...functionCosts(profile)]
  const right = (title: string): { title: string; align: 'right' } => ({ title, align: 'right' })
  const { ownTitle, amountOf } = COST_NAMES[total.measure]
  const hasWaiting = (total.waiting ?? 0) > 0
  const lines = tableLines(
    [
      right(ownTitle),
      ...(total.interrupts === null ? [] : [right('95 % CI')]),
      right(''),
      right('incl.'),
      ...(hasWaiting ? [right('waiting')] : []),
      { title: 'function', align: 'left' },
    ],
    rows.slice(0, top).map(([index, cost]) => {
      const { exclusive, inclusive } = cost
      const { name, ...place } = placeOfFunction(profile, index)
      const interval = costInterval(exclusive, ownInterrupts(cost), total)
      return [
        percentText(exclusive / total.amount),
        ...(interval === null ? [] : [intervalText(interval)]),
        costText(exclusive, total.measure),
        percentText(inclusive / total.amount),
        ...(hasWaiting ? [percentText(cost.waiting / total.amount)] : []),
        `${name}  ${functionPlace(place, profile.files)}`,
      ]
    }),
  ).map((line) => fit(line, width))
  const basis = total.interrupts === null ? `, ${NOT_TIME}` : ` at ${counted(total.interrupts, 'sampling interrupt')}`
  return [
    ...wrap(
      `${costText(total.amount, total.measure)} ${amountOf}${basis}${hasWaiting ? `; ${percentText(total.waiting! / total.amount)} of it waits for other threads` : ''}`,
      width,
      '',
    ),
    '',
    ...lines,
    ...(rows.length > top ? [`${counted(rows.length - top, 'more function')} (--top ${rows.length} shows all)`] : []),
  ]
}

const NOT_TIME = 'every one counted; they stand in for CPU time, which the exhaustive engine does not measure'

/** Interrupts behind the own time, as if its rate had been the callees' too. */
export function ownInterrupts({ exclusive, inclusive, observations }: FunctionCost): number {
  return inclusive > 0 ? (observations * exclusive) / inclusive : 0
}

function whyNone({ run }: ProfileTables): string {
  if (run.engine === 'exhaustive')
    return 'the exhaustive engine counts instructions, and this profile has them in no calling context: the program has too many contexts, or an earlier version of Hagstone recorded it. Record with --engine software.'
  if (run.engine === 'virtual') return 'virtual PMUs count accesses, not time. Record with --engine software.'
  if (run.driver === 'accesses') return 'the processor sampled accesses, not time. Record with --engine software.'
  return 'no sampling interrupt was kept. Profiles of earlier versions of Hagstone have none; record again, or longer.'
}
