/** Other explanations for a possible cause, and how to tell them apart: for findings and for single pairs. */
import type { AdviceClass } from './advice.ts'

export interface Doubt {
  /** Two clauses that complete "Either … or …". */
  either: [string, string]
  /** Completes "check whether …"; if so, the remedy helps. */
  check: string
  /** In place of the class's; absent: that one. */
  remedy?: string
}

export function alternativesText({ either, check }: Doubt): string {
  return `Either ${either[0]}, or ${either[1]}; check whether ${check}.`
}

/** Of these, a tool's own word is all that is known. */
const WITHOUT_RULE: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['unchanged-store', 'repeated-load', 'unread-result', 'distant-reuse'])

/** For what no rule explains, or not well enough. */
export function lookForText(name: AdviceClass, { either, check }: Doubt): string {
  return `${WITHOUT_RULE.has(name) ? 'No rule explains why.' : 'The measurement does not show why.'} Look at both accesses: either ${either[0]}, or ${either[1]}; check whether ${check}.`
}

/** "If so: keep the value." */
export function ifSoText(remedy: string): string {
  return `If so: ${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`
}

const SHARED: Doubt = {
  either: ['threads use the cache line at the same time again and again', 'they rarely meet there'],
  check: 'both accesses run often while several threads work',
}

export const DOUBTS: Partial<Record<AdviceClass, Doubt>> = {
  'false-sharing': SHARED,
  'true-sharing': SHARED,
  'repeated-initialisation': {
    either: ['memory is initialized more often than needed', 'only a part of it is used between two initializations'],
    check: 'every element is written before it is read, or only a few are used',
  },
  'overwritten-before-use': { either: ['the initialization is not needed', 'only some paths need it'], check: 'every path writes it before reading it' },
  'unread-result': {
    either: ['the result is only needed at the end or on some paths', 'the memory must always hold the newest value for code that rarely runs'],
    check: 'nothing reads it between both stores',
  },
  'unread-stack-store': {
    either: ['a local variable is set on a path that does not read it', 'the stack slot is reused by another call'],
    check: 'this path never reads the variable',
  },
  'memory-accumulator': {
    either: ['the loop accumulates a value in memory', 'each iteration must publish its value, for a volatile or shared variable for example'],
    check: 'nothing else reads it while the loop runs',
  },
  'loop-invariant-load': {
    either: [
      'the value stays the same in most iterations, and a local variable can hold it',
      'calls in the loop read or change it, so that it must be in memory',
    ],
    check: 'the calls in the loop leave it alone',
    remedy: 'Keep it in a local variable, and where the loop changes it, change both.',
  },
  'poor-loop-order': {
    either: ['the loops are in the wrong order', 'each element is a structure larger than a cache line, of which the loop reads a part'],
    check: 'another loop order, or an array for each member, puts what the loop reads side by side',
  },
  'reference-count': { either: ['the pointer is only passed on', 'the callee keeps the object'], check: 'a reference is enough' },
  'repeated-call': { either: ['the arguments stay the same', 'they only happen to be equal'], check: 'the result can be kept' },
  'growth-copy': {
    either: ['the final size is known, or can be estimated, before the first element comes', 'growing by a factor is the best that can be done'],
    check: 'the final size is known',
  },
  'copied-object': {
    either: ['the copy is only read', 'the program changes it, or keeps it longer than the original'],
    check: 'a reference is enough',
  },
  'built-anew': {
    either: ['most of the object stays the same each time', 'different contents happen to be equal'],
    check: 'one object can be kept and changed in place',
  },
  'repeated-lookup': { either: ['both calls look for the same thing', 'both only read common data on their way'], check: 'they are called with the same key' },
  recomputation: {
    either: ['the inputs are the same as last time', 'different inputs happen to give the same result'],
    check: 'the inputs stay the same between both computations',
  },
  'repeated-results': {
    either: ['its inputs are the same as before, or an iteration has converged', 'other inputs happen to give the same results'],
    check: 'the inputs stay the same between both stores',
  },
  'update-without-effect': {
    either: ['the value rarely changes, and a test in front of the store is cheap', 'it changes so often that the test costs more than the store'],
    check: 'the value rarely changes',
  },
  'redundant-copy': {
    either: ['the source has not changed since the last copy', 'different sources hold equal values'],
    check: 'the copy can be skipped or replaced by a reference',
  },
  'call-invariant-load': {
    either: ['the value stays the same from call to call', 'it changes rarely and must be read again'],
    check: 'the caller can load it once and pass it along',
  },
  'aliased-reload': {
    either: ['the store or call in between never changes it', 'it changes on rare paths'],
    check: 'the value can be kept in a local variable',
  },
  'table-lookup': {
    either: ['the same key comes several times in a row', 'each lookup has another key and is needed'],
    check: 'the key is often the same as last time',
    remedy: 'Keep the entry until the key changes.',
  },
  'interpreted-operation': {
    either: ['the same sequence of operations runs again and again', 'each run has other operations, and only some of their data is the same'],
    check: 'one operation can do the work of several, or the sequence can be translated once',
  },
  'linear-search': {
    either: ['a faster search structure helps', 'the same key is searched again and again'],
    check: 'the elements stay the same between searches',
  },
  'repeated-traversal': {
    either: ['the result of the traversal could be kept', 'each traversal computes something else from the same data'],
    check: 'the traversals can share one result or one loop',
  },
  'zeros-dominate': {
    either: ['most elements are empty, and a list of the others would do', 'each element must be looked at, zero or not'],
    check: 'the elements that are not zero can be kept by themselves',
  },
  'call-overhead': { either: ['a small function is called very often', 'the call is needed'], check: 'the function can be inlined' },
  'spill-and-reload': {
    either: ['too many values are live', 'a call in the loop forces values onto the stack'],
    check: 'the call can be inlined or the loop split',
  },
  'stencil-reload': { either: ['iterations overlap', 'two arrays hold equal values'], check: 'the previous iteration loads the same elements' },
  'distant-reuse': {
    either: ['the loops can be tiled or merged', 'the data is needed only once in a while'],
    check: 'the work in between can be done in smaller blocks',
  },
}

/** Doubts about pairs that no rule fits. */
export const DOUBTS_WITHOUT_RULE = {
  'unchanged-store': {
    either: ['the same result is computed again', 'different inputs happen to give the same value'],
    check: 'the inputs stay the same between both stores',
  },
  'repeated-load': {
    either: ['the value can be kept from the first load', 'the code in between may change it'],
    check: 'nothing changes it between both loads',
  },
} as const satisfies Partial<Record<AdviceClass, Doubt>>

/** Of calls and computations whose inputs are known to stay the same only within the tolerance: their results may all be new. */
interface NearInputs extends Doubt {
  /** In place of the class's. */
  title: string
}

/** Null of classes that do not speak of inputs. @param within as in ConclusionDetails; absent: they are the same */
export function nearInputs(name: AdviceClass, within: number | undefined): NearInputs | null {
  if (within === undefined || (name !== 'repeated-call' && name !== 'recomputation')) return null
  const inputs = name === 'repeated-call' ? 'arguments' : 'inputs'
  return {
    title: name === 'repeated-call' ? 'called again with nearly the same arguments' : 'recomputation with nearly unchanged input',
    either: [`the ${inputs} are exactly the same`, `they change by less than ${toleranceText(within)}, and each result is another one`],
    check: `they are exactly the same (record with --tolerance 0)`,
  }
}

/** After the remedy. */
export const IF_INPUTS_CHANGE = ' If they change a little, keep a result only where it may be approximate.'

/** "1 %" */
export function toleranceText(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}

/** " within 1 %"; nothing where values are the same. */
export function withinText(share: number): string {
  return share > 0 ? ` within ${toleranceText(share)}` : ''
}
