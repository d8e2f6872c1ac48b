/** What a tool has in each module, file, function, loop and line; inclusive values count each path once. */
import type { NodeMetricName } from '../../../shared/metrics/node_sums.ts'
import { outermostSums } from '../../../shared/profile/call_tree.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { FUNCTION, INLINED, LOOP } from '../../../shared/profile/tables.ts'
import type { Progress } from '../../../shared/progress.ts'
import type { NodeMetrics } from '../../../shared/rpc/contract.ts'
import type { LineCosts } from './line_costs.ts'
import type { LoadedProfile } from './loaded_profile.ts'
import type { LoopGroups } from './loop_groups.ts'

export type Level = 'module' | 'file' | 'function' | 'loop' | 'line'

/** By number in the level: modules from 1 (0: none), files as in FlatGroups, functions, loops and lines as they are. */
export type FlatSums = Record<Level, (number: number) => NodeMetrics>

/** Which rows of the tree belong together, the same for all tools. */
export class FlatGroups {
  readonly frames: Int32Array
  readonly loopNodes: Int32Array
  /** (module, file) of functions. */
  readonly files = new PairInterner()
  readonly fileOfFunction: Int32Array

  constructor({ nodes, functions }: ProfileTables) {
    this.frames = Int32Array.from(nodes.kind.keys()).filter((node) => nodes.kind[node] === FUNCTION || nodes.kind[node] === INLINED)
    this.loopNodes = Int32Array.from(nodes.kind.keys()).filter((node) => nodes.kind[node] === LOOP)
    this.fileOfFunction = Int32Array.from(functions, (described) => this.files.intern(described.module, described.file))
  }
}

export function flatSums(loaded: LoadedProfile, { frames, loopNodes, files, fileOfFunction }: FlatGroups, loops: LoopGroups, lines: LineCosts, progress: Progress): FlatSums {
  const { nodes, functions, modules } = loaded.profile
  const functionSums = sums(loaded, frames, frames.map((node) => nodes.functionIndex[node]!), functions.length)
  progress.reached(0.25)
  const fileSums = sums(loaded, frames, frames.map((node) => fileOfFunction[nodes.functionIndex[node]!]!), files.length)
  progress.reached(0.5)
  const moduleSums = sums(loaded, frames, frames.map((node) => functions[nodes.functionIndex[node]!]!.module + 1), modules.length + 1)
  progress.reached(0.75)
  const loopSums = sums(loaded, loopNodes, loopNodes.map((node) => loops.ofNode[node]!), loops.length)
  return {
    module: (number) => moduleSums[number]!,
    file: (number) => fileSums[number]!,
    function: (number) => functionSums[number]!,
    loop: (number) => loopSums[number]!,
    line: (number) => ({
      wasteInclusive: lines.wasteInclusive[number]!, useInclusive: lines.useInclusive[number]!,
      wasteExclusive: lines.wasteExclusive[number]!, useExclusive: lines.useExclusive[number]!, traps: lines.traps[number]!,
    }),
  }
}

function sums({ end, metrics }: LoadedProfile, nodes: Int32Array, group: Int32Array, count: number): NodeMetrics[] {
  const inclusive = (name: NodeMetricName): Float64Array => outermostSums(nodes, group, count, end, metrics.column(name))
  const exclusive = (name: NodeMetricName): Float64Array => {
    const sum = new Float64Array(count)
    nodes.forEach((node, i) => (sum[group[i]!]! += metrics.value(node, name)))
    return sum
  }
  const [wasteInclusive, useInclusive, traps] = [inclusive('wasteInclusive'), inclusive('useInclusive'), inclusive('traps')]
  const [wasteExclusive, useExclusive] = [exclusive('wasteExclusive'), exclusive('useExclusive')]
  return Array.from({ length: count }, (_, i) => ({
    wasteInclusive: wasteInclusive[i]!, useInclusive: useInclusive[i]!, wasteExclusive: wasteExclusive[i]!, useExclusive: useExclusive[i]!, traps: traps[i]!,
  }))
}
