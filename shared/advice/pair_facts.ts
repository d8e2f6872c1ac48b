/** The facts about a pair for the rules of advice. */
import type { PairDistance } from '../report.ts'
import type { Relation } from '../profile/frame.ts'
import type { Tool } from '../run.ts'
import type { AdviceClass, AdvicePlace, Sureness } from './advice.ts'
import type { LibraryCall, SiblingCalls } from './call_facts.ts'
import type { ChainKind } from './chain_words.ts'
import type { FunctionFlow, Loop } from './code/function_flow.ts'
import type { AddressMotion } from './code/address_motion.ts'
import { addressMotion, isGathered, isPointedTo, movesBetween } from './code/loop_facts.ts'
import { nextReaders, storedValue, type StoredValue } from './code/definitions.ts'
import { frameMotion } from './code/frame_values.ts'
import { isOfStaticData } from './code/static_data.ts'
import { hasFramePointer, isUnoptimised } from './code/unoptimised_code.ts'
import {
  canonicalRegister,
  constantRegister,
  definedRegisters,
  immediateOf,
  sameAddress,
  sameRegisters,
  type Instruction,
  type MemoryOperand,
} from './code/instruction.ts'

/** One side of a pair. */
export interface AccessFacts {
  /** Innermost, inlined ones included; where the access is in the source. */
  place: AdvicePlace
  /** The function whose machine code it is: the innermost one that is not inlined. */
  physicalFunction: string
  module: string
  /** Names of the functions around the access, innermost first, inlined ones too. */
  around: readonly string[]
  /** Null: the access is in no library, or not known to be in one. */
  libraryCall: LibraryCall | null
  /** Flow of the accessing code; null if the disassembly was not kept. */
  flow: FunctionFlow | null
  /** Position in `flow`; −1 without. */
  position: number
  /** Its function was called through a pointer in this context; false also where the call is not known. */
  calledThroughPointer: () => boolean
  /** The accessing instruction; null where it is not known. */
  instruction: Instruction | null
  /** By debug information, a member or an element of a variable; false also where the accessed data is not known. */
  isMember: boolean
  /** The innermost loop of the machine function around the access; null: none, or none that is known. */
  loop: LoopFacts | null
  /** The function as written that this loop is in, which may be inlined; null without a loop. */
  loopFunction: string | null
  /** Stands in the tree of calling contexts: the same number is the same instruction in the same context. */
  node: number
  /** Share of zeros among all values that the instruction read or wrote, where values were recorded. */
  zeros: number | null
  /** Share of zeros among the values of a load at an address of the same module; null: not recorded. */
  zerosOf(address: number): number | null
  /** Share of the executions of a load at an address of the same module that loaded the same value as the execution before; null: not known, or stores brought new ones in between that were equal only within the tolerance. */
  unchanged(address: number): number | null
  /** Tolerance within which these values are known to be the same; 0: they are equal. */
  equalWithin(address: number): number
  /** Executions of a load at an address of the same module; null: not counted. */
  executions(address: number): number | null
}

export interface LoopFacts {
  /** Address of the header in the module. */
  header: number
  text: string
  file: string | null
  line: number | null
  /** Its machine code; null where that is not known. */
  loop: Loop | null
}

export interface PairFacts {
  tool: Tool
  relation: Relation
  source: AccessFacts
  target: AccessFacts
  /** Loop or function within which the later access repeats the earlier one; null: none is known. */
  scope: {
    text: string
    /** Address of the loop's header; null of a function. */
    header: number | null
    measured: boolean
    /** The accesses were in different runs of the innermost loop around the later one; null where that was not measured. */
    outside: boolean | null
  } | null
  /** Null: both are in one call, or one of them is in no call of the function that both are in. */
  siblingCalls: SiblingCalls | null
  object: string | null
  sharing: 'true' | 'false' | null
  distance: PairDistance | null
  /** Instances, or traps where samples were taken. */
  instances: number
  /** Mean waste of an instance; null for samples and other units. */
  bytesPerInstance: number | null
  counted: boolean
  /** Share of the wasted instruction's accesses, in all of its contexts, that are wasted; null: not known. */
  wastedHere(): number | null
  /**
   * In one run through the pair's scope, for example an iteration of a loop, a load gets values, some of them again within the
   * run. This is the share of the others that it also got in another run. @param load address in the target's module @returns null: not known
   */
  unchangedAcrossScope(load: number): number | null
  threads: number
}

/** What a rule concludes beyond the class, where it applies. The words of a finding depend on it. */
export interface ConclusionDetails {
  /** A container's capacity is multiplied where it is full, so that its elements are copied a few times at most. */
  growsByFactor?: boolean
  /** The program itself allocates larger memory, copies to it, and frees the old memory. */
  byHand?: boolean
  /** A function adds one element to a container with each call, so that it cannot know the final size. */
  oneForEachCall?: boolean
  /** The loaded value changes in a few iterations. */
  rarelyChanges?: boolean
  /** A loop stores the value that it has just loaded from the same place: the link that it follows, another value, or what it computes from that, or where a loop that goes on from it ends. */
  storesBack?: 'link' | 'value' | 'result' | 'position'
  /** A traversal goes through objects that a list of pointers names. */
  byPointers?: boolean
  /** A constant is stored that is mostly there already. */
  setsAgain?: boolean
  /** The data is a global variable, which code that did not run may read between both stores. */
  readElsewhere?: boolean
  /** Some of what the overwritten store writes is read, in other elements or on other paths. */
  partlyRead?: boolean
  /** The overwritten store ends a text, to which later stores add characters. */
  endsText?: boolean
  /** Each iteration of the loop stores to another element, so that only its next run overwrites it; either: that is not known. */
  overwrittenBy?: 'run' | 'either'
  /** The line of the wasted store declares a variable and gives it no value: an option of the compiler fills it. */
  filledByCompiler?: boolean
  /** An object is built on the stack, because a call is given its address. */
  onStack?: boolean
  /** Most values from which the stored one is computed are zero. */
  zeroInput?: boolean
  /** The results of the tests of a `where` of Fortran, which have no name. */
  storesMask?: boolean
  /** The function that is called again, whose result is stored. */
  callee?: string
  /** Addresses of the call in the program's module, the last one exclusive. */
  calledAt?: [from: number, to: number]
  /** The arguments of a call, or the inputs of a computation, are known to be the same only within this tolerance. */
  inputsWithin?: number
  /** Of a chained lookup. */
  chain?: ChainKind
}

/** A rule's conclusion. The class's remedy goes with it. */
export interface Conclusion extends ConclusionDetails {
  class: AdviceClass
  sureness: Sureness
  evidence: string[]
  place?: AdvicePlace | null
}

/** Null: the rule does not fit. */
export type Rule = (facts: PairFacts) => Conclusion | null

/** The same machine instruction, in any contexts. */
export function sameInstruction({ source, target }: PairFacts): boolean {
  return source.instruction !== null && source.module === target.module && source.instruction.address === target.instruction?.address
}

export function sameFunction({ source, target }: PairFacts): boolean {
  return source.module === target.module && source.physicalFunction === target.physicalFunction
}

/** Both accesses of one iteration have the same address, even if a register of the address is incremented in between. */
export function isOfOneElement({ source, target }: PairFacts): boolean {
  const [a, b] = [source.instruction?.memory, target.instruction?.memory]
  if (source.flow === null || source.flow !== target.flow || a == null || b == null || source.position >= target.position || !sameRegisters(a, b)) return false
  const moved = movesBetween(source.flow, source.position, target.position, a)
  return moved !== null && a.displacement === b.displacement + moved
}

/** Least share of the accesses with the same value: a value that changes more often does not stay the same. */
const MOSTLY = 0.8

/** The repeated value is not known to change every now and then. */
export function mostlyRepeats({ wastedHere }: PairFacts): boolean {
  return (wastedHere() ?? 1) >= MOSTLY
}

/** How the address of the access moves in its innermost loop; null where that is not known. */
export function motionOf({ flow, loop, position, instruction }: AccessFacts): AddressMotion | null {
  if (flow === null || loop?.loop == null || instruction?.memory == null) return null
  if (!loop.loop.complete || loop.loop.inBody[position] === 0) return null
  return isUnoptimised(flow) ? frameMotion(flow, loop.loop, position, instruction.memory) : addressMotion(flow, loop.loop, instruction.memory, position)
}

/** The access takes the elements that a list names, which its loop goes through. */
export function isGatheredIn(access: AccessFacts): boolean {
  return motionOf(access)?.kind === 'indexed' && isGathered(access.flow!, access.loop!.loop!, access.instruction!)
}

/** The access is to an object that the loop's list of pointers names. */
export function isPointedToIn(access: AccessFacts): boolean {
  return motionOf(access)?.kind === 'varies' && isPointedTo(access.flow!, access.loop!.loop!, access.instruction!)
}

/** It loads the address of an array, of which the next instructions access an element: the member that holds it, not the element. */
export function loadsArray({ flow, position, instruction }: AccessFacts): boolean {
  if (flow === null || instruction?.memory == null || instruction.memory.index !== null || !/^mov$/.test(instruction.mnemonic)) return false
  const [register] = definedRegisters(instruction)
  if (register === undefined) return false
  return nextReaders(flow, position, register).some(({ memory }) => memory?.base === register && memory.index !== null)
}

export function valueStored({ flow, position, loop }: AccessFacts): StoredValue {
  return flow === null || position < 0 ? { kind: 'unknown' } : storedValue(flow, position, loop?.loop ?? null)
}

/** Only zero is within the tolerance of zero, and memory of any type is cleared by the instructions of floating point. */
export function storesZero(access: AccessFacts): boolean {
  const { flow, position, instruction } = access
  const stored = instruction?.operands[1]
  if (flow === null || stored === undefined || valueStored(access).kind !== 'constant') return false
  const register = canonicalRegister(stored)
  if (register === null) return immediateOf(stored) === 0
  const made = flow.instructions.slice(0, position).findLast((each) => definedRegisters(each).includes(register))
  return made !== undefined && constantRegister(made) === register && !/^v?mov|broadcast/.test(made.mnemonic)
}

/** A variable of the function's stack frame that is no array element, or a saved register or return address. */
export function isStackSlot({ instruction, flow }: AccessFacts): boolean {
  const memory = instruction?.memory
  if (memory == null || memory.index !== null) return false
  return memory.base === 'rsp' || (memory.base === 'rbp' && flow !== null && hasFramePointer(flow))
}

/** A variable that other functions can name: code that did not run in this recording may read it. */
export function isGlobalVariable({ instruction }: AccessFacts): boolean {
  const memory = instruction?.memory
  return memory != null && memory.base === null && memory.index === null && !isGuardOfStack(memory)
}

/** Other functions can name the element's array, and are called between both stores of one function, or the stores are in two functions. */
export function mayReadElementBetween(facts: PairFacts): boolean {
  const { source, target, object } = facts
  const memory = source.instruction?.memory
  if (source.flow === null || memory == null || source.position < 0) return false
  // Samplers name the symbol of static data.
  const isStatic = (object !== null && !/^(?:heap|mapping)/.test(object)) || isOfStaticData(source.flow, source.position, memory)
  if (!isStatic) return false
  if (source.flow !== target.flow) return true
  const { instructions } = source.flow
  const isCall = (at: number): boolean => instructions[at]!.mnemonic === 'call'
  const loop = source.loop?.loop
  if (loop != null && loop.inBody[target.position] === 1 && loop.body.some(isCall)) return true
  return target.position > source.position
    ? instructions.slice(source.position, target.position).some(({ mnemonic }) => mnemonic === 'call')
    : facts.scope?.header == null
}

/** The function with the earlier access has returned before the later one: its callers ran in between. */
export function hasReturnedBetween({ source, target, scope, siblingCalls }: PairFacts): boolean {
  if (source.flow === null) return false
  const later = target.libraryCall ?? target
  if (later.flow !== source.flow) return siblingCalls !== null || !target.around.includes(source.physicalFunction)
  const isInLoop = scope?.header != null && source.flow.positionOf(scope.header) >= 0
  return !isInLoop && later.position <= source.position
}

/**
 * The function reads the stack slot of the access back by itself, and passes its address on to no other code: a register that was given
 * up. What only others read is a variable of the source: a field of a structure whose address is passed.
 */
export function isSpilled({ instruction, flow, isMember }: AccessFacts): boolean {
  if (isMember) return false
  const slot = instruction?.memory
  if (slot == null || flow === null) return true
  const same = flow.instructions.filter(({ memory }) => memory !== null && sameAddress(memory, slot))
  return same.some(({ reads }) => reads) && !flow.instructions.some((each) => takesAddress(each, slot) === 0)
}

/** Members of local structures are less far behind the address that the function passes on. */
const LARGEST_STRUCTURE = 128

/** Seems to be a member of a structure that a call is given the address of: other code may read or change it, and no register was given up. */
export function isInPassedStructure({ instruction, flow }: AccessFacts): boolean {
  const slot = instruction?.memory
  if (slot == null || flow === null) return false
  return flow.instructions.some((each) => {
    const within = takesAddress(each, slot)
    return within !== null && within >= 0 && within < LARGEST_STRUCTURE
  })
}

/** How far the slot is behind the address in the frame that the instruction takes; null: it takes none. At the frame's end that is a plain move. */
function takesAddress({ mnemonic, operands, memory }: Instruction, slot: MemoryOperand): number | null {
  if (mnemonic === 'mov' && memory === null && slot.base === 'rsp' && operands[1] === 'rsp' && operands[0] !== 'rbp') return slot.displacement
  if (mnemonic !== 'lea' || memory === null || memory.base !== slot.base || memory.index !== null) return null
  return slot.displacement - memory.displacement
}

/** The guard that the compiler lays below the return address comes from the thread's own data. */
export function isGuardOfStack(memory: MemoryOperand | null | undefined): boolean {
  return memory?.segment === 'fs' && memory.base === null && memory.displacement === 0x28
}

/** It lays the guard below the return address: no variable. */
export function storesGuard(access: AccessFacts): boolean {
  const value = valueStored(access)
  return access.instruction?.writes === true && value.kind === 'copy' && isGuardOfStack(value.load.memory)
}

/** Instructions from the load of the guard to its comparison. */
const LONGEST_CHECK = 3

/** It loads the stack guard below the return address, to compare it before the function returns. */
export function checksGuard({ flow, position, instruction }: AccessFacts): boolean {
  if (flow === null || instruction?.memory?.base == null || !instruction.reads) return false
  return flow.instructions
    .slice(position + 1, position + 1 + LONGEST_CHECK)
    .some(({ mnemonic, memory }) => /^(sub|xor|cmp)$/.test(mnemonic) && isGuardOfStack(memory))
}

export function loopPlace({ place, loop }: AccessFacts): AdvicePlace {
  return loop === null
    ? place
    : { ...(loop.file === null || loop.file === place.file ? place : { function: place.function, file: loop.file }), line: loop.line }
}

/** The later access may have been in another run of its innermost loop than the earlier one. */
export function mayBeOtherRun({ scope }: PairFacts): boolean {
  return scope !== null && scope.outside !== false
}
