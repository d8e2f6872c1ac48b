/**
 * The counts of the exhaustive engine in one process, decoded and checked, not interpreted. Rows as in raw_process.ts.
 */
import type { OBJECTS } from './raw_layout.ts'

/** Code that runs from beginning to end, with the accesses of one execution: rows start[i] … start[i + 1] − 1 of `accesses`. */
interface RawBlocks {
  length: number
  /** Module index of the process or MODULE_UNKNOWN. */
  module: Uint32Array
  /** ELF virtual address of the first instruction. */
  offset: Float64Array
  instructions: Uint32Array
  start: Int32Array
}

interface RawBlockAccesses {
  length: number
  /** From the block's first instruction to the access's. */
  offset: Uint32Array
  /** ACCESS_LOAD, ACCESS_STORE, ACCESS_REGISTER or ACCESS_LOADED_REGISTER. */
  kind: Uint8Array
  /** The type of the bytes for the instruction: enum hagstone_element; 0: not floating point. */
  element: Uint8Array
  /** Bytes of one execution. */
  bytes: Uint32Array
  /** Instructions of the block after the previous access, up to the one that makes this access. */
  instructions: Uint32Array
}

interface RawBlockCounts {
  length: number
  block: Int32Array
  /** Calling context, the parent of its accesses' contexts; −1: all together (counting run, or contexts have sums). */
  context: Int32Array
  count: Float64Array
}

/** Accesses that no block contains. */
interface RawAccessCounts {
  length: number
  /** Context of the access itself. */
  context: Int32Array
  kind: Uint8Array
  instances: Float64Array
  bytes: Float64Array
}

/** Accesses of one kind in a calling context, from blocks that are counted without a context. */
interface RawContextCounts {
  length: number
  /** Context of one of the accesses; its parent is the calling context. */
  context: Int32Array
  kind: Uint8Array
  instances: Float64Array
  bytes: Float64Array
}

interface RawExactPairs {
  length: number
  /** Positions in TOOLS and RELATIONS. */
  tool: Uint8Array
  relation: Uint8Array
  flags: Uint8Array
  watch: Int32Array
  trap: Int32Array
  /** Rows of `scopes` and `objects`; −1: not known, none. */
  scope: Int32Array
  object: Int32Array
  instances: Float64Array
  bytes: Float64Array
  interleavedInstances: Float64Array
  interleavedBytes: Float64Array
}

/** Bytes of one (tool, context) that ended in no pair and in no use. */
interface RawWithoutPairs {
  length: number
  context: Int32Array
  tool: Uint8Array
  unfinished: Float64Array
  freed: Float64Array
  interleaved: Float64Array
  first: Float64Array
}

interface RawReuseCounts {
  length: number
  /** Row of the exact pairs; −1: whole process. */
  pair: Int32Array
  /** Number in AXES. */
  axis: Uint8Array
  /** Bytes: 1, 8 or 64. */
  granularity: Uint8Array
  bucket: Int32Array
  count: Float64Array
}

interface RawObjectReuseCounts {
  length: number
  /** Row of the objects. */
  object: Int32Array
  /** Same as in RawReuseCounts. */
  axis: Uint8Array
  granularity: Uint8Array
  bucket: Int32Array
  count: Float64Array
}

/** In order of time: the findings of each tool by then, as sums since the process began. */
export interface RawTimePoints {
  length: number
  /** CLOCK_MONOTONIC, ns. */
  time: Float64Array
  instructions: Float64Array
  /** Position in TOOLS. */
  tool: Uint8Array
  /** Bytes. */
  waste: Float64Array
  accessed: Float64Array
}

export interface RawScopes {
  length: number
  /** Number in SCOPES. */
  kind: Uint8Array
  /** Calling context of the frame; −1: none. */
  context: Int32Array
  /** Module index of the process, MODULE_UNKNOWN, or MODULE_SYSTEM_CALL where both sides are the kernel's. */
  module: Uint32Array
  /** ELF virtual address of the loop's header, or of an instruction of the function. */
  offset: Float64Array
}

export interface RawObject {
  kind: (typeof OBJECTS)[keyof typeof OBJECTS]
  /** Context of the allocation; −1: not known. */
  context: number
  /** Module index of the process or MODULE_UNKNOWN. */
  module: number
  offset: number
  bytes: number
  /** Symbol; empty for none. */
  name: string
}

export interface RawObjectCounts {
  length: number
  object: Int32Array
  tool: Uint8Array
  instances: Float64Array
  bytes: Float64Array
  redundantInstances: Float64Array
  redundantBytes: Float64Array
  approximateInstances: Float64Array
  approximateBytes: Float64Array
}

export interface RawExact {
  blocks: RawBlocks
  accesses: RawBlockAccesses
  blockCounts: RawBlockCounts
  accessCounts: RawAccessCounts
  contextCounts: RawContextCounts
  pairs: RawExactPairs
  withoutPairs: RawWithoutPairs
  reuseCounts: RawReuseCounts
  objectReuseCounts: RawObjectReuseCounts
  scopes: RawScopes
  objects: RawObject[]
  objectCounts: RawObjectCounts
  timePoints: RawTimePoints
}
