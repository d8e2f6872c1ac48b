/**
 * What `hagstone report --json` prints (schema "hagstone.report/1"), and what the windows and the command line
 * share as the summary of a run. Every number's definition: metrics in docs/metrics.md.
 */

export type Tool =
  | 'dead-stores'
  | 'silent-stores'
  | 'redundant-loads'
  | 'reuse-distance'
  | 'false-sharing'

export type Relation =
  | 'KILLED_BY'
  | 'USED_BY'
  | 'REDUNDANT_WITH'
  | 'CHANGED_BY'
  | 'REUSED_BY'
  | 'SHARED_WITH'

export type Engine = 'software' | 'pebs' | 'ibs' | 'exhaustive'

/** What a sample stands for: an access counted by hardware or by every execution, or a slice of CPU time. */
export type Driver = 'accesses' | 'cpu-time'

/** Unit of waste and use: bytes where accesses drive, ns of CPU time where the clock does. Never mixed. */
export type Unit = 'bytes' | 'ns'

/** How the target ended. `state` is what the recording itself knows. */
export interface ExitStatus {
  code: number | null
  signal: string | null
  state: 'finished' | 'killed' | 'stopped' | 'out-of-space' | 'running' | 'unable'
}

export interface RunDescription {
  command: string[]
  workingDirectory: string
  engine: Engine
  /** Why this engine and transport, and why no better one; one sentence. */
  engineReason: string
  transport: 'sigtrap' | 'async' | 'tracer' | null
  tools: Tool[]
  driver: Driver
  unit: Unit
  /** ns of CPU time, or accesses. */
  period: number
  /** Wall-clock seconds of the recording. */
  duration: number
  /** Seconds of CPU time used by the recorded threads. */
  targetCpuSeconds: number
  /** ISO 8601. */
  startedAt: string
  host: string
  exit: ExitStatus
  seed: string
  watchRegisters: number
  reservoir: 'registers' | 'common' | 'oldest' | 'never'
  attribution: 'proportional' | 'none'
  processes: number
  threads: number
  hagstoneVersion: string
}

export interface Interval {
  /**
   * 95 % interval by block bootstrap over time, as shares 0..1: of `fraction` in totals, of `shareOfTotal` in pairs.
   * Null with too few traps to tell.
   */
  ci95: [number, number] | null
}

export interface Totals extends Interval {
  waste: number
  use: number
  /** Samples never decided by a trap (end of run, eviction without a later trap of the context), in the unit. */
  unaccounted: number
  /** waste / (waste + use), Equation 1 of WITCH; null when nothing was decided. */
  fraction: number | null
  traps: number
  precise: number
  approximate: number
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

/** One frame of a calling context; a context is a list of frames, outermost first. */
export interface Frame {
  /** Demangled; module + offset where nothing better is known. */
  function: string
  /** Path as the debug information has it; null without debug information. */
  file: string | null
  /** 1-based; null when unknown. In all but the innermost frame the line of the call. */
  line: number | null
  module: string
  /** ELF virtual address in the module, hexadecimal with 0x. */
  address: string
  inlined: boolean
  /** Loop the frame is in, "loop at file:line"; null while loops are not recorded. */
  loop: string | null
}

export interface LeafFrame extends Frame {
  /** Disassembled accessing instruction; null where the module's code is not readable. */
  instruction: string | null
}

/** A context down to the access. */
export type FrameChain = [...Frame[], LeafFrame]

/** The access of a context. */
export function leafOf(chain: FrameChain): LeafFrame {
  return chain[chain.length - 1] as LeafFrame
}

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
  /** (waste + use) / (total waste + total use). */
  shareOfTotal: number
  /** Fewer than 10 traps. */
  fewSamples: boolean
  scope: string | null
  object: string | null
  /** The earlier access. */
  source: FrameChain
  /** The later access. */
  target: FrameChain
}

export interface ThreadReport {
  process: number
  thread: number
  name: string
  cpuSeconds: number
  samples: number
  traps: number
  waste: number
  use: number
}

export interface Report {
  schema: 'hagstone.report/1'
  run: RunDescription
  totals: Partial<Record<Tool, Totals>>
  stats: Statistics
  /** Plain sentences about known biases and gaps of this run. */
  notes: string[]
  pairs: PairReport[]
  threads: ThreadReport[]
}
