/** Recordings and validations that windows start. */
import type { Engine, Granularity, Tool } from '../run.ts'
import type { RecordingId } from './identifiers.ts'

export interface LaunchRequest {
  /** With `process` only shown: its program, or a name for it. */
  program: string
  arguments: string[]
  workingDirectory: string
  /** Added to (or, with null, removed from) the host's environment. */
  environment: Record<string, string | null>
  tools: Tool[]
  /** Samples per second of CPU time and thread, all the time; null: 1,000 in the first 3 s of CPU time as far as the overhead allows, then 100. */
  rate: number | null
  output: string | null
  /** The rest of `hagstone record`'s options; absent: its defaults. */
  engine?: Engine | 'auto'
  tolerance?: number
  granularity?: Granularity
  follow?: 'children' | 'none'
  /** Seconds after which recording ends (the program continues). */
  duration?: number | null
  /** Recording ends when the 95 % interval of the total fraction is at most this far from it, e.g. 0.02. */
  until?: number | null
  /** Engines that sample: how often the program is run, one run after the other, into one profile; absent: once. */
  runs?: number
  /** Exhaustive engine: instructions measured and passed over in turn; null: all are measured. */
  window?: { on: number; off: number } | null
  /** Exhaustive engine: where redundancy lies is found once per pair, as part of what tells pairs apart, or not at all. */
  scope?: 'once' | 'always' | 'none'
  /** Exhaustive engine: locations of reuse distances; several side by side. */
  granularities?: Granularity[]
  /** Exhaustive engine: reuse distances over all threads together. */
  processWide?: boolean
  /** Reuse distances of each data object too. */
  byObject?: boolean
  /** Tool values: the executions examined: all, or until the invariance converges by one of two rules. */
  valueProfile?: 'full' | 'rising' | 'bounds'
  /** Sampling by the clock: a second run under the exhaustive engine counts accesses, of `command` or, where null, of the same again. */
  calibration?: { command: string[] | null }
  /** Exhaustive engine: share of equal values above which marked arrays are recorded, 0..1. */
  spatialThreshold?: number
  /** Tool values: values that a table holds. */
  valueTable?: number
  /** Tool values: tables are cleared now and then, so that values which come up late are seen. */
  valueClearing?: boolean
  /** The end of the program's output is kept in the profile, which others may get; absent: it is not. */
  keepOutput?: boolean
  /** The exhaustive engine: sampled by virtual PMUs in the same run; leaves a validation (validation.read) in place of a profile. */
  validation?: ValidationRequest
  /** Attaches to a running process instead of starting `program`; no environment, runs, calibration, kept output, exhaustive engine. */
  process?: AttachedProcess
}

/** A process; `startTime` distinguishes it from the next one with its number, null if it is not known. */
export interface AttachedProcess {
  id: number
  startTime: string | null
}

/** A process that the host sees. */
export interface ListedProcess {
  id: number
  /** Clock ticks since boot, as text. */
  startTime: string
  /** Its program and arguments, shortened if they are very long. */
  command: string[]
  /** Empty: not readable. */
  workingDirectory: string
  /** ms since 1970 */
  startedAt: number
  /** s */
  cpuTime: number
  /** Why it cannot be recorded, as far as that is known before, and what to do; null: nothing is in the way. */
  obstacle: AttachObstacle | null
}

export interface AttachObstacle {
  /** A few words, e.g. "another user's process". */
  reason: string
  /** One sentence. */
  remedy: string
}

export interface ProcessList {
  /** First those that can be recorded, then the user's others, then those of other users; each busiest first. */
  processes: ListedProcess[]
  /** Further ones, at the end of that order. */
  leftOut: number
}

export interface ValidationRequest {
  /** Loads, and stores, from sample to sample. */
  periods: number[]
  /** Debug registers. */
  registers: number[]
  /** Runs of each setting. */
  seeds: number
}

export interface LaunchProgress {
  recording: RecordingId
  /** `discarding` and `discarded`: on request, nothing is kept. */
  state: 'starting' | 'running' | 'counting' | 'analysing' | 'discarding' | 'finished' | 'failed' | 'discarded'
  /** Wall-clock seconds of the program, while it is starting of the preparation. */
  elapsed: number
  /** While it is starting: the task before the program can run, and its progress, 0..1. */
  preparing?: { what: string; share: number }
  /** If there are several runs: the one in progress, from 1. */
  run?: number
  /** Set once the program has ended, while processes that it started are recorded. */
  goesOn?: { ended: string; processes: string }
  /** While it is counting: wall-clock seconds of the counting run. */
  counted?: number
  samples: number
  traps: number
  blindSpot: { longest: number; share: number }
  /** Share of CPU time inside handlers so far. */
  handlerShare: number
  fraction: number | null
  /** Fractions by tool, while several are recorded. */
  fractions?: Partial<Record<Tool, number | null>>
  /** Accesses that the exhaustive engine has counted so far. */
  accesses?: { loads: number; stores: number }
  /** The recording has grown too large to look at its pairs while it is made. */
  statisticsOnly?: boolean
  /** `traps`: of the exhaustive engine the instances. */
  topPairs: Array<{ tool?: Tool; source: string; target: string; shareOfWaste: number; traps: number }>
  /** Share of the analysis that is done, 0..1. */
  analysed: number
  /** Path of the profile, or of the validation, once finished. */
  output: string | null
  /** One line, once failed. */
  error: string | null
  /** Last part of the target's own output. */
  targetOutput: string
}

export function startingProgress(recording: RecordingId): LaunchProgress {
  return {
    recording,
    state: 'starting',
    elapsed: 0,
    samples: 0,
    traps: 0,
    blindSpot: { longest: 0, share: 0 },
    handlerShare: 0,
    fraction: null,
    topPairs: [],
    analysed: 0,
    output: null,
    error: null,
    targetOutput: '',
  }
}
