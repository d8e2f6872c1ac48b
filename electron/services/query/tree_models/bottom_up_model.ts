/**
 * Functions, and below each its callers, created as they are opened. A row represents all instances of the root row's
 * function that were reached through this chain of callers and loops around the calls; callers with different call
 * sites are different rows.
 * Inclusive values count an instance below another instance of the same row once (recursion).
 */
import { edgesOf } from '../../../../shared/profile/columns/edge_index.ts'
import { RowSet } from '../../../../shared/profile/columns/row_set.ts'
import { isFunctionRow, LOOP, ROOT, type NodeTable } from '../../../../shared/profile/tables.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import { type NodeMetrics } from '../../../../shared/rpc/trees.ts'
import { eachItsOwn, groupedSums, metricsAt, rowsByGroup } from './grouped_sums.ts'
import { hasRunCost, nodeIn, wholeMetrics, withTool, type LoadedProfile } from '../loaded_profile.ts'
import { describeNode, functionsByLine, matchNames, metricsOfNode, nodeName, type NameMatches } from '../trees/node_rows.ts'
import { recursionFrom } from '../trees/folded_frames.ts'
import { hiddenFunctions } from '../start_up/hidden_functions.ts'
import { NO_METRICS, type MetricsOf, type RowDescription, type TextTest, type TreeModel } from './tree_model.ts'

/** Rows hold their instances; a fully opened long recursion would need the square of its length. */
const MOST_INSTANCES = 1 << 26

interface CallerRow {
  /** Nodes of the root row's function, ascending. */
  instances: Int32Array
  /** The frame of this row above each instance; the instance itself in a root row. */
  frames: Int32Array
  isRoot: boolean
  metrics: NodeMetrics
  /** The most frames that one instance has in this row of recursive frames; absent: the row is one frame. */
  recursive?: number
}

export class BottomUpModel implements TreeModel {
  readonly #loaded: LoadedProfile
  readonly #startUp: ReadonlySet<number>
  readonly #rows: CallerRow[] = []
  readonly #children = new Map<number, Int32Array>()
  readonly #roots: Int32Array
  readonly #rootOfFunction = new Map<number, number>()
  #names: NameMatches | null = null
  readonly #foldRecursion: boolean
  #instanceCount = 0

  /**
   * @param startUp rows that are not callers; their functions are no rows without a cost of their own @param
   * foldRecursion long chains of recursive frames are one row
   */
  constructor(loaded: LoadedProfile, progress = UNOBSERVED, startUp: ReadonlySet<number> = new Set(), foldRecursion = false) {
    this.#loaded = loaded
    this.#foldRecursion = foldRecursion
    this.#startUp = startUp
    const hidden = hiddenFunctions(loaded, startUp)
    const { nodes, functions } = loaded.profile
    const traps = loaded.metrics.column('traps')
    const set = framesSeen(loaded, traps, partOf(progress, 0, 0.4))
    const [sums] = groupedSums(
      loaded,
      [{ set, key: nodes.functionIndex, groupOf: eachItsOwn(functions.length), count: functions.length }],
      partOf(progress, 0.4, 0.9),
      traps,
    )
    const index = rowsByGroup(set.members(), (node) => nodes.functionIndex[node]!, functions.length)
    progress.reached(0.95)
    for (let functionIndex = 0; functionIndex < functions.length; functionIndex++) {
      const instances = edgesOf(index, functionIndex)
      if (instances.length > 0 && hidden[functionIndex] === 0)
        this.#rootOfFunction.set(functionIndex, this.#make({ instances, frames: instances, isRoot: true, metrics: metricsAt(sums!, functionIndex) }))
    }
    this.#roots = Int32Array.from(this.#rows.keys())
  }

  roots(): Int32Array {
    return this.#roots
  }

  children(row: number): Int32Array {
    let children = this.#children.get(row)
    if (!children) {
      children = this.#callers(this.#rows[row]!)
      this.#children.set(row, children)
    }
    return children
  }

  isExpandable(row: number): boolean {
    const { nodes } = this.#loaded.profile
    return this.#rows[row]!.frames.some((frame) => !this.#isOutermost(nodes.parent[frame]!))
  }

  describe(row: number): RowDescription {
    const { instances, frames, isRoot, recursive } = this.#rows[row]!
    const description = { ...describeNode(this.#loaded.profile, frames[0]!), heaviestPair: this.#loaded.heaviest.belowAny(instances) }
    if (recursive !== undefined)
      return { ...description, kind: 'more', label: `up to ${recursive} recursive frames of ${this.name(row)}`, line: null, callSite: null }
    if (isRoot) return { ...description, kind: 'function', callSite: null }
    return { ...description, callSite: this.#callIn(frames[0]!, instances[0]!) }
  }

  metrics(row: number, tool: MetricsOf = this.#loaded.tool): NodeMetrics {
    const { instances, metrics } = this.#rows[row]!
    return tool === this.#loaded.tool ? metrics : sumOfInstances(withTool(this.#loaded, tool), instances)
  }

  metric(row: number, name: keyof NodeMetrics, tool: MetricsOf = this.#loaded.tool): number {
    return this.metrics(row, tool)[name]
  }

  whole(tool = this.#loaded.tool): NodeMetrics {
    return wholeMetrics(withTool(this.#loaded, tool))
  }

  name(row: number): string {
    return nodeName(this.#loaded.profile, this.#rows[row]!.frames[0]!)
  }

  nameRank(row: number): number | null {
    return this.#loaded.nameRanks().of(this.#rows[row]!.frames[0]!)
  }

  keepsOrder(): boolean {
    return false
  }

  expandsDeep(): boolean {
    return true
  }

  opensWithParent(): boolean {
    return false
  }

  /** Counts functions, not the many rows that name them again as callers; their lines match too. */
  search(test: TextTest | null): number {
    this.#names = test === null ? null : matchNames(this.#loaded.profile, test)
    if (this.#names !== null) {
      const { functions } = this.#names
      functionsByLine(this.#loaded.profile, this.#names).forEach((fits, index) => (functions[index] ||= fits))
    }
    return this.#names === null ? 0 : this.#roots.reduce((count, row) => count + (this.isMatch(row) ? 1 : 0), 0)
  }

  isMatch(row: number): boolean {
    const { nodes } = this.#loaded.profile
    const frame = this.#rows[row]!.frames[0]!
    return this.#names !== null && nodes.kind[frame] !== LOOP && this.#names.functions[nodes.functionIndex[frame]!] === 1
  }

  matchesBelow(): boolean {
    return false
  }

  find(asked: number): number[] | null {
    const { nodes } = this.#loaded.profile
    const node = nodeIn(this.#loaded, asked)
    const root = this.#rootOfFunction.get(nodes.functionIndex[node] ?? -1)
    return root === undefined ? null : [root]
  }

  /** Where `caller` calls the frame below it on the way to `instance`. */
  #callIn(caller: number, instance: number): RowDescription['callSite'] {
    const { nodes } = this.#loaded.profile
    let callee = instance
    while (nodes.parent[callee] !== caller) callee = nodes.parent[callee]!
    return describeNode(this.#loaded.profile, callee).callSite
  }

  #callers({ instances, frames }: CallerRow): Int32Array {
    const { nodes } = this.#loaded.profile
    const groups = new Map<string, { instances: number[]; frames: number[]; recursive: number }>()
    instances.forEach((instance, i) => {
      const callee = frames[i]!
      const recursion = this.#recursionAbove(callee)
      const caller = recursion?.outermost ?? nodes.parent[callee]!
      if (this.#isOutermost(caller)) return
      const loop = nodes.kind[caller] === LOOP ? placeKey(nodes, caller) : ''
      const key = recursion === null ? `${nodes.functionIndex[caller]} ${nodes.kind[caller]} ${loop} ${placeKey(nodes, callee)}` : 'recursion'
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { instances: [], frames: [], recursive: 0 }))
      if (recursion !== null) group.recursive = Math.max(group.recursive, recursion.frames)
      group.instances.push(instance)
      group.frames.push(caller)
    })
    return Int32Array.from(groups.values(), (group) => {
      const instances = Int32Array.from(group.instances)
      return this.#make({
        instances,
        frames: Int32Array.from(group.frames),
        isRoot: false,
        metrics: sumOfInstances(this.#loaded, instances),
        ...(group.recursive > 0 ? { recursive: group.recursive } : {}),
      })
    })
  }

  /**
   * Where the frame's recursion begins, and its frames above this one. @returns null: it is in none that is long enough
   */
  #recursionAbove(frame: number): { outermost: number; frames: number } | null {
    const { kind, parent, functionIndex } = this.#loaded.profile.nodes
    if (!this.#foldRecursion || !isFunctionRow(kind[frame]!)) return null
    const above = [frame]
    const last = recursionFrom((count) => {
      while (above.length <= count) {
        let next = parent[above.at(-1)!]!
        while (!this.#isOutermost(next) && !isFunctionRow(kind[next]!)) next = parent[next]!
        if (this.#isOutermost(next)) return undefined
        above.push(next)
      }
      return functionIndex[above[count]!]!
    })
    return last === 0 ? null : { outermost: above[last]!, frames: last }
  }

  /** The root, or folded into it. */
  #isOutermost(row: number): boolean {
    return this.#loaded.profile.nodes.kind[row] === ROOT || this.#startUp.has(row)
  }

  #make(row: CallerRow): number {
    this.#instanceCount += row.instances.length
    if (this.#instanceCount > MOST_INSTANCES)
      throw new RpcError('refused', 'The callers of this many frames need more memory than a view may take; open a part of them')
    return this.#rows.push(row) - 1
  }
}

/** Functions and inlined functions whose subtree has data of the tool, or CPU time. */
function framesSeen(loaded: LoadedProfile, traps: Float64Array, progress: Progress): RowSet {
  const { nodes } = loaded.profile
  const { kind } = nodes
  const interrupts = hasRunCost(loaded) ? withTool(loaded, 'run-cost').metrics : null
  const set = new RowSet(nodes.length)
  const reached = rowProgress(progress, nodes.length)
  for (let node = 0; node < nodes.length; node++) {
    reached(node)
    if (isFunctionRow(kind[node]!) && (traps[node]! > 0 || (interrupts !== null && interrupts.value(node, 'traps') > 0))) set.add(node)
  }
  return set
}

/** Inclusive values of an instance below another one count once. @param instances ascending */
function sumOfInstances(loaded: LoadedProfile, instances: Int32Array): NodeMetrics {
  const sum = { ...NO_METRICS }
  let covered = 0
  for (const instance of instances) {
    const own = metricsOfNode(loaded, instance)
    sum.wasteExclusive += own.wasteExclusive
    sum.useExclusive += own.useExclusive
    if (instance < covered) continue
    sum.wasteInclusive += own.wasteInclusive
    sum.useInclusive += own.useInclusive
    sum.traps += own.traps
    covered = loaded.subtrees.endOf(instance)
  }
  return sum
}

/** The place of a row of the tree, by line if known. */
function placeKey(nodes: NodeTable, node: number): string {
  return nodes.line[node]! > 0 ? `${nodes.file[node]}:${nodes.line[node]}` : `@${nodes.address[node]}`
}
