/** The result of merging a recording's processes and threads. */
import type { ValueTable } from '../../shared/profile/tables.ts'

export interface MergedModule {
  path: string
  buildId: string
}

/** Distinct code locations. `module` −1: code in no known module, the kernel, or a region that the program named. */
export interface Locations {
  length: number
  module: Int32Array
  /** The process whose run-time address it is, if there is no module. Otherwise, and in the kernel, −1; REGIONS for regions, CREATIONS for creations. */
  process: Int32Array
  /** Recorded offset: ELF virtual address, run-time address without a module, number of a system call, or position in `regions`. */
  offset: Float64Array
  /** Address inside the intended instruction: one less for return addresses. */
  lookup: Float64Array
  /** CONTEXT_RETURN_ADDRESS, CONTEXT_AFTER, CONTEXT_TRUNCATED, CONTEXT_PARTIAL and CONTEXT_REGION_CALL as recorded, and RUN_AS_TASK. */
  flags: Int32Array
}

/** Rows in order, parents first; −1 = the root. */
interface MergedContexts {
  length: number
  parent: Int32Array
  location: Int32Array
}

export interface Merged {
  modules: MergedModule[]
  locations: Locations
  contexts: MergedContexts
  /** [process][writer]: merged row of each context of the writer; of thread roots that of their creation, −1 where that is not known. */
  contextRows: Int32Array[][]
  /** [process][writer]: thread index (of the process) of each context. */
  contextThreads: Int32Array[][]
  /** Names of regions; those of equal names are one. */
  regions: string[]
  /** By merged context; empty for sampled runs. */
  accesses: CountedAccesses
  /** Value tables; none where values were not recorded. */
  values: MergedValues
}

export interface AccessSums {
  /** By merged context; contexts above its end have none. */
  instances: Float64Array
  bytes: Float64Array
}

export const ALL_ACCESS_KINDS = ['loads', 'stores', 'registers'] as const

/** `registers`: values written to registers, loaded ones included. */
export type AccessKind = (typeof ALL_ACCESS_KINDS)[number]

/** Bytes of values by type: floating point, or anything else. */
interface BytesByElement {
  precise: number
  approximate: number
}

/** One row for each merged context, thread, and counter. */
export interface AmountsByThread {
  context: Int32Array
  process: Int32Array
  /** Index in the process. */
  thread: Int32Array
  kind: Uint8Array
  amount: Float64Array
}

export interface CountedAccesses extends Record<AccessKind, AccessSums> {
  /**
   * Executed instructions by merged context: those of a block count at its next access, or else its last, or at its
   * start if it has none.
   */
  executed: Float64Array
  /** The same by thread, of one kind; null of a single thread, and without parallel regions. */
  executedByThread: AmountsByThread | null
  /** [process]: bytes by thread index. */
  threads: Array<Map<number, Record<AccessKind, number>>>
  /** Accessed bytes; `kind` is a position in ALL_ACCESS_KINDS; null with a single thread. */
  byThread: AmountsByThread | null
  /** Totals of all accesses, including those counted without a context (counting run). */
  total: Record<AccessKind, { instances: number; bytes: number }>
  /** Produced values (REDSPY 4.1): loaded into registers, stored, and otherwise written to registers. */
  produced: { load: BytesByElement; store: BytesByElement; register: BytesByElement }
}

/** Rows as in the value tables of a profile, which lack the place only. */
export interface MergedValues extends Pick<ValueTable, 'length' | 'role' | 'instructionClass' | 'operation' | 'element' | 'bytes' | 'slot' | 'flags'> {
  location: Int32Array
  /** Position of the first process with the table: addresses among its values belong to that process. */
  process: Int32Array
  counts: Record<ValueCounter, Float64Array>
  entries: MergedEntries
}

export interface MergedEntries {
  length: number
  /** Row of the table; ascending, with the most frequent value first within a table. */
  table: Int32Array
  low: Int32Array
  high: Int32Array
  count: Float64Array
  /** 1: the value is the address of memory in a process that had it. */
  inMemory: Uint8Array
}

export const VALUE_COUNTERS = ['executions', 'profiled', 'repeats', 'zeros', 'retried', 'converged', 'increasing', 'decreasing'] as const

type ValueCounter = (typeof VALUE_COUNTERS)[number]
