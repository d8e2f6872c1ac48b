/** A tool's sums in each module, file, function and loop; lines come function by function (line_costs.ts). */
import type { NodeMetricColumns } from '../../../../shared/metrics/node_metrics.ts'
import { edgesOf, type EdgeIndex } from '../../../../shared/profile/columns/edge_index.ts'
import { PairInterner } from '../../../../shared/profile/pair_interner.ts'
import type { ProfileTables } from '../../../../shared/profile/profile.ts'
import { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import { isFunctionRow } from '../../../../shared/profile/tables.ts'
import { partOf, rowProgress, type Progress } from '../../../../shared/progress.ts'
import { eachItsOwn, groupedSums, rowsByGroup, type Grouping } from './grouped_sums.ts'
import { lineHolder } from '../sources/line_costs.ts'
import type { LoadedProfile } from '../loaded_profile.ts'
import type { LoopGroups } from './loop_groups.ts'

/** By number in the level: modules from 1 (0: none), files as in FlatGroups, functions and loops as they are. */
export type FlatSums = Record<'module' | 'file' | 'function' | 'loop', NodeMetricColumns>

/** The groups of tree rows in flat views, equal for all tools. */
export class FlatGroups {
  /** (module, file) of functions. */
  readonly files = new PairInterner()
  readonly fileOfFunction: Int32Array
  readonly loops: LoopGroups
  readonly #groupings: Grouping[]
  readonly #profile: Pick<ProfileTables, 'nodes' | 'functions'>
  /** From functions to the rows that cost something in their lines; made on the first request for a function's lines. */
  #lines: EdgeIndex | null = null

  constructor({ profile: { nodes, functions, modules }, loops }: Pick<LoadedProfile, 'profile' | 'loops'>, progress: Progress) {
    this.#profile = { nodes, functions }
    this.loops = loops(partOf(progress, 0, 0.3))
    this.fileOfFunction = Int32Array.from(functions, (described) => this.files.intern(described.module, described.file))
    const frames = new RowSet(nodes.length)
    const { kind } = nodes
    const reached = rowProgress(partOf(progress, 0.3, 0.8), nodes.length)
    for (let node = 0; node < nodes.length; node++) {
      reached(node)
      if (isFunctionRow(kind[node]!)) frames.add(node)
    }
    const ofFrames = { set: frames, key: nodes.functionIndex }
    this.#groupings = [
      { ...ofFrames, groupOf: Int32Array.from(functions, ({ module }) => module + 1), count: modules.length + 1 },
      { ...ofFrames, groupOf: this.fileOfFunction, count: this.files.length },
      { ...ofFrames, groupOf: eachItsOwn(functions.length), count: functions.length },
      { set: this.loops.rows, key: loopColumn(nodes.length, this.loops), groupOf: eachItsOwn(this.loops.length), count: this.loops.length },
    ]
  }

  sums(loaded: LoadedProfile, progress: Progress): FlatSums {
    const [module, file, ofFunction, loop] = groupedSums(loaded, this.#groupings, progress) as [
      NodeMetricColumns,
      NodeMetricColumns,
      NodeMetricColumns,
      NodeMetricColumns,
    ]
    return { module, file, function: ofFunction, loop }
  }

  /** Rows of the tree with a cost in lines of the function, ascending. */
  linesOf(functionIndex: number): Int32Array {
    return edgesOf((this.#lines ??= this.#byFunction()), functionIndex)
  }

  #byFunction(): EdgeIndex {
    const { nodes, functions } = this.#profile
    const holding = new RowSet(nodes.length)
    for (let node = 0; node < nodes.length; node++) if (lineHolder(nodes, node) >= 0) holding.add(node)
    return rowsByGroup(holding.members(), (node) => lineHolder(nodes, node), functions.length)
  }
}

/** Numbers of the loops by row of the tree; nothing where there are none. */
function loopColumn(length: number, { rows, ofNode }: LoopGroups): Int32Array {
  const column = new Int32Array(rows.size > 0 ? length : 0)
  for (const row of rows.members()) column[row] = ofNode(row)
  return column
}
