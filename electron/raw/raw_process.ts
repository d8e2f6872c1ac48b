/** One process of a recording, decoded and checked, not interpreted. */
import type { Damage } from './damage.ts'
import type { RawExact } from './raw_exact.ts'
import type { RawSpatialValues } from './decoders/spatial_values_decoder.ts'
import type { RawValues } from './raw_values.ts'
import type { ATTRIBUTIONS, DISTANCE_UNITS, DRIVERS, ENGINES, GRANULARITIES, RESERVOIRS, STATES, TRANSPORTS, VALUE_PROFILES } from './raw_layout.ts'

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
  /** null if no watchpoint was ever opened. */
  transport: ValueOf<typeof TRANSPORTS> | null
  watchRegisters: number
  reservoir: ValueOf<typeof RESERVOIRS>
  attribution: ValueOf<typeof ATTRIBUTIONS>
  /** ns of CPU time or accesses. */
  period: number
  /** Number of them from sample to sample: in the first `earlyTime` ns of the process's CPU time, and later. */
  earlyPeriods: number
  steadyPeriods: number
  earlyTime: number
  /** Decimal; 64 bits do not fit a number. */
  seed: string
  /** Positions in TOOLS. */
  tools: number[]
  depthCap: number
  executable: string
  /** Unit of reuse distances; null if none were recorded. */
  distanceUnit: ValueOf<typeof DISTANCE_UNITS> | null
  granularity: ValueOf<typeof GRANULARITIES> | null
  /** Relative, of floating-point comparisons. */
  tolerance: number
  /** Of the MPI or Slurm task, as the process's own environment says; null: none. */
  rank: number | null
  /** Raw configuration of the PMU events that sampled; "0" for none, decimal. */
  loadEvent: string
  storeEvent: string
  /** Exhaustive engine, bursty: instructions measured and skipped in turn; 0: everything is measured. */
  windowOn: number
  windowOff: number
  /** Granularities of exact reuse distances, the smallest first. */
  reuseGranularities: Array<ValueOf<typeof GRANULARITIES>>
  /** How values were profiled; null if they were not. */
  values: RawValueSettings | null
}

export interface RawValueSettings {
  /** Most entries of a table. */
  tableSize: number
  /** Numbers in VALUE_ROLES. */
  roles: number[]
  profile: ValueOf<typeof VALUE_PROFILES>
  /** Convergent: pause as a multiple of the executions so far. */
  backOff: number
  constantBackOff: boolean
  clearing: boolean
  /** A full table is beside each convergent one. */
  reference: boolean
}

export interface RawModule {
  index: number
  path: string
  /** Hexadecimal, empty for none. */
  buildId: string
  loadTime: number
  /** Added to ELF virtual addresses; lowest and one past the highest run-time address. */
  bias: number
  start: number
  end: number
}

export interface RawThread {
  index: number
  threadId: number
  startTime: number
  name: string
  /** null while it runs and after a kill. Times in ns; `unwatchedTime`: CPU time without debug registers. */
  end: { time: number; cpuTime: number; unwatchedTime: number } | null
}

/**
 * Rows are positions; −1 = none. A parent's row is smaller than its child's. Thread roots have a parent if the thread's
 * creator is known.
 */
export interface RawContexts {
  length: number
  parent: Int32Array
  /** Module index of the process, MODULE_UNKNOWN, MODULE_THREAD_ROOT, MODULE_SYSTEM_CALL or MODULE_REGION. */
  module: Uint32Array
  flags: Uint32Array
  offset: Float64Array
}

interface RawPairs {
  length: number
  /** Positions in TOOLS and RELATIONS. */
  tool: Uint8Array
  relation: Uint8Array
  flags: Uint8Array
  /** Position in `writers` of the one that the earlier access's context belongs to: another one's for shared lines. */
  watchWriter: Int32Array
  /** Rows of contexts, of `watchWriter` and of the pair's own writer. */
  watch: Int32Array
  trap: Int32Array
  traps: Float64Array
  credit: Float64Array
  amount: Float64Array
  /** Sum of the lengths of the sampled accesses. */
  bytes: Float64Array
  partial: Float64Array
  /** Sum of credit * cycles, the credit of traps with known latency, and of those that missed the last-level cache. */
  latency: Float64Array
  latencyCredit: Float64Array
  cacheMisses: Float64Array
  /** Module index of the process that holds the shared cache line, or MODULE_UNKNOWN; 0 where no line is shared. */
  lineModule: Uint32Array
  /** First byte of the line: ELF virtual address, or run-time address without a module. */
  lineOffset: Float64Array
}

interface RawWatches {
  length: number
  context: Int32Array
  tool: Uint8Array
  /** Periods of the header that the samples represent. */
  sampled: Float64Array
  /** How many were taken. */
  samples: Float64Array
  accounted: Float64Array
  armed: Float64Array
  bytes: Float64Array
  /**
   * Outcomes of the watchpoints, each weighted by the inverse of its inclusion probability: waste, use, freed memory.
   */
  weighedWaste: Float64Array
  weighedUse: Float64Array
  weighedEnded: Float64Array
}

interface RawTraps {
  length: number
  time: Float64Array
  /** Rows of pairs. */
  pair: Int32Array
  credit: Float64Array
}

/** Traps of the tool reuse-distance; they stand in no TRAP record. */
interface RawReuses extends RawTraps {
  /** In the header's distanceUnit, at least 1. */
  distance: Float64Array
  /** Run-time address of the sampled access; 0: not known. */
  address: Float64Array
  /** Periods of the header that the sample represents. */
  periods: Float64Array
}

/** Watchpoints of the tool reuse-distance that ended without a trap. */
interface RawCensored {
  length: number
  time: Float64Array
  /** From the sampled access to the end of its watchpoint, in the header's distanceUnit. */
  distance: Float64Array
  /** Rows of contexts. */
  context: Int32Array
  /** CENSORED_FLAG_EVICTED | CENSORED_FLAG_OTHER_PART | CENSORED_FLAG_FREED. */
  flags: Uint8Array
  /** Run-time address of the sampled access; 0: not known. */
  address: Float64Array
  /** Periods of the header that the sample represents. */
  periods: Float64Array
}

/** Interrupts of the CPU-time clock by the interrupted context. */
interface RawInterrupts {
  length: number
  context: Int32Array
  interrupts: Float64Array
  /** ns of CPU time that they represent; 0 in recordings of earlier versions, which give `periods`. */
  time: Float64Array
  /** Periods of the header that they represent. */
  periods: Float64Array
}

/** The same interrupts one by one, as far as the recording keeps them, in order of time. */
interface RawTrace {
  length: number
  /** CLOCK_MONOTONIC, ns. */
  time: Float64Array
  /** Rows of contexts. */
  context: Int32Array
  /** µs of CPU time that each represents. */
  cpuTime: Float64Array
}

export interface RawWriter {
  contexts: RawContexts
  pairs: RawPairs
  watches: RawWatches
  interrupts: RawInterrupts
  trace: RawTrace
  traps: RawTraps
  reuses: RawReuses
  censored: RawCensored
  /** Data of the exhaustive engine; null for samplers. */
  exact: RawExact | null
  /** Data of the tool values; null if it was not recorded. */
  values: RawValues | null
  /** At the marks of the program. */
  spatialValues: RawSpatialValues[]
  /** By position in STATISTICS; null if the writer wrote none. */
  statistics: Float64Array | null
}

export interface RawProcess {
  header: RawHeader
  modules: Map<number, RawModule>
  threads: Map<number, RawThread>
  /** Names of the regions that the program marked, by id. */
  regions: Map<number, string>
  writers: RawWriter[]
  damage: Damage
}
