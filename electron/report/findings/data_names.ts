/**
 * The name of a finding's data. Source lines have the names as programmers write them; debug information says which of
 * them an instruction accesses (analysis/symbols/accessed_data). A name from only one of them counts if nothing
 * contradicts it.
 */
import type { AdviceClass } from '../../../shared/advice/advice.ts'
import {
  argumentOf,
  arrayOf,
  declaredVariable,
  identifiersOf,
  isIndexedBy,
  languageOf,
  loadedExpressions,
  memoryNames,
  plainExpression,
  pointersOf,
  storedExpression,
  storedPlaces,
  type Language,
} from '../../../shared/findings/expressions.ts'
import { judgesStores, wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import type { CauseSide } from '../../../shared/findings/wording/cause_facts.ts'
import type { Tool } from '../../../shared/run.ts'

interface Accessed {
  tool: Tool
  class: AdviceClass
  earlier: CauseSide | null
  later: CauseSide | null
  samePlace: boolean
  /** Possible names of the data by debug information; none: unknown. */
  known: { earlier: readonly string[]; later: readonly string[] }
  /** The access is to the stack frame of optimized code, by no variable that debug information knows; absent: neither. */
  isTemporary?: { earlier: boolean; later: boolean }
  /** The access is certainly to no variable of the stack frame; absent: neither. */
  isOffFrame?: { earlier: boolean; later: boolean }
  /** The wasted load brings the address of an array, whose elements are accessed next. */
  loadsArray?: boolean
  /** Name of the whole object by its symbol or allocation; null: none. */
  object: string | null
}

/** Library functions by the argument that they write, and the one that they read. */
const ARGUMENTS: ReadonlyArray<[name: RegExp, written: number | null, read: number | null]> = [
  [/^(?:__)?(?:mem(?:set|cpy|move|pcpy)|str(?:n?cpy|n?cat)|bcopy)(?:_\w+)?$/, 0, 1],
  [/^(?:__)?(?:bzero|fill|fill_n|iota)(?:_\w+)?$/, 0, null],
  [/^(?:__)?(?:str|mem|wcs)(?:n?cmp|n?casecmp|chr|rchr|len|nlen|str|spn|cspn)(?:_\w+)?$/, null, 0],
  [/^s?n?printf$|^fread$|^fgets$|^snprintf$/, 0, null],
  [/^(?:p?read(?:64)?|recv(?:from)?)$/, 1, null],
]

/** Classes that are about whole arrays, not about one element. */
const OF_ARRAYS: ReadonlySet<AdviceClass> = new Set<AdviceClass>([
  'repeated-initialisation',
  'overwritten-before-use',
  'unread-result',
  'linear-search',
  'repeated-traversal',
  'poor-loop-order',
  'distant-reuse',
  'redundant-copy',
  'uniform-data',
  'zeros-dominate',
  'table-lookup',
  'interpreted-operation',
  'unchanged-store',
  'repeated-results',
  'repeated-load',
  'stencil-reload',
])

/** Classes about a value that is constant during its loop or calls: a pointer, rather than its target. */
const OF_POINTERS: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['loop-invariant-load', 'call-invariant-load', 'aliased-reload'])

const NEITHER = { earlier: false, later: false }

export interface NamedData {
  data: string | null
  /** The accessed element, if `data` is its whole array. */
  element: string | null
}

export function dataOf(accessed: Accessed): NamedData {
  const { tool, class: name, earlier, later, samePlace, object, known } = accessed
  if (name === 'spill-and-reload' || name === 'unoptimised-code') return { data: null, element: null }
  const [side, other] = wastesEarlier(tool) ? [earlier, later] : [later, earlier]
  const [knownHere, knownThere] = wastesEarlier(tool) ? [known.earlier, known.later] : [known.later, known.earlier]
  const names = name === 'call-invariant-load' ? keptAt : OF_POINTERS.has(name) ? steadyAt : namesAt
  const { isTemporary = NEITHER, isOffFrame = NEITHER } = accessed
  const [here, there] = wastesEarlier(tool) ? (['earlier', 'later'] as const) : (['later', 'earlier'] as const)
  const [isOwnTemporary, isOtherTemporary] = [isTemporary[here], isTemporary[there]]
  const setsVariable = (each: CauseSide | null): boolean => each?.text != null && declaredVariable(each.text, languageOf(each.file)) !== null
  const isElsewhere = isOffFrame[here] && setsVariable(side)
  const accessedHere = withoutDeclared(chosen(names(side, tool), knownHere, side, judgesStores(tool)), isOffFrame[here], side)
  const own = withoutLocal(OF_POINTERS.has(name) && accessed.loadsArray === true ? accessedHere.map(memberOf) : accessedHere, isOwnTemporary)
  const others = samePlace
    ? []
    : withoutLocal(withoutDeclared(chosen(names(other, tool), knownThere, other, judgesStores(tool)), isOffFrame[there], other), isOtherTemporary)
  const shared = own.filter((each) => others.some((their) => arrayOf(their) === arrayOf(each)))
  const common = shared.length > 0 ? shared : own
  const isArray = OF_ARRAYS.has(name) && isWalked(side, other)
  // A traversing loop also reads its bound and base, but those usually stay in registers.
  const elements = isArray ? common.filter((each) => /[\])]$/.test(each)) : []
  const reached = outermost(elements.length > 0 ? elements : common)
  const lookedUp = name === 'table-lookup' ? reached.filter((each) => !isNextElement(each, side)) : []
  const crossing = name === 'poor-loop-order' ? reached.filter((each) => crossesLines(each, side)) : []
  const candidates = crossing.length > 0 ? crossing : lookedUp.length > 0 ? lookedUp : reached
  const named = isArray ? [...new Set(candidates.map((each) => arrayIn(each, languageOf(side?.file ?? null))))] : candidates
  if (named.length === 1 || named.length === 2) return { data: named.join(' or '), element: candidates.length === 1 ? candidates[0]! : null }
  if (named.length === 0 && (isElsewhere || side?.text == null || (side.through !== null && wastesEarlier(tool))) && others.length === 1)
    return { data: others[0]!, element: others[0]! }
  return {
    data: object === null || object.startsWith('heap or stack at ') ? null : object.replace(/^heap block of (.+)$/, 'the heap block of $1'),
    element: null,
  }
}

/** The names on the line that debug information confirms; a name of its own only if the line does not contradict it. */
function chosen(onLine: string[], known: readonly string[], side: CauseSide | null, isStore: boolean): string[] {
  if (side === null || known.length === 0) return onLine
  const cased = (written: string): string => (languageOf(side.file) === 'fortran' ? written.toLowerCase() : written)
  const plain = (name: string): string => cased(plainExpression(name))
  const same = onLine.filter((name) => known.some((other) => plain(other) === plain(name)))
  if (same.length > 0) return same
  // Debug information may leave open which member of an array's structures, or of a union, it is.
  const within = onLine.filter((name) => known.some((other) => plain(name).startsWith(`${plain(other)}[].`) || isMemberOf(name, other, languageOf(side.file))))
  if (within.length > 0) return within
  const { text } = side
  if (text === null) return known.length === 1 ? [...known] : onLine
  // A macro may access its arguments.
  const given = callsMacro(text, side.file)
    ? memoryNames(text, languageOf(side.file)).filter((name) => known.some((other) => plain(name) === plain(other)))
    : []
  if (given.length === 1) return given
  const words = new Set(identifiersOf(cased(text)))
  // A register that holds another pointer may reach what the line stores to.
  const stored = isStore && side.through === null && onLine.length > 0 ? storedPlaces(text, languageOf(side.file)).map(plain) : null
  const said = known.filter((name) => identifiersOf(plain(name)).every((word) => words.has(word)) && (stored === null || stored.includes(plain(name))))
  return said.length === 1 ? said : onLine
}

/** "n->u.range.end" is one of "n->u". Before a "." of Rust and a "%" of Fortran may be a pointer, which is data of its own. */
function isMemberOf(name: string, whole: string, language: Language | null): boolean {
  return (language === 'c' || language === 'c++') && name.startsWith(`${whole}.`)
}

/** "int n = f(a + b);" also stores its temporary objects: `n` itself stays in a register, and what a pointer leads to is elsewhere. */
function withoutLocal(names: string[], isTemporary: boolean): string[] {
  return isTemporary ? names.filter((name) => !/^\w+$|->|%|^\*/.test(name)) : names
}

/** "m->a" of "m->a[i]", and "table" of the macro "NEXT(table, i)", which stands for an element of it. */
function arrayIn(name: string, language: Language | null): string {
  const macro = language === 'fortran' ? null : /^([A-Z][A-Z\d_]{2,})\s*\(/.exec(name)
  const argument = macro === null ? null : argumentOf(name, macro[1]!, 0)
  return argument !== null && /^[A-Za-z_][\w.>-]*$/.test(argument) ? argument : arrayOf(name)
}

/** "Value last = POP();" declares a variable in a register, and the macro's own store is elsewhere. */
function withoutDeclared(names: string[], isOffFrame: boolean, side: CauseSide | null): string[] {
  if (!isOffFrame || side?.text == null) return names
  const declared = declaredVariable(side.text, languageOf(side.file))
  return names.filter((name) => name !== declared)
}

/** "p->a" of "p->a[i]"; arrays that are no members stay. */
function memberOf(name: string): string {
  return name.endsWith(']') ? (pointersOf(name)[0] ?? name) : name
}

/** Given "block[ptr[i]]" and "ptr[i]", the first: the line is about it. */
function outermost(names: string[]): string[] {
  return names.filter((name) => !names.some((other) => other !== name && /[[(]/.test(other) && other.slice(arrayOf(other).length).includes(name)))
}

/** The loop counter selects the row (in Fortran the column), so consecutive elements are far apart. */
function crossesLines(name: string, side: CauseSide | null): boolean {
  if (side === null || !isIndexedBy(name, side.loopVariables)) return false
  const near = languageOf(side.file) === 'fortran' ? (/\(([^,]*)/.exec(name)?.[1] ?? '') : name.slice(name.lastIndexOf('['))
  return !isIndexedBy(`[${near.replace(/[[\]()]/g, '')}]`, side.loopVariables)
}

/**
 * Data that may be constant in the loop around the line: neither stored there nor indexed by a variable that the loop
 * changes.
 */
function steadyAt(side: CauseSide | null, tool: Tool): string[] {
  if (side?.text == null) return []
  const stored = storedExpression(side.text, languageOf(side.file))
  const loaded = namesAt(side, tool)
  // "k = next[k];"
  const ownCounter = side.loop !== null && stored !== null && /^\w+$/.test(stored) ? [stored] : []
  // Loads also compute the address of a store.
  const all = [...loaded, ...(stored === null ? [] : [stored])].flatMap((name) => [name, ...pointersOf(name)])
  const steady = [...new Set(all)].filter(
    (name) =>
      name !== stored &&
      !(side.loopElsewhere && name.endsWith(']')) &&
      !isIndexedBy(name, [...side.loopVariables, ...side.setInLoop, ...ownCounter]) &&
      /->|\.|[\])]$|^\*|%/.test(name),
  )
  // The beginning of a longer name is loaded on the way to it.
  return steady.filter((name) => !steady.some((other) => other !== name && pointersOf(other).includes(name)))
}

/** Data that each call loads from one place: for a selected element, the pointer to all of them. */
function keptAt(side: CauseSide | null, tool: Tool): string[] {
  return [...new Set(steadyAt(side, tool).map((name) => (/[[(]\s*\d+\s*[\])]$/.test(name) ? name : arrayOf(name))))]
}

/** The loop's own counter selects it: that is not a lookup. */
function isNextElement(name: string, side: CauseSide | null): boolean {
  const subscript = /[[(]\s*(\w+)\s*[\])]$/.exec(name)?.[1]
  return subscript !== undefined && side?.loopVariables.includes(subscript) === true
}

/** A loop visits consecutive elements. */
function isWalked(...sides: Array<CauseSide | null>): boolean {
  return sides.some((side) => side !== null && (side.loop !== null || side.through !== null))
}

function namesAt(side: CauseSide | null, tool: Tool): string[] {
  if (side?.text == null) return []
  const language = languageOf(side.file)
  const isStore = judgesStores(tool)
  const { text, through } = side
  if (through !== null) {
    const [, written, read] = ARGUMENTS.find(([name]) => name.test(lastPart(through))) ?? [null, null, null]
    const position = isStore ? written : read
    const argument = position === null ? null : argumentOf(text, lastPart(through), position)
    return argument === null ? [] : [argument.replace(/\.c?begin\(\)$/, '').replace(/^\((?:void|char|const|unsigned| |\*)+\)\s*/, '')]
  }
  if (isStore) {
    const stored = storedExpression(text, language)
    // A macro may store to its first argument.
    return stored !== null ? [stored] : /=(?!=)/.test(text) ? [] : memoryNames(firstArgument(text), language)
  }
  // The reads of a macro are not on the line.
  const loaded = callsMacro(text, side.file) ? [] : loadedExpressions(text, language)
  if (tool === 'redundant-loads' || tool === 'spatial-loads') return loaded
  const stored = storedExpression(text, language)
  return [...new Set([...loaded, ...(stored === null || !/[[(>.*%]/.test(stored) ? [] : [stored])])]
}

function callsMacro(text: string, file: string | null): boolean {
  return /\b[A-Z][A-Z\d_]{2,}\s*\(/.test(text) && languageOf(file) !== 'fortran'
}

/** The first call on the line: "m->a[i]" of "CLEAR(m->a[i], n);"; the line if it has none. */
function firstArgument(text: string): string {
  const callee = /\b([A-Za-z_]\w*)\s*\(/.exec(text)?.[1]
  return callee === undefined ? text : (argumentOf(text, callee, 0) ?? '')
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).replace(/\(2\)$/, '')
}
