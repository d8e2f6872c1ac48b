/** The facts behind the words of a finding. */
import type { AdviceClass } from '../../advice/advice.ts'
import type { SiblingCalls } from '../../advice/call_facts.ts'
import type { ConclusionDetails } from '../../advice/pair_facts.ts'
import { capitalized } from '../../names/capitalized.ts'
import { isParallelName } from '../../names/runtimes/parallel_code.ts'
import type { Relation } from '../../profile/frame.ts'
import type { Tool } from '../../run.ts'
import { wastesEarlier } from '../tool_findings.ts'
import type { Language } from '../expressions.ts'
import { libraryFunctionName } from './short_names.ts'

export interface CauseSide {
  /** Name in the source, without parentheses. */
  function: string
  file: string | null
  line: number | null
  /** "src/a.c:12", as short as tells files apart; '' without debug information. */
  place: string
  text: string | null
  /** The innermost loop around it: "the loop at a.c:12"; null: none. */
  loop: string | null
  /** Variables that the loop's first line counts up or down. */
  loopVariables: string[]
  /** Variables that the lines between the loop's first one and this one set; at most those of the nearest lines. */
  setInLoop: string[]
  /** The loop is in a header of the system. Absent: it is not. */
  isLoopOfLibrary?: boolean
  /** The loop is in a function that this one was inlined into: its variables have other names here. */
  loopElsewhere: boolean
  /** The function that the loop is in, which this one was inlined into, and the line of its call there; null: the loop is its own. */
  loopHolder: { function: string; file: string | null; line: number | null } | null
  /** The library's function that does the access: "memset"; null: the program's own code does. */
  through: string | null
}

export interface CauseFacts extends ConclusionDetails {
  class: AdviceClass
  tool: Tool
  relation: Relation
  /** The earlier access; null where it is not in the program's own code. */
  earlier: CauseSide | null
  later: CauseSide | null
  /** Both are the same line. */
  samePlace: boolean
  data: string | null
  /** The accessed element itself, where `data` is the whole array; null: not known. */
  element: string | null
  /** Wasted share of the tool's accesses there, 0..1. */
  wasted: number
  /** Values that count as equal within this tolerance; null: byte for byte. */
  tolerance: number | null
  language: Language | null
  /** Loop or function within which it repeats; null: not known. */
  scope: string | null
  /** True sharing or false sharing; null for other tools. */
  sharing: 'true' | 'false' | null
  /** Of sharing: the share of its observations between threads on different processors; absent if that is all. */
  acrossProcessors?: number
  /** The calls of one function that both accesses are in; null: they are not in two. */
  siblingCalls: SiblingCalls | null
  /** Further lines of the function with small waste of the same class, charged together. */
  alike?: number
}

/** "init()"; functions of Fortran and closures as they are; "code at program+0x3650" and "code of libgomp.so.1 without symbols" without a name. */
export function functionText(name: string): string {
  if (name === 'MAIN__') return 'the main program'
  const globals = /^_GLOBAL__(?:sub_)?([ID])_|^__(?:static_initialization_and_destruction_0|cxx_global_var_init)\b/.exec(name)
  if (globals !== null) return `the ${globals[1] === 'D' ? 'destruction' : 'initialization'} of global variables`
  if (isParallelName(name)) return `the ${name}`
  const library = strippedLibrary(name)
  if (library !== null) return `code of ${library} without symbols`
  if (/\+0x[0-9a-f]+$/.test(name)) return `code at ${name}`
  return /[()}\]@+]$/.test(name) ? name : `${name}()`
}

/** The library of a function that it has no symbol for: "libgomp.so.1" of "libgomp.so.1+0x1f5e0"; null of other functions. */
export function strippedLibrary(name: string): string | null {
  return /^(.+\.so(?:\.[\w.]+)?)\+0x[0-9a-f]+$/.exec(name)?.[1] ?? null
}

/** The side whose access is wasted. */
export function wastedSide({ tool, earlier, later }: Pick<CauseFacts, 'tool' | 'earlier' | 'later'>): CauseSide {
  const [first, second] = wastesEarlier(tool) ? [earlier, later] : [later, earlier]
  return first ?? second!
}

/** They move or fill bytes that the caller names, by any instructions. */
const MOVES_BYTES = /^(?:__)?(?:mem|str|wcs|bcopy|bzero|calloc|v?s?n?w?printf)|\bstd::(?:__)?(?:fill|copy|move|uninitialized)/

/** A library function's stores for itself, which its caller can only have less of by calling it less often. */
export function isOwnWork(side: CauseSide | null): boolean {
  return side?.through != null && !MOVES_BYTES.test(side.through)
}

/** An element is added to a container, which counts them itself: its members have no local variables. */
export function appends({ through }: CauseSide): boolean {
  return through !== null && /(?:^|::)(?:push(?:_back|_front)?|emplace(?:_back|_front)?|append|operator\+=)(?:\(\))?$/.test(through)
}

const OF_STRING = /\bstd::(?:__cxx11::)?(?:basic_string\b.*|string)::/

/** Characters are added to a string of C++. */
export function appendsCharacters(side: CauseSide): boolean {
  return appends(side) && OF_STRING.test(side.through ?? '')
}

/** The container's members stay the same, or are stored again, with each element that the line adds in a loop; a string's end is marked again, too. */
export function addsElements(name: AdviceClass, side: CauseSide): boolean {
  if (name === 'unread-result') return side.loop !== null && appendsCharacters(side)
  return (name === 'loop-invariant-load' || name === 'memory-accumulator') && appends(side)
}

/** Up a tree, not along a list: the link is to the node's parent. */
export function climbs({ data }: Pick<CauseFacts, 'data'>): boolean {
  return data !== null && /(?:->|\.|::)\w*(?:parent|ancestor|enclosing|outer|owner)(?:_?(?:node|ptr|link|scope))?$/i.test(data)
}

/** "exp()": in the library, functions have other names. */
export function calledAgain(facts: Pick<CauseFacts, 'tool' | 'earlier' | 'later' | 'callee'>): string {
  const { through } = wastedSide(facts)
  return through === null && facts.callee === undefined ? 'a function' : functionText(through ?? libraryFunctionName(facts.callee!))
}

export function otherSide(facts: CauseFacts): CauseSide {
  return (wastedSide(facts) === facts.earlier ? facts.later : facts.earlier) ?? wastedSide(facts)
}

export function sameFunction({ earlier, later }: CauseFacts): boolean {
  return earlier === null || later === null || (earlier.function === later.function && earlier.file === later.file)
}

/** With a capital letter, unless it begins with a name. */
export function asSentence(text: string): string {
  return /^[a-z]+ /.test(text) ? capitalized(text) : text
}
