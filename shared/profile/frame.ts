/** Frames of calling contexts, and the words for what profiles hold that reports and views share. */

export type Relation =
  | 'KILLED_BY'
  | 'USED_BY'
  | 'REDUNDANT_WITH'
  | 'CHANGED_BY'
  | 'REUSED_BY'
  | 'SHARED_WITH'
  /** Neither waste nor use: the thread waited for another one (metrics.md, Waiting). */
  | 'WAITING'

export type TailCall = 'unique' | 'several'

/** One frame of a calling context; a context is a list of frames, outermost first. */
export interface Frame {
  /** Demangled; module + offset where nothing better is known. */
  function: string
  /** Path as the debug information has it; null without debug information. */
  file: string | null
  /** 1-based; null when unknown. In all but the innermost frame the line of the call. */
  line: number | null
  module: string
  /** ELF virtual address in the module, hexadecimal with 0x. */
  address: string
  inlined: boolean
  /**
   * How the frame before this one called it, where that one left by a tail call and was restored: 'unique' if only one chain of
   * tail calls leads here; 'several' if others do too, with functions between the two that are not known. Absent for other calls.
   * Below a call through a pointer 'several' also says that no function between the two is known.
   */
  tailCall?: TailCall
  /** Innermost loop of the frame's function that contains the frame's instruction, "loop at file:line" or "loop at 0x…"; null: none. */
  loop: string | null
  /** Where the linker gave several functions one body and the caller means this one: the names of all, "a = b (one body)". */
  oneBody?: string
}

export interface LeafFrame extends Frame {
  /** Disassembled accessing instruction; null where the module's code is not readable. */
  instruction: string | null
}

/** A context down to the access. */
export type FrameChain = [...Frame[], LeafFrame]

/** The access of a context. */
export function leafOf(chain: FrameChain): LeafFrame {
  return chain[chain.length - 1] as LeafFrame
}

export type ObjectKind = 'static' | 'heap' | 'mapped'

export interface ObjectLoads {
  instances: number
  bytes: number
  /** Equal byte for byte, and within the tolerance of floating-point comparisons. */
  precise: { instances: number; bytes: number }
  approximate: { instances: number; bytes: number }
  /** (precise + approximate) / all loads, in bytes. */
  fraction: number | null
}

export interface ThreadToolReport {
  traps: number
  waste: number
  use: number
}
