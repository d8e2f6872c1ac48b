/** One process of a recording, decoded and checked, nothing interpreted. */
import type { Damage } from './damage.ts'
import type { ATTRIBUTIONS, DRIVERS, ENGINES, RESERVOIRS, STATES, TRANSPORTS } from './raw_layout.ts'

type ValueOf<T> = T[keyof T]

export interface RawHeader {
  version: number
  extentCount: number
  state: ValueOf<typeof STATES>
  /** One sentence; empty for none. */
  failure: string
  processId: number
  parentProcessId: number
  /** CLOCK_MONOTONIC, ns. */
  startTime: number
  /** ns since the epoch. */
  startRealtime: number
  /** CLOCK_MONOTONIC, ns; 0 while running and after a kill. */
  endTime: number
  engine: ValueOf<typeof ENGINES>
  driver: ValueOf<typeof DRIVERS>
  /** null where no watchpoint was ever opened. */
  transport: ValueOf<typeof TRANSPORTS> | null
  watchRegisters: number
  reservoir: ValueOf<typeof RESERVOIRS>
  attribution: ValueOf<typeof ATTRIBUTIONS>
  /** ns of CPU time or accesses. */
  period: number
  /** Decimal; 64 bits do not fit a number. */
  seed: string
  /** Positions in TOOLS. */
  tools: number[]
  depthCap: number
  executable: string
}

export interface RawModule {
  index: number
  path: string
  /** Hexadecimal, empty for none. */
  buildId: string
  loadTime: number
}

export interface RawThread {
  index: number
  threadId: number
  startTime: number
  name: string
  /** null while it runs and after a kill. */
  end: { time: number; cpuTime: number } | null
}

/** Rows are positions; −1 = none. A parent's row is smaller than its child's. */
export interface RawContexts {
  length: number
  parent: Int32Array
  /** Module index of the process, MODULE_UNKNOWN or MODULE_THREAD_ROOT. */
  module: Uint32Array
  flags: Uint32Array
  offset: Float64Array
}

export interface RawPairs {
  length: number
  /** Positions in TOOLS and RELATIONS. */
  tool: Uint8Array
  relation: Uint8Array
  flags: Uint8Array
  /** Rows of contexts. */
  watch: Int32Array
  trap: Int32Array
  traps: Float64Array
  credit: Float64Array
  amount: Float64Array
  partial: Float64Array
}

export interface RawWatches {
  length: number
  context: Int32Array
  tool: Uint8Array
  sampled: Float64Array
  accounted: Float64Array
  armed: Float64Array
  bytes: Float64Array
}

export interface RawTraps {
  length: number
  time: Float64Array
  /** Rows of pairs. */
  pair: Int32Array
  credit: Float64Array
}

export interface RawWriter {
  contexts: RawContexts
  pairs: RawPairs
  watches: RawWatches
  traps: RawTraps
  /** By position in STATISTICS; null if the writer wrote none. */
  statistics: Float64Array | null
}

export interface RawProcess {
  path: string
  header: RawHeader
  modules: Map<number, RawModule>
  threads: Map<number, RawThread>
  writers: RawWriter[]
  damage: Damage
}
