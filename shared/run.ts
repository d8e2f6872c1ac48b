/** How a run was recorded, and its totals and statistics. */
import type { Machine } from './machine.ts'
import type { SampleWeights } from './metrics/unequal_periods.ts'
import type { RegisterRedundancy } from './registers.ts'
import type { Tool } from './tools.ts'

export type { Tool } from './tools.ts'

/** `virtual`: a virtual PMU and virtual debug registers inside the exhaustive engine (`hagstone validate`). */
export type Engine = 'software' | 'pebs' | 'ibs' | 'exhaustive' | 'virtual'

/** The unit that a sample represents: an access counted by hardware or by every execution, or a slice of CPU time. */
export type Driver = 'accesses' | 'cpu-time'

/** Unit of waste and use: bytes where accesses drive, ns of CPU time where the clock does. Never mixed. */
export type Unit = 'bytes' | 'ns'

/** How the target ended. `state` comes from the recording itself. */
export interface ExitStatus {
  code: number | null
  signal: string | null
  state: 'finished' | 'killed' | 'stopped' | 'out-of-space' | 'running' | 'unable'
}

/** One of several runs of the command (`record --runs`). */
export interface RunOfSeveral {
  /** ISO 8601. */
  startedAt: string
  code: number | null
  signal: string | null
  cpuSeconds: number
  /** In the unit of the run. */
  tools: Partial<Record<Tool, { waste: number; use: number; traps: number }>>
}

/** The end of a program's standard output and error, in the order of arrival. */
export interface ProgramOutput {
  text: string
  /** Characters before it that were not kept. */
  leftOut: number
}

export interface RunDescription extends Machine {
  command: string[]
  workingDirectory: string
  engine: Engine
  /** Why this engine and transport, and why no better one; one sentence. */
  engineReason: string
  transport: 'sigtrap' | 'async' | 'tracer' | null
  tools: Tool[]
  driver: Driver
  unit: Unit
  /** Requested ns of CPU time, or accesses, between samples. */
  period: number
  /** The rate began higher: ns of CPU time between samples in the first `time` ns of each process; absent: constant. */
  early?: { period: number; time: number }
  /** ns of CPU time between samples as it came to be, on average; absent: `period`. */
  meanPeriod?: number
  /** Weights of samples that represent periods of unequal length; absent: all are equal. */
  sampleWeights?: SampleWeights
  /** Where the command was run several times, of each run; all other numbers are of all runs together. */
  runs?: RunOfSeveral[]
  /** Wall-clock seconds of the recording. */
  duration: number
  /** Seconds of CPU time used by the recorded threads. */
  targetCpuSeconds: number
  /** ISO 8601. */
  startedAt: string
  exit: ExitStatus
  seed: string
  watchRegisters: number
  reservoir: 'registers' | 'common' | 'oldest' | 'never'
  attribution: 'proportional' | 'none'
  processes: number
  threads: number
  hagstoneVersion: string
  /** Relative tolerance of floating-point comparisons. */
  tolerance: number
  /** For reuse distances. */
  granularity?: Granularity
  /** The unit of reuse distances. */
  distanceUnit?: DistanceUnit
  /** MPI or Slurm ranks that left a recording, ascending; empty without any. */
  ranks: number[]
  /** PMU events that sampled, as `--event` takes them; empty for the software engine. */
  events: string[]
  /** The reason that recording ended before the target did, as a sentence ("--duration 10 s"); null if it did not. */
  stoppedBy: string | null
  /** Loads and stores per second of CPU time, as the person said when recording; null: not said. */
  accessRate: number | null
  /** Loads and stores per instruction of the code that the CPU time was spent in; absent: not needed, or too little of the code is known. */
  accessMix?: number
  /** Exhaustive engine, bursty: instructions measured and passed over in turn, and the share of all instructions that was measured. */
  windows?: { on: number; off: number; covered: number }
  /** For exact reuse distances, the smallest first. */
  granularities?: Granularity[]
  /** How values were profiled; absent: they were not. */
  values?: ValueSettings
  /** Values produced in registers and memory, and how many were there already; absent: registers were not measured. */
  registers?: RegisterRedundancy
  /** Waiting for other threads was distinguished from waste and use; absent in profiles of earlier versions. */
  tellsWaiting?: true
  /** The environment asked threads of OpenMP to sleep while they wait (OMP_WAIT_POLICY=passive); absent: it did not, or that is not known. */
  openmpSleeps?: true
  /** Exhaustive engine: work of parallel regions by thread, the most first; absent: no threads share a region, or that is not known. */
  regionWork?: RegionWork[]
  /** Exhaustive engine, jobs of several ranks: work of each thread outside of parallel regions; absent: the run is none, or that is not known. */
  workOutsideRegions?: ThreadWork[]
  /** Joules that the whole machine took while the recording lasted; absent where it does not let them be read. */
  energy?: number
  /** The counting run that turned a clock-driven profile into an access-weighted one; absent: none. */
  reweighted?: Reweighted
  /** Output of the program, kept on request when it is launched from a window; absent: it was not kept. Untrusted text. */
  programOutput?: ProgramOutput
  /** Processes without samples because they could not be recorded, most of one program and reason first; absent: none. */
  unrecorded?: UnrecordedProcesses[]
}

/** Row of the profile's threads, and instructions that it executed, without those of waiting. */
export type ThreadWork = [thread: number, instructions: number]

/** Instructions that threads executed in a parallel region of OpenMP, without those of waiting. None where the runtime hands out work as threads ask for it. */
export interface RegionWork {
  /** Row of the profile's functions. */
  function: number
  threads: ThreadWork[]
}

/** Processes of one program that were not recorded for one reason. */
export interface UnrecordedProcesses {
  program: string
  processes: number
  /** A clause. */
  why: string
  /** The remedy, a sentence. */
  action: string
}

/** How values were profiled (docs/metrics.md, values). */
export interface ValueSettings {
  /** Most values in a table. */
  tableSize: number
  /** The roles with tables, as in VALUE_ROLES. */
  roles: string[]
  /** Every execution; or only until the invariance converges: while it rises, or while it leaves the bounds. */
  profile: 'full' | 'rising' | 'bounds'
  /** Convergent: pause as a multiple of the executions so far, constant or random by half around it. */
  backOff: number
  constantBackOff: boolean
  /** The bottom half of the tables is cleared now and then. */
  clearing: boolean
  /** A full profile of the same run is beside the convergent one. */
  reference: boolean
  /** Instructions executed while values were examined. */
  instructions: number
}

/** A counting run of the exhaustive engine, whose exact executions weigh the samples (docs/metrics.md, reweighting). */
export interface Reweighted {
  /** The command of the counting run. */
  command: string[]
  /** The counting run had the sampled run's input; false: another input, which the person declared. */
  sameInput: boolean
  /** Share of the counted bytes whose instructions were sampled, 0..1: the others have no weight. */
  covered: number
  /** Share of the samples whose instructions were counted, 0..1: the others weigh nothing. */
  counted: number
  /** Loads and stores per second of CPU time that turned times into distances; null: nothing did. */
  accessRate: number | null
  /** ns of CPU time between samples; the run's period is the mean of the accesses that a sample represents. */
  period: number
}

export type Granularity = 'byte' | 'word' | 'line'

/** ns of the thread's own CPU time, or loads and stores. */
export type DistanceUnit = 'cpu-time' | 'accesses'

export interface Interval {
  /**
   * 95 % interval by block bootstrap over time, as shares 0..1: of `fraction` in totals, where it also holds what the
   * samples without a trap could change; of `shareOfTotal` in pairs.
   * Null with too few traps to tell, and where `exact`.
   */
  ci95: [number, number] | null
  /** Every access was counted, so there is nothing to estimate. Not of bursty runs, which saw their windows only, and of killed ones. */
  exact?: boolean
}

export interface Totals extends Interval {
  waste: number
  use: number
  /** Amount of reuses, which are neither; 0 for other tools than reuse-distance. Those in no pair are taken for as long as the others. */
  reused: number
  /** Reuses, among `traps`, that are in no pair, as the recording had no room for more; absent where all are. */
  unpaired?: number
  /**
   * Samples never decided (end of run, eviction without a later trap of the context), in the unit. Of an
   * exhaustive run bytes that ended in neither waste nor use: unfinished, freed and interleaved.
   */
  unaccounted: number
  /**
   * For samples: amounts whose memory ended (free, munmap) before the next access. Neither in waste nor in use nor in
   * `unaccounted`; absent if there are none. Exhaustive runs count them in `counted`.
   */
  freed?: number
  /** Amount of accesses in code that waits for another thread (metrics.md, Waiting), in neither waste nor use; absent where there were none. */
  waiting?: number
  /** waste / (waste + use), Equation 1 of WITCH; null when nothing was decided. */
  fraction: number | null
  traps: number
  /** Waste that was compared byte for byte, or not at all, and within the tolerance of floating-point comparisons. */
  precise: number
  approximate: number
  /** Samples taken for the tool, and the share of them (of an exhaustive run: of all bytes) that is unaccounted. */
  samples: number
  unaccountedShare: number
  /** False sharing: waste on disjoint and on the same bytes; null for other tools. */
  sharing: { false: number; true: number } | null
  /** Counts of every access beside the pairs; absent where samples were taken. */
  counted?: CountedTotals
}

/** Bytes of one tool in an exhaustive run. Bytes in neither waste nor use are `unaccounted` in the totals. */
export interface CountedTotals {
  /** All accesses of the tool's kind. */
  accessed: number
  /** waste / accessed: the papers' fraction over all bytes (LOADSPY Definition 3, REDSPY 4.1); null when there were none. */
  overAll: number | null
  /** Accesses without an earlier one of their kind. They are earlier accesses of others, so this is no part of `unaccounted`. */
  first: number
  /** Ended by free, munmap and the like. */
  freed: number
  /** Another thread accessed the bytes in between: the known error of samplers. */
  interleaved: number
  /** Never accessed again before the end of the run or of a window. */
  unfinished: number
}

export interface Statistics {
  samples: number
  armed: number
  traps: number
  replaced: number
  /** Samples whose watchpoint never trapped: evicted or unfinished. */
  censored: number
  /** Longest run of consecutive samples that could not be watched, and the share of samples in runs longer than one. */
  blindSpot: { longest: number; share: number }
  /** Lost samples by cause; keys are the `dropped_*` names of the raw format without the prefix. */
  dropped: Record<string, number>
  /** ns inside the profiler's handlers. */
  handlerTime: number
  /** handlerTime / CPU time of the target's threads. */
  handlerShare: number
  /** Every counter of the recording by its name in the raw format, with its description. */
  counters: Array<{ name: string; value: number; description: string }>
}

export interface LackingModule {
  /** File name. */
  name: string
  /** Share of the CPU time, 0..1. */
  cpuShare: number
  /** Share of the samples, or of the observations if that is smaller, 0..1. */
  share: number
  of: 'samples' | 'observations'
}
