/** What charts are drawn of: time line, ranges of distances, threads, flame graphs. */
import type { Granularity, RunDescription } from '../run.ts'
import type { PairId } from './identifiers.ts'

/** Intervals of the profile's time line, both ends included. */
export interface IntervalRange {
  first: number
  last: number
}

/** What was found in one part of the run. */
export interface TimelineInterval {
  /** In the unit of the time line. */
  from: number
  to: number
  /** Which intervals of the profile these are. */
  first: number
  last: number
  /** Waste, or all that a tool saw that knows no waste, or what the pair has. */
  amount: number
  /** What `amount` is a share of: waste and use of the tool, or (counted) all bytes accessed; null where no whole is known. */
  whole: number | null
  share: number | null
  /** Traps behind the amount, and behind all that the tool saw; 0 where every access was counted. */
  traps: number
  allTraps: number
  /** 95 % interval of the share; null where it was counted, or traps are too few. */
  low: number | null
  high: number | null
}

export interface TimelineReport {
  /** ns since the recording began, or instructions that were executed. */
  unit: 'ns' | 'instructions'
  counted: boolean
  amountUnit: RunDescription['unit']
  /** In order, without gaps; empty where the recording tells no times of the tool. */
  intervals: TimelineInterval[]
  /** Share of the tool's traps whose times are known: a recording keeps only so many. */
  covered: number
}

/** A range of a reuse histogram's axis, in its unit. Stack distances are those of counted runs. */
export interface DistanceRange {
  axis: 'time' | 'stack'
  granularity: Granularity
  from: number
  /** Exclusive; null: without end. */
  to: number | null
  /** Accesses per second that turn CPU time into accesses, as in 'reuse.read'. */
  accessRate: number | null
}

/** What one thread has of something. */
export interface ThreadAmount {
  waste: number
  traps: number
}

/** Which contexts a flame graph is of, and which way it grows. */
export interface FlameQuestion {
  /** What boxes are as wide as: the tool's waste, or where the CPU time or the executed instructions went, whose contexts have no sides. Absent: waste. */
  measure?: 'waste' | 'run-cost'
  /** Contexts of the earlier or of the later accesses. */
  side: 'source' | 'target'
  /** From the functions of the accesses out to their callers, instead of from the program inwards. */
  inverted: boolean
  /** Only contexts that run through functions of this name, from them on; null: all contexts whole. */
  around: string | null
  /** Only pairs whose access on this side runs through a box: functions (FlameGraph.functions) from the lowest box on; null: all. */
  narrowed: { side: 'source' | 'target'; inverted: boolean; path: number[] } | null
}

/** Boxes as columns of equal length; box 0 is the whole, a parent comes before its children. */
export interface FlameGraph {
  /** Waste, or the traps of a tool that knows no waste; ns of CPU time. */
  total: number
  /** Boxes that are too small to be seen. */
  leftOut: number
  names: string[]
  /** Identity of the function among those of the profile; −1 of the whole. */
  functions: number[]
  parent: number[]
  /** Where the box begins, of `total`. */
  start: number[]
  amount: number[]
  /** Traps, or interrupts of the clock, behind the amount. */
  traps: number[]
  /** The heaviest pair of the box; −1 where CPU time is drawn. */
  pair: PairId[]
}
