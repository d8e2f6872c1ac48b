/** The options of a recording. target_environment.ts passes them to the agent. */
import type { Engine, Granularity, Tool } from '../../shared/run.ts'
import { toolsOf } from '../../shared/tools.ts'
import type { Rank } from './ranks.ts'
import { defaultValues, type ValueOptions } from './value_options.ts'

export const engines = ['auto', 'software', 'pebs', 'ibs', 'exhaustive'] as const satisfies Array<Engine | 'auto'>
export const transports = ['auto', 'sigtrap', 'async', 'tracer'] as const
export const reservoirs = ['registers', 'common', 'oldest', 'never'] as const
export const attributions = ['proportional', 'none'] as const
export const followModes = ['children', 'none'] as const
export const granularities = ['byte', 'word', 'line'] as const satisfies Granularity[]
export const reuseParts = ['same', 'other'] as const
export const scopeModes = ['once', 'always', 'none'] as const

/** Bounds of the numeric options, both included; the agent rejects anything else. */
export const bounds = {
  /** ns of CPU time between samples */
  period: { minimum: 100_000, maximum: 1_000_000_000_000 },
  skipRange: { minimum: 1, maximum: 64 },
  stopBudget: { minimum: 1, maximum: 64 },
  depthCap: { minimum: 8, maximum: 4096 },
  watchRegisters: { minimum: 1, maximum: 4 },
  /** CPU time inside the profiler, share of the thread's; 0 beside these: never adapt */
  maxOverhead: { minimum: 0.001, maximum: 1 },
  /** Loads and stores per second of CPU time */
  accessRate: { minimum: 1, maximum: 1e12 },
  /** s */
  duration: { minimum: 0.001, maximum: 31_536_000 },
  maxSamples: { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  processId: { minimum: 1, maximum: 4_194_304 },
  runs: { minimum: 1, maximum: 1000 },
  /** Instructions measured, and passed over */
  window: { minimum: 1000, maximum: 1_000_000_000_000_000 },
  /** Half-width of the 95 % interval, as a share */
  until: { minimum: 0.0001, maximum: 0.5 },
} as const

export const nanosecondsPerSecond = 1_000_000_000
/** Samples per second of CPU time and thread. */
export const defaultRate = 100
/**
 * The initial rate with the default rate, so that short programs get enough samples: in the first seconds of CPU time
 * of each process, as far as the overhead allows.
 */
export const earlyRate = { rate: 1000, seconds: 3 }
/** The meaning of the default rate where accesses are counted: WITCH's 5 million (section 6). */
const accessesAtDefaultRate = 5_000_000

/** Only for the exhaustive engine. */
export interface ExhaustiveOptions {
  /** Instructions of each thread that are measured and skipped in turn; null: all are measured */
  window: { on: number; off: number } | null
  /** Where redundancy lies (docs/metrics.md): found once per pair, as part of what tells pairs apart, or not at all */
  scope: (typeof scopeModes)[number]
  /** The unit that counts as one location for reuse distances; several are measured side by side */
  granularities: Granularity[]
  /** Reuse distances over all threads of a process together */
  processWide: boolean
  /** Reuse distances of each data object too */
  byObject: boolean
  /** Share of non-unique values above which marked arrays and registers are recorded, in [0, 1] */
  spatialThreshold: number
  /** For the tool values */
  values: ValueOptions
}

export const defaultExhaustive: ExhaustiveOptions = {
  window: null,
  scope: 'once',
  granularities: ['line'],
  processWide: false,
  byObject: false,
  spatialThreshold: 0.2,
  values: defaultValues,
}
/** The meaning of `--window` alone: 1 % of the instructions, as LOADSPY and REDSPY sample in bursts. */
export const usualWindow = { on: 1_000_000, off: 99_000_000 }

export interface SamplingOptions {
  engine: (typeof engines)[number]
  tools: Tool[]
  /** For one thread: samples per second of CPU time, or ns of CPU time (PMU engines: accesses) between samples; a given rate is constant */
  pace: { rate: number; early?: typeof earlyRate } | { period: number }
  /** PMU events, as HAGSTONE_EVENTS takes them; empty: the processor's own */
  events: string[]
  transport: (typeof transports)[number]
  reservoir: (typeof reservoirs)[number]
  attribution: (typeof attributions)[number]
  follow: (typeof followModes)[number]
  /** Relative, of floating-point comparisons, in [0, 1) */
  tolerance: number
  /** For reuse distances, in engines that sample. */
  granularity: Granularity
  /** Reuse of the sampled bytes, or of another part of their cache line */
  reuseOf: (typeof reuseParts)[number]
  /** The maximum CPU time inside the profiler as a share; 0: the period stays constant */
  maxOverhead: number
  /** Converts CPU time into accesses, per second; null: distances stay times */
  accessRate: number | null
  /** null: the agent's default */
  seed: string | null
  skipRange: number | null
  stopBudget: number | null
  depthCap: number | null
  watchRegisters: number | null
  exhaustive: ExhaustiveOptions
}

export const defaultSampling: SamplingOptions = {
  engine: 'auto',
  tools: ['dead-stores', 'silent-stores', 'redundant-loads'],
  pace: { rate: defaultRate, early: earlyRate },
  events: [],
  transport: 'auto',
  reservoir: 'registers',
  attribution: 'proportional',
  follow: 'children',
  tolerance: 0.01,
  granularity: 'word',
  reuseOf: 'same',
  maxOverhead: 0.05,
  accessRate: null,
  seed: null,
  skipRange: null,
  stopBudget: null,
  depthCap: null,
  watchRegisters: null,
  exhaustive: defaultExhaustive,
}

/** Limits that end the recording, not the program. */
export interface RecordingLimits {
  /** s of wall-clock time */
  duration: number | null
  /** Samples of all threads and tools */
  maxSamples: number | null
  /** Half-width of the 95 % interval of each recorded tool's total fraction */
  until: number | null
}

export const noLimits: RecordingLimits = { duration: null, maxSamples: null, until: null }

/** Options of every recording, of a program to start or of a process to attach to. */
export interface RecordingOptions {
  sampling: SamplingOptions
  limits: RecordingLimits
  /** Path of the profile; null: PROGRAM-YYYYMMDD-HHMMSS.hagstone in the launcher's directory. */
  output: string | null
  /** The whole environment of the target, or of the launcher, without the agent's variables. */
  environment: Record<string, string>
}

export interface RecordOptions extends RecordingOptions {
  /** This launcher's role in an MPI or Slurm job; null: it records on its own. */
  rank: Rank | null
  program: string
  arguments: string[]
  workingDirectory: string
  /** How often the program is run, one run after another */
  runs: number
  /** The end of its output becomes part of the profile */
  keepOutput: boolean
  /** null: no counting run */
  calibration: Calibration | null
}

/** `record --calibrate`: the counts of a second run under the exhaustive engine. */
export interface Calibration {
  /** The program to run, of a smaller input; null: the recorded program again */
  command: string[] | null
}

/** `record --calibrate PROFILE`: nothing is recorded; the profile is reweighted. */
export interface CalibrateOptions {
  /** Path of a profile that the clock drove */
  calibrated: string
  /** The program to count; null: the one that the profile recorded, in its directory */
  command: string[] | null
  /** null: the profile's name with -calibrated */
  output: string | null
  environment: Record<string, string>
  workingDirectory: string
}

export interface AttachOptions extends RecordingOptions {
  processId: number
}

/** Why an engine cannot look for all of these, with the alternative; null if it can. Begins with the tool's name. */
export function toolProblem(engine: SamplingOptions['engine'], tools: Tool[]): string | null {
  const can = toolsOf(engine === 'exhaustive' ? 'exhaustive' : 'sampling')
  const unable = tools.find((tool) => !can.includes(tool))
  if (unable === undefined) return null
  return engine === 'exhaustive'
    ? `${unable}: the exhaustive engine measures ${can.join(', ')}; record it without --engine exhaustive`
    : `${unable}: only the exhaustive engine measures it; add --engine exhaustive (it observes every access and runs many times slower)`
}

/** Why a program cannot be run several times into one profile, with the remedy; null if it can. */
export function severalRunsProblem({ engine, until, calibrates }: { engine: SamplingOptions['engine']; until: boolean; calibrates: boolean }): string | null {
  if (engine === 'exhaustive')
    return 'the exhaustive engine counts every access of one run, so a second run adds nothing; omit --runs, or choose a sampling engine'
  if (until) return '--until ends one run when its interval is narrow enough, and cannot be combined with --runs'
  return calibrates ? '--calibrate counts one run of the program, and cannot be combined with --runs' : null
}

/** ns of CPU time (software), or accesses (PMU), between samples. A rate below or above the default scales its period. */
export function periodOf({ pace }: Pick<SamplingOptions, 'pace'>, engine: Engine): number {
  if ('period' in pace) return pace.period
  const atDefault = engine === 'software' ? nanosecondsPerSecond / defaultRate : accessesAtDefaultRate
  return Math.min(bounds.period.maximum, Math.max(bounds.period.minimum, Math.round((atDefault * defaultRate) / pace.rate)))
}
