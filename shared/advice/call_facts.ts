/** The facts for the rules of advice about the calls around a pair's accesses. */
import type { AdvicePlace } from './advice.ts'
import type { FunctionFlow, Loop } from './code/function_flow.ts'

/** The call by which the program entered the library that holds an access. */
export interface LibraryCall {
  /** Name in the library. */
  callee: string
  /** The line with the call. */
  place: AdvicePlace
  /** Flow of the calling function; null if its disassembly was not kept. */
  flow: FunctionFlow | null
  /** Position of the call in `flow`; −1 without. */
  position: number
  /** The innermost loop of the calling function around the call; null: none, or none that is known. */
  loop: Loop | null
  /** Share of the executions of a load of the calling module that loaded the same value as the execution before; null: not known, or stores brought new ones in between that were equal only within the tolerance. */
  unchanged(address: number): number | null
  /** Tolerance within which these values are known to be the same; 0: they are equal. */
  equalWithin(address: number): number
}

/** A call in the source, inlined by the compiler or not. */
export interface CallSite {
  callee: string
  /** 1-based; null: not known. */
  line: number | null
}

/** Both accesses are in different calls that one function makes, one after the other. */
export interface SiblingCalls {
  caller: string
  file: string | null
  earlier: CallSite
  later: CallSite
  /** Functions with machine code of their own between the later call and its access. */
  functionsBetween: number
  /** By the machine code, both call the same function with different constants; false also where that is not known. */
  differByConstants: boolean
}
