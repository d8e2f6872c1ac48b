/** Pairs of a profile: filters, groups, rows, and all that is shown of one. */
import type { Advice, AdviceClass } from '../advice/advice.ts'
import type { PairReport, PairThread } from '../report.ts'
import type { Frame, LeafFrame, Relation } from '../profile/frame.ts'
import type { Interval, Tool } from '../run.ts'
import type { DistanceRange, IntervalRange } from './charts.ts'
import type { NodeId, PairId } from './identifiers.ts'

export interface PairFilter {
  /** Hide USED_BY and the like (default true). */
  wastefulOnly: boolean
  /** Plain text or regular expression on function names and files of either side. */
  search: string
  regularExpression: boolean
  side: 'either' | 'source' | 'target'
  /** Null or absent: pairs of all tools. */
  tool?: Tool | null
  /** Only pairs of one group. */
  group?: { by: PairGrouping; key: string } | null
  /** Only pairs with an access in a part of the program. */
  within?: PairPlace | null
  /** Only pairs with a reuse at such a distance. */
  distance?: DistanceRange | null
  /** Only pairs of this class of advice; small: too small for automatic classification. */
  advice?: AdviceClass | 'small' | null
  /** Only pairs that trapped in these intervals of the time line; of sampled runs. */
  during?: IntervalRange | null
  /** open: neither fixed nor ignored; noted: with a note. */
  triage?: 'open' | 'noted' | null
}

/** A person's note on a pair. */
export interface PairNote {
  status: 'to-do' | 'fixed' | 'ignored' | null
  text: string
}

/** Groupings of pairs: by a place of either access or of both, by the data, or by the class of advice. A line is an instruction where no line is known. */
export type PairGrouping = `${'source' | 'target' | 'both'}-${'line' | 'function' | 'file' | 'module'}` | 'object' | 'advice'

/** More pairs are merged only on request, because merging reads each. */
export const MOST_MERGED_PAIRS = 200_000

/** A node of the calling-context tree with all below it, or a function by its name with all that it calls. */
export interface PairPlace {
  side: 'either' | 'source' | 'target'
  node: NodeId | null
  functionName: string | null
}

export type PairGroupColumn = 'source' | 'target' | 'object' | 'advice' | 'pairs' | 'waste' | 'use' | 'traps' | 'shareOfWaste' | 'shareOfTotal'

/** Pairs that stand together; names are null where the grouping does not distinguish them. */
export interface PairGroup {
  /** For PairFilter.group. */
  key: string
  source: string | null
  target: string | null
  object: string | null
  /** Title of the class of advice. */
  advice: string | null
  /** How many pairs. */
  pairs: number
  waste: number
  use: number
  traps: number
  shareOfWaste: number | null
  shareOfTotal: number
  heaviest: PairId
}

/** advice: by the title of its class; pairs that are too small for automatic classification come as those without. */
export type PairColumn =
  | 'advice'
  | 'distance'
  | 'tool'
  | 'object'
  | 'waste'
  | 'use'
  | 'traps'
  | 'shareOfWaste'
  | 'shareOfTotal'
  | 'source'
  | 'target'
  | 'relation'

export interface PairRow extends Interval {
  pair: PairId
  tool: Tool
  relation: Relation
  /** "function file:line" of the leaf. */
  source: string
  sourceFunction: string
  sourceFile: string | null
  sourceLine: number | null
  /** Distinguishes an access without a known line from the others of its function. */
  sourceAddress?: string
  target: string
  targetFunction: string
  targetFile: string | null
  targetLine: number | null
  targetAddress?: string
  waste: number
  use: number
  traps: number
  shareOfWaste: number | null
  shareOfTotal: number
  fewSamples: boolean
  comparison: PairReport['comparison']
  sharing: PairReport['sharing']
  reuseOf: PairReport['reuseOf']
  distance: PairReport['distance']
  latency: PairReport['latency']
  object: string | null
  scope?: PairReport['scope']
  scopeKind?: PairReport['scopeKind']
  interleaved?: PairReport['interleaved']
  /** Absent: nothing was noted. */
  note?: PairNote
  /** Null of pairs of use. */
  advice: Pick<Advice, 'class' | 'title' | 'sureness'> | null
}

export interface PairWindow {
  rowCount: number
  totalCount: number
  rows: PairRow[]
}

/** Everything the two panes need for one pair. Frames outermost first, inlined frames included. */
export interface PairDetails {
  row: PairRow
  source: PairSide
  target: PairSide
  /** How many outermost frames both sides share. */
  commonFrames: number
  /** Lowest common ancestor, a function or a loop. */
  commonAncestor: string | null
  /** Threads whose earlier accesses these were, the largest share first. */
  threads: PairThread[]
  /** The probable cause and the remedy; null of pairs of use. */
  advice: Advice | null
}

export interface PairSide {
  frames: Frame[]
  leaf: LeafFrame
  /** Tree node of the leaf, for selecting it in the tree. */
  node: NodeId
  truncated: boolean
  partial: boolean
  /** For disassembly.read, of every frame and last of the leaf; -1 where the code is in no file. */
  moduleIndices: number[]
}
