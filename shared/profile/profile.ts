/** A whole profile in memory, as analysis makes it, the profile file keeps it and every view reads it. */
import type { ObjectKind, ObjectLoads, Relation, ThreadToolReport } from './frame.ts'
import type { RunDescription, Tool } from '../run.ts'
export { TOOLS } from '../tools.ts'
import type { SpatialValues } from './spatial_values.ts'
import type { TimelineAxis, TimelineTable } from './timeline.ts'
import type { TraceAxis, TraceTable } from './trace.ts'
import type {
  CensoredTable,
  ContextTotalTable,
  CpuTimeTable,
  DistanceCountTable,
  ExecutedTable,
  NodeTable,
  ObjectDistanceTable,
  PairTable,
  ReuseTable,
  ThreadShareTable,
  ValueEntryTable,
  ValueTable,
  WatchTable,
} from './tables.ts'

/** Positions are the values of `relation` columns, and the numbers of the raw format less one, which has no WAITING. Append only. */
export const RELATIONS: readonly Relation[] = ['KILLED_BY', 'USED_BY', 'REDUNDANT_WITH', 'CHANGED_BY', 'REUSED_BY', 'SHARED_WITH', 'WAITING']

/** metrics.md section 1: which relations are waste; the others are use or, for reuse and waiting, neither. */
export function isWasteful(relation: Relation): boolean {
  return relation === 'KILLED_BY' || relation === 'REDUNDANT_WITH' || relation === 'SHARED_WITH'
}

/** The tool knows neither waste nor use: its pairs, if it has any, are ordered and drawn by how often they were seen. */
export function isNeutral(tool: Tool): boolean {
  return tool === 'reuse-distance' || tool === 'values'
}

/** The accesses brought something. Reuse and waiting are neither waste nor use. */
export function isUse(relation: Relation): boolean {
  return relation === 'USED_BY' || relation === 'CHANGED_BY'
}

/** Whether the tool searches for the relation: waste or reuse. Pairs of use and of waiting are hidden by default. */
export function isSought(relation: Relation): boolean {
  return isWasteful(relation) || relation === 'REUSED_BY'
}

export interface ProfileModule {
  path: string
  /** Hexadecimal; empty if the module has none. */
  buildId: string
  /** Why functions or lines of this module are missing; null if nothing is. */
  note: string | null
}

export interface ProfileFunction {
  /** Demangled, or module + offset. */
  name: string
  /** The linker's name; empty if unknown. */
  linkageName: string
  /** Into `modules`; −1 for code in no known module. */
  module: number
  /** Into `files`: where the function is declared; −1 if unknown. */
  file: number
  /** 1-based line of the declaration; −1 if unknown. */
  line: number
  /** Where the linker gave several functions one body and a caller means this one: the names of all. */
  oneBody?: string
}

export interface ProfileInstruction {
  /** Into `modules`; −1 for code in no known module. */
  module: number
  /** ELF virtual address. */
  address: number
  /** Disassembled; null where the code could not be read. */
  text: string | null
}

export interface ProfileThread {
  /** MPI or Slurm rank of the process; null without one. */
  rank: number | null
  process: number
  thread: number
  name: string
  /** ns; −1 if the thread was killed before it could tell. */
  cpuTime: number
  /** Share of its CPU time during which it had debug registers; null if it is not known. */
  coverage: number | null
  /** Samples of all tools. */
  samples: number
  /** Has each recorded tool. */
  tools: Partial<Record<Tool, ThreadToolReport>>
}

/** Data that pairs are about. */
export interface ProfileObject {
  /** Symbol, module + offset, "heap block of FUNCTION FILE:LINE", or "heap or stack at 0x…". */
  name: string
  /** Into `modules`; −1 for memory in no module. */
  module: number
  /** Null where no tool tells. */
  kind: ObjectKind | null
  /** Size, of heap blocks that of the first one of their allocation context; −1: not known. */
  bytes: number
  /** Instruction row of the call that allocated it; −1: not known. */
  allocation: number
  /** By the tools that count an object's loads. */
  loads: Partial<Record<Tool, ObjectLoads>>
}

/** One line of a function's stored disassembly. */
export interface CodeLine {
  address: number
  /** Hexadecimal. */
  bytes: string
  text: string
  /** Name of the instruction's jump target or data; null if none is known. */
  note: string | null
  /** Into `files`; −1 if unknown. */
  file: number
  line: number
}

/** Disassembly of one function that a pair refers to, kept because the binary may change or go. */
export interface FunctionCode {
  /** Into `modules`. */
  module: number
  name: string
  /** ELF virtual addresses: first and one past the last. */
  low: number
  high: number
  lines: CodeLine[]
}

export interface Counter {
  name: string
  value: number
  description: string
}

/** MD5 sum of a source file, as a compiler that read it wrote it down (DWARF 5, DW_LNCT_MD5). */
export interface SourceSum {
  /** Into `files`. */
  file: number
  /** 32 lower-case hexadecimal digits. */
  md5: string
}

/** 95 % interval of a tool's fraction. */
export interface ToolInterval {
  tool: Tool
  low: number
  high: number
}

export interface Profile {
  run: RunDescription
  /** Why the profile may be short; null when the recording ended well. */
  partial: string | null
  notes: string[]
  counters: Counter[]
  threads: ProfileThread[]
  intervals: ToolInterval[]
  /** Settings of the block bootstrap. */
  bootstrap: { seed: number; replicates: number }
  modules: ProfileModule[]
  files: string[]
  /** Ordered by file. None of a file that no compiler summed; several where modules were built from different versions of it. */
  sourceSums: SourceSum[]
  functions: ProfileFunction[]
  instructions: ProfileInstruction[]
  /**
   * Names of the data that the accesses of the largest pairs touch, from debug information: rows of `instructions` with the
   * possible names, such as "m->a". Absent in profiles of earlier versions, and where there are none.
   */
  accessedData?: Array<[instruction: number, names: string[]]>
  objects: ProfileObject[]
  nodes: NodeTable
  pairs: PairTable
  watches: WatchTable
  cpuTimes: CpuTimeTable
  executed: ExecutedTable
  threadShares: ThreadShareTable
  reuses: ReuseTable
  censored: CensoredTable
  contextTotals: ContextTotalTable
  distanceCounts: DistanceCountTable
  objectDistances: ObjectDistanceTable
  /** From the program's marks, in no order. */
  spatialValues: SpatialValues[]
  valueTables: ValueTable
  valueEntries: ValueEntryTable
  /** Names that value tables refer to: parameters, and what pointers point to. */
  valueNames: string[]
  timelineAxis: TimelineAxis
  timeline: TimelineTable
  traceAxis: TraceAxis
  trace: TraceTable
  /** Stored disassembly around an address; null if that function was not kept. */
  codeAt(module: number, address: number): FunctionCode | null
}

/** Everything but the stored disassembly, which is read on demand. */
export type ProfileTables = Omit<Profile, 'codeAt'>
