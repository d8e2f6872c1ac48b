/**
 * The activity of each thread over time: the sampling interrupts one by one, each with its calling context. Runs sampled by
 * a clock have it; runs that count every access, and profiles of versions before 11, do not.
 */
export interface TraceAxis {
  /** ns of one unit of the times in the table. */
  unit: number
  /** End of the recording, ns since it began; 0: there is no trace. */
  end: number
  /** Row of the first sample of each thread of the profile, and one past the last row of all. Empty: there is no trace. */
  firsts: number[]
  /** Every so manieth sample of a thread was kept when the profile was made; 1: all. */
  stride: number
}

/** Ordered by thread, then time. */
export interface TraceTable {
  length: number
  /** Since the sample before of the same thread; of its first one since the recording began. In the axis's unit. */
  step: Uint32Array
  /** Instruction row that the interrupt found. */
  node: Uint32Array
  /** µs of CPU time that the sample represents: what passed for its thread since the sample before. */
  cpuTime: Uint32Array
}

/** More samples are thinned out when a profile is made: 12 bytes each in memory, 6 to 12 in the file. */
export const MOST_TRACE_SAMPLES = 1 << 25

export const NO_TRACE: { traceAxis: TraceAxis; trace: TraceTable } = {
  traceAxis: { unit: 1000, end: 0, firsts: [], stride: 1 },
  trace: { length: 0, step: new Uint32Array(), node: new Uint32Array(), cpuTime: new Uint32Array() },
}

/** Times of the samples since the recording began, in the axis's unit. */
export function traceTimes({ traceAxis: { firsts }, trace: { step } }: { traceAxis: TraceAxis; trace: TraceTable }): Uint32Array {
  const times = new Uint32Array(step.length)
  for (let thread = 0; thread + 1 < firsts.length; thread++) {
    let time = 0
    for (let row = firsts[thread]!; row < firsts[thread + 1]!; row++) times[row] = time += step[row]!
  }
  return times
}
