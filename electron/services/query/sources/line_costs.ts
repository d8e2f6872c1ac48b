/** Cost of source lines: their accesses and the calls made from them, each path once. */
import type { NodeMetricColumns } from '../../../../shared/metrics/node_metrics.ts'
import { growingInt32 } from '../../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../../shared/profile/pair_interner.ts'
import { isFunctionRow, LINE, type NodeTable } from '../../../../shared/profile/tables.ts'
import type { LoopGroups } from '../tree_models/loop_groups.ts'
import type { LoadedProfile } from '../loaded_profile.ts'

export interface LineCosts extends NodeMetricColumns {
  length: number
  /** The function that contains the line. */
  functionIndex: Int32Array
  /** Innermost loop of the function that the line is in; −1 for none, and wherever loops do not tell rows apart. */
  loop: Int32Array
  file: Int32Array
  line: Int32Array
}

/** Function in whose lines the row has a cost: an access's own, a call's caller; −1 for rows without a place. */
export function lineHolder({ kind, file, line, functionIndex, parent }: NodeTable, node: number): number {
  const own = kind[node]!
  const isCall = isFunctionRow(own)
  if ((own !== LINE && !isCall) || file[node]! < 0 || line[node]! < 0) return -1
  return functionIndex[isCall ? parent[node]! : node]!
}

/** Rows with a cost in lines of the file, ascending. */
export function rowsInFile(nodes: NodeTable, file: number): Int32Array {
  const rows = growingInt32()
  for (let node = 1; node < nodes.length; node++) if (nodes.file[node] === file && lineHolder(nodes, node) >= 0) rows.push(node)
  return rows.finish()
}

/**
 * @param rows ascending, each with a lineHolder: all of some lines
 * @param loops tells the same line in two functions (inlined copies), or inside and outside of a loop, apart; null: it is
 * one row, with the first function's index
 */
export function lineCosts({ profile: { nodes }, subtrees: { end }, metrics }: LoadedProfile, loops: LoopGroups | null, rows: Int32Array): LineCosts {
  const places = new PairInterner()
  const lines = new PairInterner()
  const holders = new PairInterner()
  const functionOf: number[] = []
  const loopOf: number[] = []
  const group = new Int32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const node = rows[at]!
    const functionIndex = lineHolder(nodes, node)
    const loop = loops === null ? -1 : loops.ofNode(node)
    const holder = loops === null ? 0 : holders.intern(functionIndex, loop)
    const line = lines.intern(places.intern(nodes.file[node]!, nodes.line[node]!), holder)
    functionOf[line] ??= functionIndex
    loopOf[line] ??= loop
    group[at] = line
  }
  const { length } = lines
  const costs: LineCosts = {
    length,
    functionIndex: Int32Array.from(functionOf),
    loop: Int32Array.from(loopOf),
    file: Int32Array.from({ length }, (_, line) => places.first(lines.first(line))),
    line: Int32Array.from({ length }, (_, line) => places.second(lines.first(line))),
    wasteInclusive: new Float64Array(length),
    useInclusive: new Float64Array(length),
    wasteExclusive: new Float64Array(length),
    useExclusive: new Float64Array(length),
    traps: new Float64Array(length),
  }
  const covered = new Int32Array(length)
  for (let at = 0; at < rows.length; at++) {
    const node = rows[at]!
    const line = group[at]!
    if (nodes.kind[node] === LINE) {
      costs.wasteExclusive[line]! += metrics.value(node, 'wasteExclusive')
      costs.useExclusive[line]! += metrics.value(node, 'useExclusive')
    }
    // Below another row of the line it counts there already.
    if (node < covered[line]!) continue
    covered[line] = end[node]!
    costs.wasteInclusive[line]! += metrics.value(node, 'wasteInclusive')
    costs.useInclusive[line]! += metrics.value(node, 'useInclusive')
    costs.traps[line]! += metrics.value(node, 'traps')
  }
  return costs
}
