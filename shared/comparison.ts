/**
 * Two runs compared (docs/comparing.md): what `hagstone compare --json` prints (schema "hagstone.comparison/1") and what
 * the windows show. "Old" and "new" are the first and the second profile, whichever was recorded first.
 */
import type { FindingPlace, RunMeasure } from './findings/finding.ts'
import type { ComparedFinding, ComparedFindings } from './findings/compare_findings.ts'
import type { MeasuredPart } from './outcome.ts'
import type { ReuseReport } from './report.ts'
import type { Relation } from './profile/frame.ts'
import type { NodeId } from './rpc/identifiers.ts'
import type { Granularity, RunDescription, Tool, Unit } from './run.ts'
import type { ValuesComparison } from './values.ts'
import type { Side, Significance, ComparedNumber, ComparedRatio } from './compare/compared_number.ts'

/**
 * The factor of the new run's amounts, which makes runs of different length comparable: 1, the ratio of the accesses that
 * the tool observed, or the ratio of the CPU time.
 */
export type Normalisation = 'run' | 'accesses' | 'time'

export interface ComparedTotals {
  waste: ComparedNumber
  use: ComparedNumber
  /** Only for reuse-distance: neither waste nor use. */
  reused: ComparedNumber
  /** waste / (waste + use). Not normalised. */
  fraction: ComparedRatio
  /** 95 % intervals of both fractions; null where exact or unknown. */
  fractionIntervals: Record<Side, [number, number] | null>
  traps: Record<Side, number>
  /** The part of each run that its shares refer to; without a run whose shares refer to all of it. */
  measured?: Partial<Record<Side, MeasuredPart>>
  /** Pairs of the tool's wasteful relations, and reuses, by what became of them; `moved` are also among the others. */
  pairs: Record<PairStatus | 'moved', number>
}

export interface ComparedProfile {
  path: string
  run: RunDescription
}

/** Cost of one run; null if it was not recorded. */
interface RunCost {
  wallSeconds: ComparedRatio
  cpuSeconds: ComparedRatio
  /** Joules of the whole machine while the run lasted. */
  energy: ComparedRatio
}

/** The facts of the whole comparison. */
export interface ComparisonHead {
  old: ComparedProfile
  new: ComparedProfile
  unit: Unit
  /** Tools that both have, in the old run's order. */
  tools: Tool[]
  onlyOld: Tool[]
  onlyNew: Tool[]
  /** Normalisations that these runs allow; 'run' always. */
  normalisations: Normalisation[]
  cost: RunCost
  /** The cost of both runs in the code that their rows belong to; null unless both have CPU time, or both have executed instructions. */
  spent:
    | (ComparedNumber & {
        measure: RunMeasure
        /** The part that waited for other threads; absent where neither run waited, or one does not know. */ waiting?: ComparedNumber
      })
    | null
  /** Plain sentences: how the runs differ, how pairs were matched, and the unknown parts. */
  notes: string[]
}

/**
 * `changed`: by more than the noise; `unchanged`: equal or within the noise. Pairs of sampled runs that one run alone has,
 * in an amount that may be chance, are `unchanged` too: they were too rare to be seen twice.
 */
export type PairStatus = 'new' | 'gone' | 'changed' | 'unchanged'

/**
 * How a pair was found again that is not at the same lines of the same calling contexts: `lines`: at other lines of
 * its functions or files, `path`: in other calling contexts (a wrapper, other inlining), `text`: by the text of its lines alone.
 */
export type PairMove = 'lines' | 'path' | 'text'

export interface ComparedPlace {
  function: string
  file: string | null
  /** The file as each run names it, also the run that does not have the pair; null where it has no such file. */
  files: Record<Side, string | null>
  /** Null where that run does not have the pair, or the line is not known. */
  oldLine: number | null
  newLine: number | null
  /** "function file:line" of the new run, of the old one for pairs that are gone. */
  text: string
}

export interface ComparedPair {
  /** Number in the comparison, the same for all tools, normalisations, and orders. */
  pair: number
  tool: Tool
  relation: Relation
  status: PairStatus
  moved: PairMove | null
  source: ComparedPlace
  target: ComparedPlace
  object: string | null
  /** Rows of the largest such pair of either profile, for pairs.details; null where it has none. */
  oldPair: number | null
  newPair: number | null
  waste: ComparedNumber
  use: ComparedNumber
  /** Amount of reuses, of reuse-distance alone. */
  reused: ComparedNumber
  /** Share of waste + use, or of all reuses. Not normalised. */
  shareOfTotal: ComparedRatio
  traps: Record<Side, number>
}

export type ComparedPairColumn =
  | 'status'
  | 'source'
  | 'target'
  | 'relation'
  | 'object'
  | 'oldWaste'
  | 'newWaste'
  | 'wasteChange'
  | 'wasteRelative'
  | 'oldUse'
  | 'newUse'
  | 'useChange'
  | 'oldShare'
  | 'newShare'
  | 'shareChange'
  /** The larger of both amounts: what matters most in either run. */
  | 'largest'
  /** |change| of the amount. */
  | 'impact'

/** Less waste (or reuse) is a win, more a loss; both beyond the noise. */
export type Direction = 'all' | 'wins' | 'losses'

export interface ComparedPairFilter {
  /** Hide pairs that are use (default true). */
  wastefulOnly: boolean
  /** Null: all. */
  status: PairStatus | 'moved' | null
  direction: Direction
  /** Plain text or regular expression on functions, files and objects of either side. */
  search: string
  regularExpression: boolean
}
/** A pair as a window shows it. */
export interface ComparedPairRow extends ComparedPair {
  /** Row of the tree of both runs that the earlier access is in, and the amount with it. */
  node: NodeId
}
export interface ComparedPairWindow {
  rowCount: number
  totalCount: number
  rows: ComparedPairRow[]
}

/** A finding as a window lists it. */
export interface ComparedFindingRow extends Pick<ComparedFinding, 'status' | 'amount'> {
  title: string
  /** Null in the run that does not have the finding. */
  places: Record<Side, FindingPlace[] | null>
  /** The heaviest pair that the finding has in both runs, else its heaviest. Its amounts are not normalized. */
  pair: ComparedPairRow
}
export interface ComparedFindingList extends Pick<ComparedFindings, 'verdict' | 'unit'> {
  findings: ComparedFindingRow[]
}

export interface ComparedObject {
  tool: Tool
  name: string
  module: string | null
  waste: ComparedNumber
  use: ComparedNumber
  traps: Record<Side, number>
  pairs: Record<Side, number>
}
export type ComparedObjectColumn = 'name' | 'oldWaste' | 'newWaste' | 'wasteChange' | 'wasteRelative' | 'oldUse' | 'newUse' | 'useChange' | 'impact'
export interface ComparedObjectWindow {
  rowCount: number
  rows: ComparedObject[]
}

/** Columns of one row of a tree. */
export interface ComparedNode {
  wasteInclusive: ComparedNumber
  useInclusive: ComparedNumber
  wasteExclusive: ComparedNumber
  useExclusive: ComparedNumber
  fractionInclusive: ComparedRatio
  traps: Record<Side, number>
  /**
   * CPU time or executed instructions, as ComparisonHead.spent says, never normalised; absent where the runs do not both have the same of them.
   * `waiting`: the part of the inclusive cost that waited; absent where neither run waited anywhere, or one does not know.
   */
  runCost?: { inclusive: ComparedNumber; exclusive: ComparedNumber; waiting?: ComparedNumber }
  /** The run that alone has the row; null: both. */
  only: Side | null
  /** Source line or file of a row, by each run's name; only the file if the run knows it but has no such row. */
  places: Record<Side, { file: string; line: number | null } | null>
}

/** The number that sorts a tree of two runs; `relative` is Δ %. */
export type ComparedSide = Side | 'change' | 'relative' | 'impact'

/** Reuse distances of both runs in the same bins. */
export interface ComparedReuse {
  old: ReuseReport
  new: ReuseReport
  granularity: Granularity
  /** 1 − ½ Σ|old − new| of the time distances and of the stack distances (RDX equation 1); null where the axes differ. */
  similarity: { time: number | null; stack: number | null }
  /** Percentiles of both axes; empty if their units differ, or if there are no stack distances. */
  percentiles: { time: ComparedPercentile[]; stack: ComparedPercentile[] }
  /** Share of the accesses that a cache of each size of either curve would miss; empty unless both have one. */
  missRatio: Array<ComparedRatio & { bytes: number }>
}

/** End of the smallest bin up to which `share` of the reuses lies; null: the open bin. */
export interface ComparedPercentile {
  share: number
  old: number | null
  new: number | null
  /** 95 %, ends of bins; null: too few samples to tell. */
  intervals: Record<Side, [number | null, number | null] | null>
  significance: Significance
}

export type FlatLevel = 'function' | 'module' | 'file' | 'loop' | 'line'

/** One function, module, file, loop or line of both runs. */
export interface ComparedFlatRow extends ComparedNode {
  name: string
  file: string | null
  oldLine: number | null
  newLine: number | null
  module: string
}

/** The output of `hagstone compare --json`. */
export interface ComparisonReport extends ComparisonHead {
  schema: 'hagstone.comparison/1'
  normalisation: Normalisation
  /** Findings that are gone, smaller, larger, or new, with a verdict in one sentence. */
  findings: ComparedFindings
  totals: Partial<Record<Tool, ComparedTotals>>
  pairs: ComparedPair[]
  /** By function, or as `--by` says. */
  flat: { by: FlatLevel; tools: Partial<Record<Tool, ComparedFlatRow[]>> }
  objects: ComparedObject[]
  /** Null unless both recorded reuse-distance. */
  reuse: ComparedReuse | null
  /** Null unless both recorded values. */
  values: ValuesComparison | null
}
