/** Cost of source lines: of the accesses on them and of the calls made from them, each path once. */
import type { NodeMetricName } from '../../../shared/metrics/node_sums.ts'
import { outermostSums } from '../../../shared/profile/call_tree.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { FUNCTION, INLINED, LINE } from '../../../shared/profile/tables.ts'
import { rowProgress, UNOBSERVED } from '../../../shared/progress.ts'
import type { LoopGroups } from './loop_groups.ts'
import type { LoadedProfile } from './loaded_profile.ts'

export interface LineCosts {
  length: number
  /** Function whose code the line is. */
  functionIndex: Int32Array
  /** Innermost loop of the function that the line is in; −1 for none, and wherever loops do not tell rows apart. */
  loop: Int32Array
  file: Int32Array
  line: Int32Array
  wasteInclusive: Float64Array
  useInclusive: Float64Array
  wasteExclusive: Float64Array
  useExclusive: Float64Array
  traps: Float64Array
}

/**
 * @param loops tells the same line in two functions (inlined copies), or inside and outside of a loop, apart; null: it is
 * one row, with the first function's index
 */
export function lineCosts({ profile: { nodes }, end, metrics }: LoadedProfile, loops: LoopGroups | null, progress = UNOBSERVED): LineCosts {
  const places = new PairInterner()
  const rows = new PairInterner()
  const holders = new PairInterner()
  const functionOf: number[] = []
  const loopOf: number[] = []
  const group = new Int32Array(nodes.length).fill(-1)
  const reached = rowProgress(progress, nodes.length)
  for (let node = 1; node < nodes.length; node++) {
    reached(node)
    const kind = nodes.kind[node]!
    const isCall = kind === FUNCTION || kind === INLINED
    if ((kind !== LINE && !isCall) || nodes.file[node]! < 0 || nodes.line[node]! < 0) continue
    const functionIndex = isCall ? nodes.functionIndex[nodes.parent[node]!]! : nodes.functionIndex[node]!
    if (functionIndex < 0) continue
    const loop = loops === null ? -1 : loops.ofNode[node]!
    const holder = loops === null ? 0 : holders.intern(functionIndex, loop)
    const row = rows.intern(places.intern(nodes.file[node]!, nodes.line[node]!), holder)
    functionOf[row] ??= functionIndex
    loopOf[row] ??= loop
    group[node] = row
  }
  const length = rows.length
  const nodeRows = Int32Array.from(group.keys())
  const outermost = (name: NodeMetricName): Float64Array => outermostSums(nodeRows, group, length, end, metrics.column(name))
  const exclusive = (name: NodeMetricName): Float64Array => {
    const sum = new Float64Array(length)
    for (let node = 1; node < nodes.length; node++) if (group[node]! >= 0 && nodes.kind[node] === LINE) sum[group[node]!]! += metrics.value(node, name)
    return sum
  }
  return {
    length,
    functionIndex: Int32Array.from(functionOf),
    loop: Int32Array.from(loopOf),
    file: Int32Array.from({ length }, (_, row) => places.first(rows.first(row))),
    line: Int32Array.from({ length }, (_, row) => places.second(rows.first(row))),
    wasteInclusive: outermost('wasteInclusive'),
    useInclusive: outermost('useInclusive'),
    wasteExclusive: exclusive('wasteExclusive'),
    useExclusive: exclusive('useExclusive'),
    traps: outermost('traps'),
  }
}
