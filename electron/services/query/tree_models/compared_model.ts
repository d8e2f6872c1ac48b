/**
 * A tree of two runs: any tree of one, over the joint calling-context tree. Both runs together determine its rows; each
 * fills in its own numbers.
 */
import type { ComparedRuns, SideMetrics } from '../../../../shared/compare/compared_runs.ts'
import type { ComparedNode, ComparedSide, Normalisation } from '../../../../shared/comparison.ts'
import type { Side } from '../../../../shared/compare/compared_number.ts'
import { fraction } from '../../../../shared/metrics/totals.ts'
import { PLAIN_CHARGE } from './charged_pairs.ts'
import type { NodeMetricColumns } from '../../../../shared/metrics/node_metrics.ts'
import { columnSums } from '../../../../shared/metrics/node_sums.ts'
import { largestPairs } from '../../../../shared/metrics/tool_sums.ts'
import { SparseEdgeIndex } from '../../../../shared/profile/columns/edge_index.ts'
import type { Profile } from '../../../../shared/profile/profile.ts'
import { subtreesOf } from '../../../../shared/profile/tree/subtrees.ts'
import { isFunctionRow } from '../../../../shared/profile/tables.ts'
import { UNOBSERVED, type Progress } from '../../../../shared/progress.ts'
import { RpcError } from '../../../../shared/rpc/contract.ts'
import type { Tool } from '../../../../shared/run.ts'
import type { NodeMetrics, TreeKind } from '../../../../shared/rpc/trees.ts'
import { HeaviestPairs } from '../pairs/heaviest_pairs.ts'
import { loopsOf, nameRanksOf, startUpRowsOf, type LoadedProfile } from '../loaded_profile.ts'
import { isRunCost, RUN_COST_METRICS } from '../trees/row_order.ts'
import { shapedModel } from './shaped_model.ts'
import type { ComparedColumn, RowDescription, TextTest, TreeModel } from './tree_model.ts'

const NO_PAIRS = { source: new Int32Array(), tool: new Uint8Array(), relation: new Uint8Array(), amount: new Float64Array() }
const NO_TIMES = { length: 0, node: new Int32Array(), interrupts: new Float64Array(), time: new Float64Array(), waits: new Uint8Array() }
/** Sorts below all fractions. */
const UNDECIDED = -1

export class ComparedModel implements TreeModel {
  readonly #runs: ComparedRuns
  readonly #kind: TreeKind
  readonly #tool: Tool
  readonly #model: TreeModel
  #factor = 1
  /** Row of the joint tree by its name and place. */
  #rowOfPlace: Map<string, number> | null = null

  /** @param loaded see jointProfile */
  constructor(runs: ComparedRuns, loaded: LoadedProfile, kind: TreeKind, normalisation: Normalisation, progress = UNOBSERVED) {
    this.#runs = runs
    this.#kind = kind
    this.#tool = loaded.tool
    this.#model = shapedModel(kind, loaded, { foldStartUp: true, foldRecursion: true }, progress)
    this.normalise(normalisation)
  }

  /** Nothing is normalised for a tool that does not support it. */
  normalise(normalisation: Normalisation): void {
    this.#factor = this.#runs.factor(this.#tool, normalisation) ?? 1
  }

  compared(row: number): ComparedNode {
    const compared = this.#runs.compareNode(this.#metrics(row), this.#tool, this.#factor, this.#jointRow(row))
    const spent = this.#runs.spent()
    if (spent === null) return compared
    return { ...compared, runCost: spent.compareNode({ old: this.#model.metrics(row, 'run-cost-old'), new: this.#model.metrics(row, 'run-cost-new') }) }
  }

  comparedValue(row: number, column: ComparedColumn, side: ComparedSide): number {
    const old = this.#value(row, column, 'old')
    const recent = this.#value(row, column, 'new')
    // If one run decided nothing there is no difference to sort by.
    if ((old === UNDECIDED || recent === UNDECIDED) && side !== 'old' && side !== 'new') return 0
    switch (side) {
      case 'old':
        return old
      case 'new':
        return recent
      case 'change':
        return recent - old
      case 'impact':
        return Math.abs(recent - old)
      case 'relative':
        return old > 0 ? (recent - old) / old : recent > 0 ? Number.MAX_VALUE : 0
    }
  }

  roots(): Int32Array {
    return this.#model.roots()
  }

  children(row: number): Int32Array {
    return this.#model.children(row)
  }

  isExpandable(row: number): boolean {
    return this.#model.isExpandable(row)
  }

  describe(row: number): RowDescription {
    const { node: _, ...description } = this.#model.describe(row)
    return description
  }

  metrics(row: number): NodeMetrics {
    return this.#model.metrics(row, 'new')
  }

  metric(row: number, name: keyof NodeMetrics): number {
    return this.#model.metric(row, name, 'new')
  }

  name(row: number): string {
    return this.#model.name(row)
  }

  nameRank(row: number): number | null {
    return this.#model.nameRank?.(row) ?? null
  }

  keepsOrder(row: number): boolean {
    return this.#model.keepsOrder(row)
  }

  expandsDeep(row: number): boolean {
    return this.#model.expandsDeep(row)
  }

  opensWithParent(row: number): boolean {
    return this.#model.opensWithParent(row)
  }

  search(test: TextTest | null, progress: Progress): number {
    return this.#model.search(test, progress)
  }

  isMatch(row: number): boolean {
    return this.#model.isMatch(row)
  }

  matchesBelow(row: number): boolean {
    return this.#model.matchesBelow(row)
  }

  find(node: number): number[] | null {
    return this.#model.find(node, null)
  }

  #metrics(row: number): SideMetrics {
    return { old: this.#model.metrics(row, 'old'), new: this.#model.metrics(row, 'new') }
  }

  /** Amounts of the new run are normalised, fractions and traps are not. */
  #value(row: number, column: ComparedColumn, side: Side): number {
    if (isRunCost(column)) {
      if (this.#runs.spent() === null)
        throw new RpcError('invalid-argument', 'These runs do not both have CPU time or executed instructions; sort by another column')
      return this.#model.metric(row, RUN_COST_METRICS[column], `run-cost-${side}`)
    }
    const metric = (name: keyof NodeMetrics): number => this.#model.metric(row, name, side)
    const factor = side === 'new' ? this.#factor : 1
    switch (column) {
      case 'wasteShareInclusive':
        return metric('wasteInclusive') * factor
      case 'wasteShareExclusive':
        return metric('wasteExclusive') * factor
      case 'fractionInclusive':
        return fraction(metric('wasteInclusive'), metric('useInclusive')) ?? UNDECIDED
      case 'fractionExclusive':
        return fraction(metric('wasteExclusive'), metric('useExclusive')) ?? UNDECIDED
      case 'traps':
        return metric('traps')
      default:
        return metric(column) * factor
    }
  }

  #jointRow(row: number): number {
    if (this.#kind === 'top-down') return row
    this.#rowOfPlace ??= rowsOfPlaces(this.#runs)
    const { kind, file, line } = this.#model.describe(row)
    return this.#rowOfPlace.get(placeKey(kind === 'line' || kind === 'loop', file, line)) ?? -1
  }
}

/** Both runs together, as input of one profile's trees. @param tool one that both have */
export function jointProfile(runs: ComparedRuns, profile: Profile, tool: Tool, progress = UNOBSERVED): LoadedProfile {
  const { nodes } = runs.tree
  progress.reached(0)
  const { old, new: recent } = runs.metrics(tool)
  let done = 0
  const sum = (name: keyof NodeMetricColumns): Float64Array => {
    progress.reached((1 + done++) / (1 + Object.keys(old).length))
    return old[name].map((value, row) => value + recent[name][row]!)
  }
  const metrics: NodeMetricColumns = {
    wasteInclusive: sum('wasteInclusive'),
    useInclusive: sum('useInclusive'),
    wasteExclusive: sum('wasteExclusive'),
    useExclusive: sum('useExclusive'),
    traps: sum('traps'),
  }
  const { modules, files, functions } = runs.names
  const subtrees = subtreesOf(nodes)
  const noPairs = new SparseEdgeIndex(NO_PAIRS.source, nodes.length)
  const spent = runs.spent()
  const executed = { length: 0, node: new Int32Array(), instructions: new Float64Array(), waits: new Uint8Array() }
  const shown = { ...profile, nodes, modules, files, functions, instructions: [], codeAt: () => null, executed, cpuTimes: spent?.own ?? NO_TIMES }
  const joint: LoadedProfile = {
    profile: shown,
    nameRanks: nameRanksOf(shown),
    startUpRows: startUpRowsOf({ profile: shown, subtrees }),
    loops: loopsOf(shown),
    tool,
    totals: runs.totals.new,
    subtrees,
    storedSums: () => null,
    metrics: columnSums(metrics),
    isShown: (row) => row === 0 || metrics.traps[row]! > 0 || (spent !== null && spent.metrics.old.traps[row]! + spent.metrics.new.traps[row]! > 0),
    pairsOf: { source: () => noPairs, target: () => noPairs },
    heaviest: new HeaviestPairs(NO_PAIRS, largestPairs(NO_PAIRS, tool, nodes.length), subtrees),
    charge: PLAIN_CHARGE,
    nodeOf: null,
    byTool: new Map(),
  }
  joint.byTool
    .set(tool, joint)
    .set('old', { ...joint, metrics: columnSums(old) })
    .set('new', { ...joint, metrics: columnSums(recent) })
  if (spent !== null) {
    joint.byTool
      .set('run-cost-old', { ...joint, metrics: columnSums(spent.metrics.old) })
      .set('run-cost-new', { ...joint, metrics: columnSums(spent.metrics.new) })
  }
  return joint
}

function rowsOfPlaces({ tree: { nodes }, names: { functions, files } }: ComparedRuns): Map<string, number> {
  const rows = new Map<string, number>()
  for (let row = 1; row < nodes.length; row++) {
    const isFrame = isFunctionRow(nodes.kind[row]!)
    const { file, line } = isFrame ? functions[nodes.functionIndex[row]!]! : { file: nodes.file[row]!, line: nodes.line[row]! }
    if (files[file] === undefined) continue
    const key = placeKey(!isFrame, files[file], line > 0 ? line : null)
    if (!rows.has(key)) rows.set(key, row)
  }
  return rows
}

function placeKey(isLine: boolean, file: string | null, line: number | null): string {
  return `${isLine ? 'line' : 'function'} ${file}:${line}`
}
