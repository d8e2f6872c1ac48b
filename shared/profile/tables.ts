/**
 * The big tables of a profile as columns of equal length. Rows are numbered from 0; a row number is meaningful only
 * in its own table. −1 means "none" in every index column, and in `line` and `address` "unknown".
 */

/** The kind of a row of the calling-context tree; the position in this list is the value of the `kind` column. */
export const NODE_KINDS = ['root', 'function', 'inlined', 'line', 'instruction', 'unknown', 'loop', 'tail-call'] as const

export const ROOT = 0
export const FUNCTION = 1
export const INLINED = 2
export const LINE = 3
export const INSTRUCTION = 4
/** Stands for callers that the unwinder cut (depth cap) or could not find, or that tail calls may have removed; `functionIndex` names which. */
export const UNKNOWN = 5
/** A natural loop, between the frame that it belongs to and what runs in it: inner loops, calls, lines. */
export const LOOP = 6
/**
 * A function that was called by a tail call: its caller, the row above, had left the stack when it ran, and was restored from the
 * code. Below a row of kind UNKNOWN named TAIL_CALLS_UNSURE it is one of several possible callers that called it. Where
 * nothing between such a row and a call through a pointer is known, the function below the row is one of kind FUNCTION.
 */
export const TAIL_CALL = 7

/** Whether a row of this kind is a function, called or inlined. */
export function isFunctionRow(kind: number): boolean {
  return kind === FUNCTION || kind === INLINED || kind === TAIL_CALL
}

/** Whether a row of this kind is a function with machine code of its own, called in one way or another. */
export function isCalledRow(kind: number): boolean {
  return kind === FUNCTION || kind === TAIL_CALL
}

/**
 * One calling-context tree in depth-first order: row 0 is the root, a parent comes before its children, and a subtree
 * is a contiguous range. Below the root: called functions, functions inlined into them, then the line of the access,
 * then its instruction. An instruction whose line is unknown hangs below its function. Loops stand below the function
 * or inlined function whose code they are, and above everything that happens in them.
 */
export interface NodeTable {
  length: number
  /** Row of the parent, smaller than the row itself; −1 for the root. */
  parent: Int32Array
  kind: Uint8Array
  /** Into `functions`; for loops, lines and instructions the function they belong to; −1 for the root. */
  functionIndex: Int32Array
  /** Into `files`: of functions and inlined functions the place of the call in the caller, of lines and loops their own. */
  file: Int32Array
  /** 1-based, same meaning as `file`. */
  line: Int32Array
  /** ELF virtual address: of functions the call instruction's (in the caller's module), of instructions and loop headers their own. */
  address: Float64Array
  /** Into `instructions`; −1 in all rows that are no instruction. */
  instruction: Int32Array
}

/**
 * Pairs are edges between two instruction rows of the one tree: earlier access → later access. Of an exhaustive run
 * `amount` is the bytes and `traps` the instances of later accesses that ended in the pair.
 */
export interface PairTable {
  length: number
  source: Int32Array
  target: Int32Array
  /** Position in TOOLS. */
  tool: Uint8Array
  /** Position in RELATIONS. */
  relation: Uint8Array
  /** PAIR_APPROXIMATE | PAIR_CALLING_UNSURE | PAIR_OTHER_PART | PAIR_OVERLAP | PAIR_LOADED. */
  flags: Uint8Array
  /** Bytes or ns of CPU time (the run's unit); waste or use as the relation says. */
  amount: Float64Array
  traps: Float64Array
  /** Samples credited by proportional attribution. */
  credit: Float64Array
  /** Sum of the lengths of the sampled accesses, bytes. */
  bytes: Float64Array
  /** Traps whose watchpoint covered only part of the sampled access. */
  partial: Float64Array
  /** Sum of credit · cycles of the sampled accesses, the credit of traps whose latency is known, and of those that missed the last-level cache. */
  latency: Float64Array
  latencyCredit: Float64Array
  cacheMisses: Float64Array
  /** Into `objects`: the data that both sides accessed; −1 where no tool knows it. */
  object: Int32Array
  /** Row of kind LOOP or of a function above both sides: where the redundancy was measured to lie; −1 where it was not. */
  scope: Int32Array
  /** Instances and bytes with another thread's access in between, in neither `traps` nor `amount`; 0 of samplers. */
  interleavedInstances: Float64Array
  interleavedBytes: Float64Array
  /** 95 % interval of the pair's share of waste + use of its tool; NaN where there were too few traps. */
  intervalLow: Float64Array
  intervalHigh: Float64Array
}

export const PAIR_APPROXIMATE = 1
export const PAIR_CALLING_UNSURE = 2
/** Reuse: another part of the cache line than the sampled one was watched. */
export const PAIR_OTHER_PART = 4
/** Sharing: both threads accessed the same bytes. */
export const PAIR_OVERLAP = 8
/** Registers: the later write is a load into the register. */
export const PAIR_LOADED = 16

/** Each thread's share of a pair, ordered by pair; the pair's own numbers are the sums. */
export interface ThreadShareTable {
  length: number
  pair: Int32Array
  /** Into `threads`: that of the earlier access. */
  thread: Int32Array
  amount: Float64Array
  traps: Float64Array
}

/** Every reuse that was seen, ordered by pair, then time (metrics.md section 4: raw distances are kept). */
export interface ReuseTable {
  length: number
  pair: Int32Array
  /** In the run's distanceUnit, at least 1. */
  distance: Float64Array
  /** Samples of its context that the reuse represents (Kaplan–Meier). */
  weight: Float64Array
  /** ns since the start of its process's recording. */
  time: Float64Array
  /** Into `objects`: the data that was sampled; −1 where it has no name (heap, stack, or a recording of an earlier version). */
  object: Int32Array
}

/** Samples of reuse-distance whose reuse was not seen: right-censored at the distance that had passed. */
export interface CensoredTable {
  length: number
  /** Instruction row of the sampled access. */
  node: Int32Array
  distance: Float64Array
  /** Samples of its context that were not seen to be reused; 0 where reuses seen further away represent it. */
  weight: Float64Array
  time: Float64Array
  /** CENSORED_OTHER_PART, CENSORED_FREED, or 1 for an evicted watchpoint. */
  flags: Uint8Array
  /** Same as in ReuseTable. */
  object: Int32Array
}

export const CENSORED_OTHER_PART = 2
/** Its memory ended: it is never reused. */
export const CENSORED_FREED = 4

/** Data of proportional attribution by sampled instruction (metrics.md section 2): μ and η. */
export interface WatchTable {
  length: number
  node: Int32Array
  tool: Uint8Array
  /** μ: samples taken here. */
  samples: Float64Array
  /** η: samples accounted for, by traps and by memory that ended. */
  accounted: Float64Array
  /** Samples that got a watchpoint. */
  armed: Float64Array
  /** Sum of the lengths of all sampled accesses, bytes. */
  bytes: Float64Array
}

/**
 * Where the run's time went: CPU time by sampling interrupt, whether it led to a sample or not (docs/metrics.md, CPU time).
 * Empty where the clock did not drive the recording, and in profiles of earlier versions. One row per node.
 */
export interface CpuTimeTable {
  length: number
  /** Row of an instruction, ascending. */
  node: Int32Array
  interrupts: Float64Array
  /** ns of CPU time that they represent. */
  time: Float64Array
  /** 1: code that waits for another thread (docs/metrics.md, Waiting); 0 in profiles of earlier versions. */
  waits: Uint8Array
}

/**
 * Where the instructions of a counted run were executed (docs/metrics.md, Executed instructions). Empty for samplers, where
 * blocks were not counted by calling context, and in profiles of earlier versions. One row per node.
 */
export interface ExecutedTable {
  length: number
  /** Row of an instruction, or of a line, loop or function where no pair begins; ascending. */
  node: Int32Array
  instructions: Float64Array
  /** Same as in CpuTimeTable. */
  waits: Uint8Array
}

/**
 * Counts of every access by row and tool, in bytes of the earlier accesses, beyond the pairs: accessed = waste and waiting
 * of its pairs + interleaved + unfinished + freed + waiting + use. Rows are instructions, or lines, loops and functions
 * where no pair begins. Empty for samplers. A reweighted profile has the amounts that the samples of each row represent:
 * unresolved samples are `unfinished`, samples whose memory ended are `freed`.
 */
export interface ContextTotalTable {
  length: number
  node: Int32Array
  /** Position in TOOLS. */
  tool: Uint8Array
  /** Accesses of the tool's kind, and their bytes. */
  instances: Float64Array
  accessed: Float64Array
  /** Use that no pair represents. */
  use: Float64Array
  unfinished: Float64Array
  freed: Float64Array
  /** Without what pairs have of it. */
  interleaved: Float64Array
  /** Accesses here without an earlier one of their kind; also counted in `accessed`. */
  first: Float64Array
  /** Use by code that waits for another thread. 0 in profiles of earlier versions. */
  waiting: Float64Array
}

/** Exact reuse distances as counts, ordered by pair, axis, granularity, bucket (shared/metrics/reuse/distance_bucket.ts). */
export interface DistanceCountTable {
  length: number
  /** Row of the pair table; −1: the whole program. */
  pair: Int32Array
  /** AXIS_TIME, AXIS_STACK or AXIS_FIRST. */
  axis: Uint8Array
  /** Bytes: 1, 8 or 64. */
  granularity: Uint8Array
  bucket: Int32Array
  count: Float64Array
}

/** The same of data objects, ordered by object, axis, granularity, bucket: a reuse is of the object that is accessed again. */
export interface ObjectDistanceTable {
  length: number
  /** Into `objects`. */
  object: Int32Array
  axis: Uint8Array
  granularity: Uint8Array
  bucket: Int32Array
  count: Float64Array
}

/** Accesses after the use up to and including the reuse. */
export const AXIS_TIME = 1
/** Distinct locations in between. */
export const AXIS_STACK = 2
/** No distance: first accesses to their location, bucket 0. */
export const AXIS_FIRST = 3

/**
 * Top-N-value tables of the tool values (docs/metrics.md, values): one row per instruction, role, slot and flags. Where an
 * instruction is in several inlined functions, its place is the innermost one.
 */
export interface ValueTable {
  length: number
  /** LOADED, STORED, RESULT, PARAMETER or OPERAND (value_names.ts). */
  role: Uint8Array
  /** Position in VALUE_CLASSES + 1; 0: none, of parameters. */
  instructionClass: Uint8Array
  /** Position in VALUE_OPERATIONS + 1, of operands; 0: none. */
  operation: Uint8Array
  /** Position in VALUE_ELEMENTS. */
  element: Uint8Array
  /** Length of the value: 1 to 8. */
  bytes: Uint8Array
  /** See slotSubject and slotLane. */
  slot: Int32Array
  /** VALUE_REFERENCE. */
  flags: Uint8Array
  /** Into `instructions`; of parameters the procedure's first. */
  instruction: Int32Array
  functionIndex: Int32Array
  file: Int32Array
  line: Int32Array
  /** Into `valueNames`: of the parameter, or of the variable whose address is in the loading instruction; −1: not known; NOT_A_PARAMETER. */
  name: Int32Array
  /** Executions of the instruction, profiled or not; for parameters, calls of the procedure. */
  executions: Float64Array
  /** Executions whose value was examined. */
  profiled: Float64Array
  /** Profiled executions with the same value as the last one, with the value zero, and after profiling was turned on again. */
  repeats: Float64Array
  zeros: Float64Array
  retried: Float64Array
  /** Outcomes of the tests of convergence; 0 of a full profile. */
  converged: Float64Array
  increasing: Float64Array
  decreasing: Float64Array
  /** Invariance as it follows from the loads' alone (paper, section 6), 0..1; −1: not estimated, or undefined. */
  estimated: Float64Array
}

/** The full table beside the convergent one of the same values. */
export const VALUE_REFERENCE = 1

/** In `name`: the procedure takes no parameter in the register. The table represents the calls only. */
export const NOT_A_PARAMETER = -2

/** Values of the tables, ordered by table, then the most frequent first. */
export interface ValueEntryTable {
  length: number
  /** Row of the value tables. */
  table: Int32Array
  /** Halves of the value's 64 bits. */
  low: Int32Array
  high: Int32Array
  count: Float64Array
  /** Into `valueNames`: the target of the value; −1: not a known address. */
  symbol: Int32Array
}

/** Name of the function of UNKNOWN rows. */
export const CALLERS_CUT = '(deeper callers cut)'
export const CALLERS_UNKNOWN = '(callers unknown)'
/** Between functions known to have run: several chains of tail calls lead from the one, or from a function that it calls through a pointer, to the other. */
export const TAIL_CALLS_UNSURE = '(several tail calls possible)'
