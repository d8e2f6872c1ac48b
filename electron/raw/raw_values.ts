/** Top-N-value tables of one process (metrics.md section 8), decoded and checked, nothing interpreted. Rows as in raw_process.ts. */

export interface RawValueTables {
  length: number
  /** Module index of the process or MODULE_UNKNOWN. */
  module: Uint32Array
  /** ELF virtual address of the instruction, of parameters that of the procedure's first. */
  offset: Float64Array
  /** Numbers in VALUE_ROLES (and VALUE_TARGET), VALUE_CLASSES (0: none), VALUE_OPERATIONS (0: none) of shared/profile/value_names.ts. */
  role: Uint8Array
  instructionClass: Uint8Array
  operation: Uint8Array
  /** Number in VALUE_ELEMENTS. */
  element: Uint8Array
  /** Length of the value: 1 to 8. */
  bytes: Uint8Array
  /** Role · 8 + number of the 8-byte element. */
  slot: Uint32Array
  /** VALUE_TABLE_FLAG_REFERENCE. */
  flags: Uint8Array
  executions: Float64Array
  profiled: Float64Array
  repeats: Float64Array
  zeros: Float64Array
  retried: Float64Array
  converged: Float64Array
  increasing: Float64Array
  decreasing: Float64Array
  /** Entries of table i: rows start[i] … start[i + 1] − 1 of `entries`. */
  start: Int32Array
}

export interface RawValueEntries {
  length: number
  /** Halves of the value's 64 bits. */
  low: Uint32Array
  high: Uint32Array
  count: Float64Array
  /** 1: the address of memory that the process had. */
  inMemory: Uint8Array
}

export interface RawValues {
  tables: RawValueTables
  entries: RawValueEntries
}
