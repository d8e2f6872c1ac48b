/** The threads' activity over time, as the trace view draws it. */
import type { ProfileId } from './identifiers.ts'

/** One thread of the profile that has samples. */
export interface TraceLane {
  /** Into the profile's threads. */
  thread: number
  rank: number | null
  process: number
  /** Number of the system. */
  number: number
  name: string
  /** Number in its process by creation, 0 the first. */
  index: number
  samples: number
}

export interface TraceSummary {
  /** ns since the recording began. */
  end: number
  /** By rank, process and order of creation; empty: there is no trace. */
  lanes: TraceLane[]
  /** Most functions of a call path. */
  deepest: number
  /** The least depth, from 2, at which no function has nearly all of the work. */
  firstDepth: number
  samples: number
  /** Every so manieth sample of a thread was kept when the profile was made. */
  stride: number
}

/** By the function at a depth, by the innermost region that the program named, or by how much of the function's work is wasted. */
export type TraceColour = 'function' | 'region' | 'waste'

/** A part of the trace as so many cells side by side and one above the other. */
export interface TraceViewport {
  profile: ProfileId
  /** ns since the recording began. */
  from: number
  to: number
  /** Lanes of the summary, the last one not included. Where they are more than rows, each row shows the lane in its middle. */
  firstLane: number
  lastLane: number
  columns: number
  rows: number
  /** Functions of the call path, from the outermost: 1 is the first. Shorter paths show their innermost function. */
  depth: number
  colour: TraceColour
}

export interface TraceCells {
  /** Names that cells show, the one with the most cells first. */
  names: string[]
  /** How many cells each has. */
  cells: number[]
  /** For colour 'waste': share of waste of each name, −1: nothing is known. Otherwise empty. */
  waste: number[]
  /** By name 1 for what waits for other threads; the same function has another name where it works. */
  waits: number[]
  /** Place of each name by time among all at the depth, over the whole run, 0 the first: the same in every part. Waiting has none: −1. */
  places: number[]
  /** Lane of each row. */
  lanes: number[]
  /** Row after row, from the left: how many cells, then which name (−1: the thread was not running). */
  runs: number[]
}

/** A thread's activity at one moment. */
export interface TraceMoment {
  /** From when to when it was seen there, ns since the recording began. */
  from: number
  to: number
  /** ns of CPU time that the sample represents. */
  cpuTime: number
  /** Row of the tree: the interrupted instruction. */
  node: number
  /** Outermost first. */
  path: Array<{ name: string; file: string | null; line: number | null }>
}
