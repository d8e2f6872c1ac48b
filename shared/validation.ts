/**
 * The result of `hagstone validate`: the sampler's estimates beside the ground truth of the same execution, for virtual
 * PMUs of several settings and seeds. --json prints it, --output writes it; windows draw the curves of WITCH Figures 4 and
 * 5 and RDX Figures 3, 4, 6 and 7 from it.
 */
import type { RankAgreement } from './metrics/statistics/rank_agreement.ts'
import type { LowSimilarityCause } from './metrics/reuse/low_similarity.ts'
import type { DistanceHistogram } from './report.ts'
import type { Driver, Engine, Granularity, RunDescription, Tool } from './run.ts'

export const VALIDATION_SCHEMA = 'hagstone.validation/1'

export type Reservoir = RunDescription['reservoir']
export type Attribution = RunDescription['attribution']

/** Settings of one virtual PMU. The seed is separate: runs that differ only in it are repetitions. */
export interface VirtualSettings {
  tool: Tool
  /** Loads, and stores, from sample to sample: a prime number. */
  period: number
  registers: number
  reservoir: Reservoir
  attribution: Attribution
  /** Accesses by system calls are counted and trap. */
  kernel: boolean
  /** The sampled access lies up to so many counted ones after the one that overflowed. */
  skid: number
}

export interface Validation {
  schema: typeof VALIDATION_SCHEMA
  hagstoneVersion: string
  command: string[]
  workingDirectory: string
  /** ISO 8601. */
  startedAt: string
  host: string
  /** How the program ended. */
  exit: { code: number | null; signal: string | null }
  /** Wall-clock seconds of the program under the engine. */
  duration: number
  tolerance: number
  granularity: Granularity
  tools: ToolValidation[]
  /** Caveats of the run, as sentences. */
  notes: string[]
}

export interface ToolValidation {
  tool: Tool
  truth: Truth
  /** The real sampler on the same program; null unless it was requested. */
  live: LiveEstimate | null
  /** The requested settings come first; the others differ from them in one way each. */
  estimates: Estimate[]
}

export interface Truth {
  /** Bytes. */
  waste: number
  use: number
  /** waste / (waste + use); null for reuse-distance and where nothing was decided. */
  fraction: number | null
  /** Bytes that ended in neither, of all accessed: what another thread accessed in between, freed and unfinished. */
  interleavedShare: number
  unaccountedShare: number
  /** Bytes that ended with their memory (free, munmap), of all accessed ones; absent in older files and where nothing was accessed. */
  freed?: { share: number } | undefined
  /** The most wasteful pairs, at most as many as requested. */
  pairs: Array<{ share: number; source: string; target: string }>
  reuse: ReuseTruth | null
}

export interface ReuseTruth {
  time: DistanceHistogram
  stack: DistanceHistogram
  /** The conversion of the exact time distances: its similarity shows the model's own error. */
  stackFromTime: DistanceHistogram
  modelSimilarity: Similarity
}

export interface Similarity {
  /** RDX equation 1. */
  s: number
  /** RDX equation 2. */
  smoothed: number
}

export interface Estimate {
  settings: VirtualSettings
  /** The difference from the requested settings; null: none. */
  variation: 'period' | 'registers' | 'reservoir' | 'attribution' | 'kernel' | null
  /** One for each seed. */
  runs: SeededEstimate[]
  /** Over the runs that have a fraction; null without any. */
  summary: EstimateSummary | null
  /** For reuse distances: means over the runs, and why a mean below 0.9 is so low. */
  reuse: { time: Similarity; stack: Similarity; timeCause: LowSimilarityCause | null; stackCause: LowSimilarityCause | null } | null
}

/** A recording by the sampler, in another run of the program. */
export interface LiveEstimate {
  engine: Engine
  driver: Driver
  samples: number
  traps: number
  fraction: number | null
  ci95: [number, number] | null
  /**
   * The exact fraction with the run's own samples as weights (metrics.md section 9): the result that a sampler driven by the clock
   * should find. Null where no sample was found in the exact run.
   */
  driverWeightedTruth: number | null
  /** Share of the samples whose context, or at least whose instruction, the exact run knows. */
  found: number
  /** Estimate less driver-weighted truth in percentage points. */
  difference: number | null
  /** The same samples weighted by the exact executions of their instructions, beside the ground truth; null where accesses drove already. */
  reweighted: {
    fraction: number | null
    ci95: [number, number] | null
    difference: number | null
    covered: number
    ranks?: RankAgreement | null | undefined
  } | null
  /** Similarity of reuse distances, in accesses. */
  reuse: { time: Similarity; stack: Similarity } | null
  /** Agreement of its pairs, as the driver weighs them, with those of the ground truth; absent in older files. */
  ranks?: RankAgreement | null | undefined
}

export interface EstimateSummary {
  /** Fractions, 0..1. */
  mean: number
  deviation: number
  least: number
  greatest: number
  /** Estimate less truth in percentage points: of the mean, and the mean of the runs' absolute ones. */
  difference: number
  absoluteDifference: number
  /** Share of the runs with an interval whose interval contains the ground truth; null where none has one. */
  covered: number | null
  /** Means over the runs, as in SeededEstimate. */
  unaccountedShare: number
  partialShare: number
}

export interface SeededEstimate {
  seed: string
  samples: number
  traps: number
  fraction: number | null
  ci95: [number, number] | null
  /** Estimate less truth in percentage points. */
  difference: number | null
  /** The truth is in the interval. */
  covered: boolean | null
  ranks: RankAgreement | null
  reuse: { time: Similarity; stack: Similarity } | null
  /** Share of samples in runs of consecutive ones that could not be watched. */
  blindShare: number
  /** Share of samples that no trap accounts for. */
  unaccountedShare: number
  /** Share of the decided bytes that were judged by a part of their access, at most 8 bytes, which spoke for all of it. */
  partialShare: number
}
