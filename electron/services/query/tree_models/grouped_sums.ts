/** A tool's sums in groups of tree rows: functions, files, modules, loops. Inclusive values count each path once. */
import type { NodeMetricColumns } from '../../../../shared/metrics/node_metrics.ts'
import { buildEdgeIndex, type EdgeIndex } from '../../../../shared/profile/columns/edge_index.ts'
import type { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import type { Progress } from '../../../../shared/progress.ts'
import type { NodeMetrics } from '../../../../shared/rpc/trees.ts'
import type { LoadedProfile } from '../loaded_profile.ts'

/** Row r of the set is in group groupOf[key[r]], so many groupings of ten million rows share their columns. */
export interface Grouping {
  set: RowSet
  /** By row of the tree. */
  key: Int32Array
  groupOf: Int32Array
  /** Number of groups. */
  count: number
}

const INCLUSIVE = ['wasteInclusive', 'useInclusive', 'traps'] as const

/**
 * By group, for each grouping. One column of the tree is held at a time. @param room a number for each row of the tree,
 * whose values are no longer needed
 */
export function groupedSums(
  { subtrees: { end }, metrics }: Pick<LoadedProfile, 'subtrees' | 'metrics'>,
  groupings: readonly Grouping[],
  progress: Progress,
  room: Float64Array = new Float64Array(end.length),
): NodeMetricColumns[] {
  const zeros = (): Float64Array[] => groupings.map(({ count }) => new Float64Array(count))
  const [wasteExclusive, useExclusive] = [zeros(), zeros()]
  metrics.eachExclusive((node, waste, use) => {
    for (let at = 0; at < groupings.length; at++) {
      const { set, key, groupOf } = groupings[at]!
      if (!set.has(node)) continue
      const group = groupOf[key[node]!]!
      wasteExclusive[at]![group]! += waste
      useExclusive[at]![group]! += use
    }
  })
  const rowsOf = new Map(groupings.map(({ set }) => [set, set.members()]))
  const inclusive = INCLUSIVE.map((name, done) => {
    progress.reached((done + 1) / (INCLUSIVE.length + 1))
    const column = metrics.column(name, room)
    return groupings.map((grouping) => outermostSums(grouping, rowsOf.get(grouping.set)!, end, column))
  })
  return groupings.map((_, at) => ({
    wasteInclusive: inclusive[0]![at]!,
    useInclusive: inclusive[1]![at]!,
    wasteExclusive: wasteExclusive[at]!,
    useExclusive: useExclusive[at]!,
    traps: inclusive[2]![at]!,
  }))
}

/**
 * A row below another one of its group already counts there: the inclusive cost of a recursive function is that of its
 * outermost frames.
 */
function outermostSums({ key, groupOf, count }: Grouping, rows: Int32Array, end: Int32Array, inclusive: Float64Array): Float64Array {
  const sum = new Float64Array(count)
  const covered = new Int32Array(count)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    const group = groupOf[key[row]!]!
    if (row < covered[group]!) continue
    sum[group]! += inclusive[row]!
    covered[group] = end[row]!
  }
  return sum
}

export function metricsAt({ wasteInclusive, useInclusive, wasteExclusive, useExclusive, traps }: NodeMetricColumns, number: number): NodeMetrics {
  return {
    wasteInclusive: wasteInclusive[number]!,
    useInclusive: useInclusive[number]!,
    wasteExclusive: wasteExclusive[number]!,
    useExclusive: useExclusive[number]!,
    traps: traps[number]!,
  }
}

/** The numbers themselves: each is a group of its own. */
export function eachItsOwn(count: number): Int32Array {
  const numbers = new Int32Array(count)
  for (let number = 0; number < count; number++) numbers[number] = number
  return numbers
}

/** From groups to their rows, in the order that these have here. */
export function rowsByGroup(rows: Int32Array, groupOf: (row: number) => number, count: number): EdgeIndex {
  const index = buildEdgeIndex(rows.map(groupOf), count)
  for (let at = 0; at < index.edges.length; at++) index.edges[at] = rows[index.edges[at]!]!
  return index
}
