/**
 * The output of `hagstone report --json` (schema "hagstone.report/2"), and the summary of a run that the windows and the
 * command line share. docs/metrics.md defines every number.
 */
import type { Findings } from './findings/finding.ts'
import type { RunsReport } from './metrics/statistics/run_noise.ts'
import type { Advice } from './advice/advice.ts'
import type { PairFinding } from './findings/finding.ts'
import type { MeasuredPart, Outcome } from './outcome.ts'
import type { MarkedType, ValueGroup } from './profile/spatial_values.ts'
import type { RegistersReport } from './registers.ts'
import type { DistanceUnit, Granularity, Interval, RunDescription, Statistics, Tool, Totals } from './run.ts'
import type { ValuesReport } from './values.ts'
import type { Relation, FrameChain, ObjectKind, ObjectLoads, ThreadToolReport } from './profile/frame.ts'

export interface PairReport extends Interval {
  tool: Tool
  relation: Relation
  waste: number
  use: number
  /** Traps seen for the pair; `wastefulInstances` of them were waste. */
  instances: number
  wastefulInstances: number
  traps: number
  /** waste / total waste; null for useful pairs. */
  shareOfWaste: number | null
  /** (waste + use) / (total waste + total use); of a reuse its share of all reuses. */
  shareOfTotal: number
  /** Fewer than 10 traps. */
  fewSamples: boolean
  scope: string | null
  /** Whether the loop was seen to go round between both accesses, or follows from the code alone; null without a scope. */
  scopeKind?: 'measured' | 'static' | null
  /** Instances and bytes with another thread's access in between, in neither waste nor use; absent where samples were taken. */
  interleaved?: { instances: number; bytes: number }
  object: string | null
  /** Compared byte for byte, or as floating point within the tolerance; null for tools that compare no values. */
  comparison: 'precise' | 'approximate' | null
  /** False sharing: the threads' bytes are disjoint; true: they overlap. Null for other tools. */
  sharing: 'false' | 'true' | null
  /** Reuse: of the same bytes, or of another part of their cache line. Null for other tools. */
  reuseOf: 'same' | 'other' | null
  /** Time distances of the pair's reuses, in the run's distanceUnit. Null for other tools. */
  distance: PairDistance | null
  /** Mean latency of the sampled accesses in cycles, and the share that missed the last-level cache; null without PMU data. */
  latency: { cycles: number; missShare: number } | null
  /** Lowest common ancestor of both contexts, "function file:line" or a loop: the place to hoist to. */
  commonAncestor: string | null
  /** Threads whose earlier accesses these were, the largest share of the pair first. */
  threads: PairThread[]
  /** The probable cause and the remedy (docs/advice.md); null of pairs of use and of the smallest; absent where the profile's disassembly is not available. */
  advice?: Advice | null
  /** The finding that the pair belongs to, or why it is in none; null: no waste, or too small for the list; absent without findings. */
  finding?: PairFinding | null
  /** The earlier access. */
  source: FrameChain
  /** The later access. */
  target: FrameChain
}

export interface PairThread {
  rank: number | null
  process: number
  thread: number
  /** Share of the pair's amount, 0..1. */
  share: number
}

export interface PairDistance {
  p50: number
  p90: number
  /**
   * Share of the pair's reuses whose distance in bytes exceeds each of this machine's cache sizes, smallest first: the
   * time distance where it was sampled; the stack distance where it was counted (it reaches the size).
   */
  beyond: Array<{ bytes: number; share: number }>
  /** Stack distances, where they were counted. */
  stack?: { p50: number; p90: number }
}

export interface HistogramBin {
  from: number
  /** Exclusive; null for the last, open bin. */
  to: number | null
  /** 0..1; the bins of a histogram add up to 1. */
  share: number
}

export interface DistanceHistogram {
  /** Unit of the axis: bytes = distance * granularity in bytes; ns where CPU time was not turned into accesses. */
  unit: 'bytes' | 'ns'
  bins: HistogramBin[]
  /** The end of the smallest bin whose cumulated share reaches `share` (RDX Table III); null: the open bin. */
  percentiles: Array<{ share: number; distance: number | null }>
}

/** From times to stack distances (docs/metrics.md, reuse distance). */
export const CONVERSIONS = ['windows', 'expectation', 'shen'] as const
export type Conversion = (typeof CONVERSIONS)[number]

/** Reuse distances of the whole program, of one pair or of one data object (docs/metrics.md, reuse distance). */
export interface ReuseReport {
  granularity: Granularity
  distanceUnit: DistanceUnit
  /** Accesses per second that turned CPU time into accesses; null if nothing did. */
  accessRate: number | null
  conversion: Conversion
  time: DistanceHistogram
  /** Null while distances are times: a stack distance needs accesses. */
  stack: DistanceHistogram | null
  /** Share of accesses whose stack distance is at least `bytes`, for growing cache sizes; empty without `stack`. */
  missRatio: Array<{ bytes: number; ratio: number }>
  /** Reuses seen, and the share of samples whose reuse never came (right-censored). */
  traps: number
  /** Where samples weigh differently: how many of equal weight would tell as much. */
  effectiveTraps?: number
  censoredShare: number
  /** Caveats for the reader: word-granular, time-weighted. */
  notes: string[]
  /** Where every access was counted (exhaustive engine); absent where it was sampled. */
  exact?: ExactReuse
}

/** Results of exact distances besides both histograms. */
export interface ExactReuse {
  /** First accesses to their locations. */
  first: number
  /**
   * Stack distances as the sampler's conversion makes them of the exact time distances (the third histogram of RDX
   * section V): what differs from `stack` is the model's error.
   */
  stackFromTime: DistanceHistogram
  /** S and Ŝ (RDX equations 1 and 2) of `stackFromTime` against `stack`. */
  similarity: number
  smoothedSimilarity: number
  /** For the whole program: the same at the other measured granularities, the finest first. */
  otherGranularities: ReuseReport[]
}

/** Data that was seen to be accessed again: static data of samplers; of counted runs all data that has a name (--by-object). */
export interface ReusedObject {
  /** Same as in ObjectReport. */
  name: string
  module: string | null
  kind?: ObjectKind
  bytes?: number
  reuses: number
  /** Share of all reuses of the program. */
  share: number
}

export interface ReusedObjectReport extends ReusedObject {
  reuse: ReuseReport
}

export interface ObjectReport {
  /** Symbol, "heap block of FUNCTION FILE:LINE", or "heap or stack at 0x…" where none is known. */
  name: string
  module: string | null
  tool: Tool
  waste: number
  use: number
  traps: number
  pairs: number
  kind?: ObjectKind
  /** Size; of heap blocks that of the first one of their allocation context. */
  bytes?: number
  /** Where heap blocks and mappings were allocated; the leaf is the call. Null where it is not known. */
  allocation?: FrameChain | null
  /** The variable to which the allocating line assigns the memory, for example "m->a"; absent where the source is not available or assigns nothing. */
  assignedTo?: string
  /** Loads of the object and how many of them were redundant (LOADSPY equation 3); of the tool spatial-loads. */
  loads?: ObjectLoads
}

export interface ThreadReport {
  /** MPI or Slurm rank of the process; null without one. */
  rank: number | null
  /** Share of the thread's CPU time during which it had debug registers, 0..1. */
  coverage?: number
  process: number
  thread: number
  name: string
  cpuSeconds: number
  /** The part of its CPU time that it waited for other threads, 0..1, by the samples of its trace; absent where that is not known. */
  waitingShare?: number
  /** Samples of all tools. */
  samples: number
  traps: number
  /** Waste found by the run's first tool. */
  waste: number
  use: number
  /** Has each recorded tool. */
  tools: Partial<Record<Tool, ThreadToolReport>>
}

/** All threads of one rank together. */
export interface RankReport {
  rank: number
  processes: number
  threads: number
  cpuSeconds: number
  /** Same as in its threads. */
  waitingShare?: number
  /** Samples of all tools. */
  samples: number
  /** Has each tool that trapped in it; `fraction` is waste / (waste + use), null where both are 0. */
  tools: Partial<Record<Tool, ThreadToolReport & { fraction: number | null }>>
}

export interface Report {
  schema: 'hagstone.report/2'
  run: RunDescription
  totals: Partial<Record<Tool, Totals>>
  /** The whole run's CPU time in ns, the denominator of shares, and the sampling interrupts; null if no clock sampled it. `waiting`: the part that waited for other threads; absent in profiles of earlier versions. */
  cpuTime: { time: number; interrupts: number; waiting?: number } | null
  /** The whole run's executed instructions, the denominator of shares; null if they were not counted by calling context. */
  executed: { instructions: number; waiting?: number } | null
  /** How much several runs of the command differ (`record --runs`); absent of one run. */
  runs?: RunsReport
  stats: Statistics
  /** The outcome of each tool's recording, also where it has no pairs. */
  outcomes: Partial<Record<Tool, Outcome>>
  /** Has tools whose numbers represent clearly less than everything that ran; the others represent all of it. */
  measured: Partial<Record<Tool, MeasuredPart>>
  /** Plain sentences about known biases and gaps of this run. */
  notes: string[]
  /** The rows that the limit on pairs, functions and value tables (`--top`) left out; null: none. */
  limit: ReportLimit | null
  /** Causes, costs, and changes to make; absent from reports that show none. */
  findings?: Findings
  pairs: PairReport[]
  threads: ThreadReport[]
  /** By number; empty of a run without ranks. */
  ranks: RankReport[]
  /** Null unless reuse-distance was recorded. */
  reuse: ReuseReport | null
  /** The most often reused first; empty if it was not recorded which data reuses are of. */
  reusedObjects: ReusedObjectReport[]
  /** Value profile; null unless values were recorded. */
  values: ValuesReport | null
  /** Redundancy of all values produced (REDSPY 4.1); null unless registers were recorded. */
  registers: RegistersReport | null
  /** Data objects, where a tool knows them (false sharing, spatial loads). */
  objects: ObjectReport[]
  /** Marked arrays and registers (resources/include/hagstone.h), the most redundant bytes first; empty where nothing was inspected. */
  spatialValues: SpatialValuesReport[]
  /** The totals of each named region; empty where the program names none. */
  regions: RegionReport[]
  /** Functions with each tool's numbers, those with the largest share of any tool's own waste first, then by own CPU time or executed instructions. */
  functions?: FunctionReport[]
}

export interface ReportLimit {
  /** At most so many pairs of each tool, functions and value tables, the largest first; null: only value tables were limited. */
  top: number | null
  /** Pairs by tool, of tools with more than `top`. */
  leftOut: { pairs: Partial<Record<Tool, number>>; functions: number; values: number }
  /** The same as a sentence, with the option that prints all. */
  note: string
}

/** Equal values at one mark (docs/metrics.md, spatial redundancy): S = (elements − unique) / elements. */
export interface SpatialValuesReport {
  /** The mark; null: ends of windows. */
  at: FrameChain | null
  /** Null for registers, and for memory that is no known object. */
  object: string | null
  group: ValueGroup
  type: MarkedType
  elementBytes: number
  /** Byte for byte, or within the tolerance of a base value. */
  comparison: 'precise' | 'approximate'
  inspections: number
  /** Inspections whose share was above the threshold; all that follows is of these alone. */
  above: number
  elements: number
  unique: number
  /** S; null where nothing was above the threshold. */
  share: number | null
  redundantBytes: number
  /** The latest inspection above the threshold: its commonest values, and elements at equal distances from first to last. */
  latest: { elements: number; unique: number; share: number | null; values: Array<{ value: string; count: number; share: number }>; strip: string[] } | null
}

/** Everything that a thread did inside the region, as the earlier access of pairs; nested regions count for the outer ones too. */
export interface RegionReport {
  name: string
  totals: Partial<Record<Tool, Totals>>
}

/** ns of CPU time that the sampling clock found a function in, and the interrupts behind the inclusive number. `waiting`: the part of that number that waited for other threads; absent: none did. */
interface FunctionCpuTime {
  exclusive: number
  inclusive: number
  interrupts: number
  waiting?: number
}

/** Executed instructions, exact. `waiting` as of CPU time. */
interface FunctionExecuted {
  exclusive: number
  inclusive: number
  waiting?: number
}

export interface FunctionReport {
  function: string
  file: string | null
  line: number | null
  module: string
  /** Absent where no clock sampled the run, and of functions that no interrupt found. */
  cpuTime?: FunctionCpuTime
  /** Absent where instructions were not counted by calling context, and of functions that executed none. */
  executed?: FunctionExecuted
  tools: Partial<Record<Tool, FunctionToolReport>>
}

/** Own: of the function's own lines. Inclusive: with its callees, recursion once per path. */
interface FunctionToolReport {
  wasteExclusive: number
  useExclusive: number
  fractionExclusive: number | null
  wasteInclusive: number
  useInclusive: number
  fractionInclusive: number | null
  /** Accesses where every one was counted. */
  traps: number
}
