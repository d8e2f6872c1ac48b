/** Trees of a profile: the requests for them, and their visible rows. */
import type { ComparedNode, ComparedSide } from '../comparison.ts'
import type { Relation } from '../profile/frame.ts'
import type { Tool } from '../run.ts'
import type { NodeId, PairId } from './identifiers.ts'

/**
 * Metrics of a tree node for the profile's one unit. Inclusive covers the subtree, exclusive the row itself. Of a tool that
 * knows neither waste nor use, the traps stand as use.
 */
export interface NodeMetrics {
  wasteInclusive: number
  useInclusive: number
  wasteExclusive: number
  useExclusive: number
  /** Traps behind the inclusive numbers; accesses where every one was counted. */
  traps: number
}

export type MetricColumn =
  | 'wasteInclusive'
  | 'useInclusive'
  | 'fractionInclusive'
  | 'wasteShareInclusive'
  | 'wasteExclusive'
  | 'useExclusive'
  | 'fractionExclusive'
  | 'wasteShareExclusive'
  | 'runCostInclusive'
  | 'runCostExclusive'
  | 'runCostWaiting'
  | 'traps'
  | 'name'
  | 'formula'

/**
 * `tool`: sorts by another recorded tool's numbers than the view's (TreeRow.tools); absent: the view's. `side`: of trees of
 * two runs, by which of them or their difference; absent: the new run. `formula`: of the column of that name
 * (shared/metrics/formula.ts).
 */
export interface Sort {
  column: MetricColumn
  descending: boolean
  tool?: Tool
  side?: ComparedSide
  formula?: string
}

export type TreeKind = 'top-down' | 'bottom-up' | 'flat'

/** How a tree differs from that of the profile. */
export interface TreeShape {
  /** Rows below this share of the tool's whole amount stand together as "N more, x %"; absent or 0: none does. */
  foldBelow?: number
  /** Frames that only start the program or a thread, such as `_start` and `start_thread`, have no rows: their callees are below the root. */
  foldStartUp?: boolean
  /** Top-down: a chain of frames in which a function calls itself is one row between its first and its last frame; bottom-up: one row of callers. */
  foldRecursion?: boolean
  /** Threads stand below what created them, in a row "thread created by …"; absent: all begin at the root. */
  showCreators?: boolean
  /** In any order; each changes rows, and `drop-function` also the numbers' scope. */
  transforms?: TreeTransform[]
  /** Absent: the earlier access. Charged to anything else, rows have waste but no use: that is known of earlier accesses only. */
  blame?: Blame
  /** Into the profile's threads: waste of their earlier accesses alone, without use; absent: all threads. */
  threads?: number[]
}

/** The place charged with the waste of a pair: one of its accesses, the innermost loop or function around both, or the call that allocated the data. */
export type Blame = 'earlier' | 'later' | 'ancestor' | 'object'

/**
 * merge: frames vanish, their amounts go to their callers; drop: contexts that run through the function are left out, and pairs
 * with an access in them; collapse: recursive calls become one frame, and so do calls within a module or folder of sources.
 */
export interface TreeTransform {
  kind: 'merge-function' | 'drop-function' | 'collapse-recursion' | 'collapse-module' | 'collapse-folder'
  /** Name of the functions, path of the module, or folder. */
  name: string
}

export type RowKind =
  | 'root'
  | 'thread'
  | 'function'
  | 'loop'
  | 'inlined'
  | 'tail-call'
  | 'line'
  | 'instruction'
  | 'module'
  | 'file'
  | 'link'
  | 'unknown'
  | 'more'

/** The cost of the run in a row: CPU time or executed instructions, as ProfileSummary.runCost says. Inclusive covers the subtree, exclusive the row itself. */
export interface RowCost {
  /** ns, or instructions. */
  inclusive: number
  exclusive: number
  /** The part of the inclusive number that waited for other threads; absent where nothing is known to have. */
  waiting?: number
  /** Sampling interrupts behind the inclusive number; of instructions the instructions themselves. */
  observations: number
}

/** One visible row of a tree view. */
export interface TreeRow {
  /** Position among the visible rows. */
  index: number
  /** Identity within the view that survives sorting and expansion. */
  key: string
  depth: number
  kind: RowKind
  /** Function name, "file:line", instruction text, module name; for links the other side's leaf. */
  label: string
  /** Distinguishes a function from others with the same name. */
  apart?: string
  /** Names of all functions that the linker gave this one's body. */
  oneBody?: string
  file: string | null
  line: number | null
  /** Location of the call in the caller, where the row is a called function. */
  callSite: { file: string | null; line: number | null } | null
  module: string | null
  expandable: boolean
  expanded: boolean
  metrics: NodeMetrics
  /** Metrics of the row for every recorded tool, the view's included; absent in runs of one tool and in huge ones. */
  tools?: Partial<Record<Tool, NodeMetrics>>
  /** Absent where nothing is known of it, or the tree is of some threads only; of links, which are no part of the tree. */
  runCost?: RowCost
  /** Only in trees of two runs, whose `metrics` are those of the new run as recorded. */
  compared?: ComparedNode
  /** Only in link rows: the pair and its relation. */
  link: { pair: PairId; relation: Relation; outgoing: boolean; moreCount: number } | null
  /** Most wasteful pair whose earlier access is in the row's subtree: the panes show it when the row is selected. */
  heaviestPair?: PairId | null
  /** The one node of the calling-context tree that the row is; absent in rows that represent several, and in links. */
  node?: NodeId
  /** Matches the view's search. */
  matched: boolean
}

export interface TreeWindow {
  /** Grows with every change of expansion, sort, search or filter. */
  version: number
  rowCount: number
  rows: TreeRow[]
  /** Matches of the search in the whole tree, visible or not. */
  matchCount: number
  /** Label of the row whose subtree alone is shown; null for the whole tree. */
  focus: string | null
  /** Labels of the subtrees that were shown alone, one within the other; the last is `focus`. */
  focusPath: string[]
}
