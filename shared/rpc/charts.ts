/** The data of charts: time line, ranges of distances, threads, flame graphs. */
import type { Granularity, RunDescription } from '../run.ts'
import type { PairId } from './identifiers.ts'

/** Intervals of the profile's time line, both ends included. */
export interface IntervalRange {
  first: number
  last: number
}

/** The results of one part of the run. */
export interface TimelineInterval {
  /** In the unit of the time line. */
  from: number
  to: number
  /** The corresponding intervals of the profile. */
  first: number
  last: number
  /** Waste; or everything that a tool without waste saw; or the pair's amount. */
  amount: number
  /** The denominator of the share: waste and use of the tool, or (counted) all bytes accessed; null where it is not known. */
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

/** One thread's part of an amount. */
export interface ThreadAmount {
  waste: number
  traps: number
}

/** The contexts of a flame graph, and its direction. */
export interface FlameQuestion {
  /** The measure of a box's width: the tool's waste, or the CPU time or executed instructions, whose contexts have no sides. Absent: waste. */
  measure?: 'waste' | 'run-cost'
  /** Contexts of the earlier or of the later accesses. */
  side: 'source' | 'target'
  /** From the functions of the accesses out to their callers, instead of from the program inwards. */
  inverted: boolean
  /** Only contexts that run through functions of this name, from them on; null: all contexts whole. */
  around: string | null
  /** Only pairs whose access on this side runs through a box: its boxes (FlameGraph.numbers) from the lowest one on; null: all. */
  narrowed: { side: 'source' | 'target'; inverted: boolean; path: number[] } | null
}

/** Boxes as columns of equal length; box 0 is the whole, a parent comes before its children. */
export interface FlameGraph {
  /** Waste, or the traps of a tool that knows no waste; ns of CPU time. */
  total: number
  /** Boxes that are too small to be seen. */
  leftOut: number
  names: string[]
  /** Identity of the box's function, loop or recursion in the profile; functions have the profile's numbers. −1 of the whole. */
  numbers: number[]
  isLoop: boolean[]
  parent: number[]
  /** Where the box begins, of `total`. */
  start: number[]
  amount: number[]
  /** Traps, or interrupts of the clock, behind the amount. */
  traps: number[]
  /** The heaviest pair of the box; −1 where CPU time is drawn. */
  pair: PairId[]
  /** Waste of all that the tool saw used or wasted in the box, 0..1; −1 where it saw nothing, or knows no waste. */
  wasted: number[]
  /** Traps behind that share. */
  observed: number[]
}
