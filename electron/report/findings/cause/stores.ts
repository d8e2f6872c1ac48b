/** Rules for stores that need the whole finding, or the source lines. */
import type { AdviceClass } from '../../../../shared/advice/advice.ts'
import { accessBytes } from '../../../../shared/advice/code/instruction.ts'
import {
  hasReturnedBetween,
  isGlobalVariable,
  isStackSlot,
  mayReadElementBetween,
  motionOf,
  storesZero,
  valueStored,
  type AccessFacts,
  type PairFacts,
} from '../../../../shared/advice/pair_facts.ts'
import { initialises, isMark, isOfMany } from '../../../../shared/advice/rules/initialisation.ts'
import { isFunctionOfNumbers } from '../../../../shared/advice/rules/repeated_calls.ts'
import { declaresWithoutValue, type Language } from '../../../../shared/findings/expressions.ts'
import { judgesStores, wastesEarlier } from '../../../../shared/findings/tool_findings.ts'
import { isOwnWork, type CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'
import type { Tool } from '../../../../shared/run.ts'
import type { KernelReader } from '../kernel_reader.ts'

/** Above this share of overwritten stores, the stores are not needed anywhere. */
const NEARLY_ALL = 0.95
export const ENOUGH_OBSERVATIONS = 20
const DEAD_CLASSES: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['unread-result', 'overwritten-before-use', 'repeated-initialisation'])
/** Members that link the elements of lists and trees: they must be valid whenever they may be followed. */
const LINK =
  /(?:->|\.|::)_?(?:next|prev|previous|link|left|right|parent|first_child|last_child|child|head|tail|first|last|succ|pred|up|down)(?:_?(?:node|ptr|link))?$/

/** What is known of a wasted store beyond its class; all false or null of loads. */
export interface StoreFacts {
  /** Nearly all stores there are overwritten unread, which the measurement itself shows. */
  isMeasured: boolean
  /** Code that did not run may read the data between both stores. */
  readElsewhere: boolean
  /** An option of the compiler fills the variable where it is declared. */
  filledByCompiler: boolean
  /** The overwritten store ends a text. */
  endsText: boolean
  /** What overwrites the store of a loop. */
  overwrittenBy: 'run' | 'either' | null
  /** Some of what the overwritten store writes is read. */
  partlyRead: boolean
}

interface Stored {
  tool: Tool
  class: AdviceClass
  facts: PairFacts
  earlier: CauseSide | null
  /** Of the wasted access. */
  side: CauseSide | null
  language: Language | null
  samePlace: boolean
  data: string | null
  /** Share of the accesses there. */
  wastes: number
  observations: number
  /** Not null: the kernel may read it. */
  reader: KernelReader | null
}

export function storeFacts({ tool, class: name, facts, earlier, side, language, samePlace, data, wastes, observations, reader }: Stored): StoreFacts {
  const isDead = tool === 'dead-stores'
  const isMeasured =
    reader === null &&
    DEAD_CLASSES.has(name) &&
    isDead &&
    !samePlace &&
    wastes >= NEARLY_ALL &&
    observations >= ENOUGH_OBSERVATIONS &&
    !isMark(facts.source) &&
    !isLink(data) &&
    !isOwnWork(earlier)
  // Code that did not run may read a global variable between both stores, or a result in an array. Whole arrays are set for the code after it.
  const readElsewhere =
    isMeasured &&
    (isGlobalVariable(facts.source) ||
      (name === 'unread-result' && mayReadElementBetween(facts)) ||
      // The end of a text, or a length, which callers may read, or what is called with a pointer to it.
      (name !== 'repeated-initialisation' &&
        !isStackSlot(facts.source) &&
        !isOfMany(facts.source) &&
        (hasReturnedBetween(facts) || mayReadThroughPointerBetween(facts))))
  return {
    isMeasured,
    readElsewhere,
    filledByCompiler: judgesStores(tool) && isFilledByCompiler(wastesEarlier(tool) ? facts.source : facts.target, side, language),
    endsText: isDead && !samePlace && DEAD_CLASSES.has(name) && earlier !== null && isEndOfText(facts.source, earlier.text),
    overwrittenBy: isDead && samePlace ? overwritingPart(facts.source) : null,
    partlyRead: isDead && !samePlace && ((facts.wastedHere() ?? 1) < NEARLY_ALL || (name === 'unread-result' && staysOnSomePath(facts))),
  }
}

/** A path that usually does not run passes the later store by: without the earlier one, it would leave the memory as it was. */
function staysOnSomePath({ source, target }: PairFacts): boolean {
  const { flow, loop, position } = source
  if (flow === null || flow !== target.flow || target.libraryCall !== null || position < 0 || target.position < 0) return false
  const around = loop?.loop ?? null
  return (around === null || around.inBody[target.position] === 1) && flow.mayPassBy(position, target.position, around)
}

/** Stored through a pointer, and a function is called before the later store: it may be given the pointer, or have a copy, and read there on a path that did not run. */
function mayReadThroughPointerBetween(facts: PairFacts): boolean {
  const { source, target } = facts
  const memory = source.instruction?.memory
  if (source.flow === null || source.flow !== target.flow || source.position < 0 || memory == null || memory.base === null || isStackSlot(source)) return false
  const { instructions } = source.flow
  const calls = (from: number, to: number): boolean =>
    instructions.slice(from, to).some(({ mnemonic, note }) => mnemonic === 'call' && !isFunctionOfNumbers((note ?? '').replace(/@.*/, '')))
  return target.position > source.position && calls(source.position, target.position)
}

/** A member that links elements, or a mark for visited ones: it must be valid whenever it may be followed. */
export function mustBeValid(facts: PairFacts, data: string | null): boolean {
  return isMark(facts.source) || isLink(data)
}

function isLink(data: string | null): boolean {
  return LINK.test(data ?? '')
}

/** The line declares a variable of C or C++ without a value, and stores a constant nonetheless. */
function isFilledByCompiler(access: AccessFacts, side: CauseSide | null, language: Language | null): boolean {
  if (side?.text == null || (language !== 'c' && language !== 'c++') || (side.through !== null && side.through !== 'memset')) return false
  return declaresWithoutValue(side.text, language) && initialises(access, valueStored(access))
}

/** What overwrites the store of a loop, if its machine code is known; null: the next iteration, as far as is known. */
function overwritingPart(access: AccessFacts): 'run' | 'either' | null {
  if (access.flow === null || access.loop === null) return null
  const kind = motionOf(access)?.kind
  return kind === 'strided' ? 'run' : kind === 'invariant' ? null : 'either'
}

/** A zero byte behind the characters: code that takes the text reads it. */
function isEndOfText(access: AccessFacts, text: string | null): boolean {
  const { instruction } = access
  if (text === null || instruction === null || instruction.memory === null || isStackSlot(access)) return false
  return accessBytes(instruction) === 1 && storesZero(access) && /(?:\]|\*\s*[\w>.()+-]+)\s*=\s*(?:0|'\\0'|NUL)\s*;/.test(text)
}
