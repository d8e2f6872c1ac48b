/**
 * recording.json: facts that the launcher knows and the raw files do not hold. It is in the recording directory beside
 * processes/process-*.hagraw and vdso.so (the running kernel's vDSO image, for symbols). Written when the target starts and
 * replaced (by rename) when it ends, so a killed launcher leaves the first version. Untrusted input like the rest.
 *
 * Under MPI or Slurm every rank's launcher has a recording directory of its own, rank-N, in one shared directory:
 *
 *   NAME.hagstone-recording/rank-0/{recording.json, processes/{process-*.hagraw, control}, vdso.so, perf-*.map}
 *   NAME.hagstone-recording/rank-1/...
 *
 * Both the shared directory (all ranks in one profile) and a rank's own can be analysed.
 */
import type { MachineCache, MachineProcessors } from './machine.ts'
import type { Engine, Granularity, Tool, ProgramOutput } from './run.ts'

/** rank-N: directory of one rank's recording within the shared one. */
export const RANK_DIRECTORY = /^rank-(0|[1-9]\d{0,8})$/

/** perf-PID.map: where a recorded process's just-in-time compiler put its code (Linux, tools/perf/Documentation/jit-interface.txt). */
export const PERF_MAP_FILE = /^perf-([1-9]\d{0,9})\.map$/

/** One of several runs of the program. */
export interface RecordedRun {
  startedAt: string
  /** null: not known */
  exit: { code: number | null; signal: string | null } | null
}

export interface RecordingDescription {
  schema: 'hagstone.recording/1'
  hagstoneVersion: string
  command: string[]
  workingDirectory: string
  /** ISO 8601. */
  startedAt: string
  host: string
  kernel: string
  engine: Engine
  engineReason: string
  tools: Tool[]
  /** Filled in when the target has ended. */
  exit: { code: number | null; signal: string | null; endedAt: string; stopped: boolean } | null
  /** The command was run several times, one after the other; `exit` is null of a run that was not seen to end. */
  runs?: RecordedRun[]
  /** Sentences for the profile's notes (e.g. "the script's interpreter was profiled"). */
  notes: string[]
  /** Joules that the machine took until the target ended; null where it does not tell. */
  energy?: number | null
  processors?: MachineProcessors
  /** Data and unified caches of the recording machine's first processor, smallest first. */
  caches?: MachineCache[]
  /** Requested sampling period, of the steady rate: ns of CPU time, or accesses. */
  period?: number
  /** Relative tolerance of floating-point comparisons, in [0, 1). */
  tolerance?: number
  /** For reuse distances. */
  granularity?: Granularity
  /** Loads and stores per second of CPU time, as the person said; null: not said, distances stay times. */
  accessRate?: number | null
  /** The environment asked threads of OpenMP to sleep while they wait. */
  openmpSleeps?: true
  /** MPI or Slurm rank of this recording, and how many there are; null without any. */
  rank?: number | null
  rankCount?: number | null
  /** The reason that recording ended before the target did, for example "--duration 10 s"; null if it did not. */
  stoppedBy?: string | null
  /** ISO 8601; null unless something did. */
  stoppedAt?: string | null
  /** Where the person wished it: `record --keep-output`, or *Output* in the launch form. */
  programOutput?: ProgramOutput
}
