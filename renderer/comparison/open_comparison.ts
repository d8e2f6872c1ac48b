/** The state of an open comparison. */
import type { ComparedObject, ComparedObjectColumn, ComparedPairColumn, ComparedPairFilter, ComparedPairRow, Normalisation } from '../../shared/comparison.ts'
import type { Side as Version } from '../../shared/compare/compared_number.ts'
import type { Tool } from '../../shared/run.ts'
import type { ComparisonSummary, ProfileSummary } from '../../shared/rpc/contract.ts'
import type { TreeKind, TreeRow } from '../../shared/rpc/trees.ts'
import type { AgreedSources } from '../application/agreed_sources.ts'
import type { Side } from '../application/pair_side.ts'
import type { ReuseChoices } from '../reuse/reuse_choices.ts'
import type { TreeModel } from '../tree/tree_model.ts'
import type { TableModel } from './table_model.ts'

export const comparisonViews = ['top-down', 'bottom-up', 'flat', 'pairs', 'objects', 'values', 'reuse', 'threads', 'flame', 'time', 'statistics'] as const
export type ComparisonView = (typeof comparisonViews)[number]

/** Each run for itself, one beside the other. */
const bothRunsViews = ['threads', 'flame', 'time', 'statistics'] as const
export type BothRunsView = (typeof bothRunsViews)[number]

export function isBothRunsView(view: string): view is BothRunsView {
  return (bothRunsViews as readonly string[]).includes(view)
}

export function isComparisonView(view: string): view is ComparisonView {
  return (comparisonViews as readonly string[]).includes(view)
}

export type ComparedPairs = TableModel<ComparedPairRow, ComparedPairColumn, ComparedPairFilter>
type ComparedObjects = TableModel<ComparedObject, ComparedObjectColumn, Record<string, never>>

/** The subject of the shown sources: a pair, or the place of a tree's row. */
export type ComparedSelection = { kind: 'pair'; pair: ComparedPairRow } | { kind: 'row'; row: TreeRow }

export interface ChosenBox {
  version: Version
  path: number[]
}

/** The views of one tool. */
export interface ComparedViews {
  trees: Record<TreeKind, TreeModel>
  pairs: ComparedPairs
  objects: ComparedObjects
  selection: ComparedSelection | null
  /** The box of the flame graphs that was chosen last: its functions, the outermost first, and whose run numbers them. */
  box: ChosenBox | null
}

/** What a reload of the page keeps of a comparison. */
export type KeptComparison = Pick<OpenComparison, 'view' | 'tool' | 'normalisation' | 'look' | 'flameOf'>

/** Two profiles side by side, and their views. */
export interface OpenComparison extends ComparedViews {
  summary: ComparisonSummary
  profiles: Record<Version, ProfileSummary>
  view: ComparisonView
  tool: Tool
  normalisation: Normalisation
  /** The other tools' views, as the person left them. */
  leftViews: ReadonlyMap<Tool, ComparedViews>
  reuse: ReuseChoices
  /** The access of a pair whose sources are shown. */
  look: Side
  /** The measure of the flame graphs of both runs. */
  flameOf: 'waste' | 'time'
  /** Files outside the agreed folders that the person asked to see, as each profile names them. */
  agreed: Record<Version, AgreedSources>
}
