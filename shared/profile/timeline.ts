/**
 * When in the run waste was found: the run cut into intervals, of unequal length where it was counted. Sampled runs tell
 * of each pair, as far as their trap logs go; counted runs of each tool as a whole.
 */
export interface TimelineAxis {
  /** ns since the recording began, or instructions that a process has executed. */
  unit: 'ns' | 'instructions'
  /** Where each interval ends, ascending; the first begins at 0. Empty: nothing is known of times. */
  ends: number[]
}

/** Ordered by interval. Intervals without a row are zero. */
export interface TimelineTable {
  length: number
  /** Position in TOOLS. */
  tool: Uint8Array
  /** Into the axis. */
  interval: Int32Array
  /** Row of the pair table; −1: the tool as a whole. */
  pair: Int32Array
  /** In the run's unit: waste or use as the pair's relation says; waste if the pair is unknown. */
  amount: Float64Array
  /** Bytes that accesses of the tool's kind moved meanwhile; 0 if pairs are known. */
  accessed: Float64Array
  traps: Float64Array
}

/** More intervals than this are on no axis. */
export const MOST_INTERVALS = 256

export const NO_TIMELINE: { timelineAxis: TimelineAxis; timeline: TimelineTable } = {
  timelineAxis: { unit: 'ns', ends: [] },
  timeline: {
    length: 0,
    tool: new Uint8Array(),
    interval: new Int32Array(),
    pair: new Int32Array(),
    amount: new Float64Array(),
    accessed: new Float64Array(),
    traps: new Float64Array(),
  },
}
