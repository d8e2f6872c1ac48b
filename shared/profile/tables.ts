/**
 * The big tables of a profile as columns of equal length. Rows are numbered from 0; a row number is meaningful only
 * in its own table. −1 means "none" in every index column, and in `line` and `address` "unknown".
 */

/** What a row of the calling-context tree is; the position in this list is the value of the `kind` column. */
export const NODE_KINDS = ['root', 'function', 'inlined', 'line', 'instruction', 'unknown'] as const

export const ROOT = 0
export const FUNCTION = 1
export const INLINED = 2
export const LINE = 3
export const INSTRUCTION = 4
/** Stands for callers that the unwinder cut (depth cap) or could not find; `functionIndex` names which. */
export const UNKNOWN = 5

/**
 * One calling-context tree in depth-first order: row 0 is the root, a parent comes before its children, and a subtree
 * is a contiguous range. Below the root: called functions, functions inlined into them, then the line of the access,
 * then its instruction. An instruction whose line is unknown hangs below its function.
 */
export interface NodeTable {
  length: number
  /** Row of the parent, smaller than the row itself; −1 for the root. */
  parent: Int32Array
  kind: Uint8Array
  /** Into `functions`; for lines and instructions the function they belong to; −1 for the root. */
  functionIndex: Int32Array
  /** Into `files`: of functions and inlined functions the place of the call in the caller, of lines the line itself. */
  file: Int32Array
  /** 1-based, same meaning as `file`. */
  line: Int32Array
  /** ELF virtual address: of functions the call instruction's (in the caller's module), of instructions their own. */
  address: Float64Array
  /** Into `instructions`; −1 in all rows that are no instruction. */
  instruction: Int32Array
}

/** Pairs are edges between two instruction rows of the one tree: earlier access → later access. */
export interface PairTable {
  length: number
  source: Int32Array
  target: Int32Array
  /** Position in TOOLS. */
  tool: Uint8Array
  /** Position in RELATIONS. */
  relation: Uint8Array
  /** PAIR_APPROXIMATE | PAIR_CALLING_UNSURE. */
  flags: Uint8Array
  /** Bytes or ns of CPU time (the run's unit); waste or use as the relation says. */
  amount: Float64Array
  traps: Float64Array
  /** Samples credited by proportional attribution. */
  credit: Float64Array
  /** Traps whose watchpoint covered only part of the sampled access. */
  partial: Float64Array
  /** 95 % interval of the pair's share of waste + use of its tool; NaN where there were too few traps. */
  intervalLow: Float64Array
  intervalHigh: Float64Array
}

export const PAIR_APPROXIMATE = 1
export const PAIR_CALLING_UNSURE = 2

/** What proportional attribution knows per sampled instruction (metrics.md section 2): μ and η. */
export interface WatchTable {
  length: number
  node: Int32Array
  tool: Uint8Array
  /** μ: samples taken here. */
  samples: Float64Array
  /** η: samples accounted for by traps. */
  accounted: Float64Array
  /** Samples that got a watchpoint. */
  armed: Float64Array
  /** Sum of the lengths of all sampled accesses, bytes. */
  bytes: Float64Array
}

/** Name of the function of UNKNOWN rows. */
export const CALLERS_CUT = '(deeper callers cut)'
export const CALLERS_UNKNOWN = '(callers unknown)'
