/** What the data of a finding is called: by the source lines of both accesses, else by the debug information. */
import type { AdviceClass } from '../../../shared/advice/advice.ts'
import { argumentOf, languageOf, loadedExpressions, storedExpression } from '../../../shared/findings/expressions.ts'
import { wastesEarlier } from '../../../shared/findings/group_pairs.ts'
import type { CauseSide } from '../../../shared/findings/wording/cause_facts.ts'
import type { Tool } from '../../../shared/run.ts'

interface Accessed {
  tool: Tool
  class: AdviceClass
  earlier: CauseSide | null
  later: CauseSide | null
  samePlace: boolean
  /** Name by the debug information; null: none. */
  object: string | null
}

/** Library functions by the argument that they write, and the one that they read. */
const ARGUMENTS: ReadonlyArray<[name: RegExp, written: number | null, read: number | null]> = [
  [/^(?:__)?(?:mem(?:set|cpy|move|pcpy)|str(?:n?cpy|n?cat)|bcopy)(?:_\w+)?$/, 0, 1],
  [/^(?:__)?(?:bzero|fill|fill_n|iota)(?:_\w+)?$/, 0, null],
  [/^(?:__)?(?:str|mem|wcs)(?:n?cmp|n?casecmp|chr|rchr|len|nlen|str|spn|cspn)(?:_\w+)?$/, null, 0],
  [/^s?n?printf$|^read$|^fread$|^fgets$|^snprintf$/, 0, null],
]

/** Classes that are about whole arrays, not about one element. */
const OF_ARRAYS: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['repeated-initialisation', 'overwritten-before-use', 'unread-result', 'linear-search', 'repeated-traversal', 'poor-loop-order', 'distant-reuse', 'redundant-copy', 'uniform-data', 'zeros-dominate', 'table-lookup', 'unchanged-store', 'repeated-load', 'stencil-reload'])

export function dataOf(accessed: Accessed): string | null {
  const { tool, class: name, earlier, later, samePlace, object } = accessed
  if (name === 'spill-and-reload' || name === 'unoptimised-code') return null
  const [side, other] = wastesEarlier(tool) ? [earlier, later] : [later, earlier]
  const own = namesAt(side, tool)
  const others = samePlace ? [] : namesAt(other, tool)
  const shared = own.filter((each) => others.some((their) => baseOf(their) === baseOf(each)))
  const common = shared.length > 0 ? shared : own
  // A loop that walks reads its bound and its base, too, but those stay in registers as a rule.
  const elements = OF_ARRAYS.has(name) && isWalked(side, other) ? common.filter((each) => /[\])]$/.test(each)) : []
  const candidates = elements.length > 0 ? elements : common
  const named = OF_ARRAYS.has(name) && isWalked(side, other) ? [...new Set(candidates.map(baseOf))] : candidates
  if (named.length === 1 || named.length === 2) return named.join(' or ')
  if (named.length === 0 && side?.text == null && others.length === 1) return others[0]!
  return object === null || object.startsWith('heap or stack at ') ? null : object.replace(/^heap block of (.+)$/, 'the heap block of $1')
}

/** In a loop elements follow each other. */
function isWalked(...sides: Array<CauseSide | null>): boolean {
  return sides.some((side) => side !== null && (side.loop !== null || side.through !== null))
}

function namesAt(side: CauseSide | null, tool: Tool): string[] {
  if (side?.text == null) return []
  const language = languageOf(side.file)
  const isStore = tool === 'dead-stores' || tool === 'silent-stores'
  const { text, through } = side
  if (through !== null) {
    const [, written, read] = ARGUMENTS.find(([name]) => name.test(lastPart(through))) ?? [null, null, null]
    const position = isStore ? written : read
    const argument = position === null ? null : argumentOf(text, lastPart(through), position)
    return argument === null ? [] : [argument.replace(/\.c?begin\(\)$/, '').replace(/^\((?:void|char|const|unsigned| |\*)+\)\s*/, '')]
  }
  if (isStore) {
    const stored = storedExpression(text, language)
    return stored === null ? [] : [stored]
  }
  const loaded = loadedExpressions(text, language)
  if (tool === 'redundant-loads' || tool === 'spatial-loads') return loaded
  const stored = storedExpression(text, language)
  return [...new Set([...loaded, ...(stored === null || !/[[(>.*%]/.test(stored) ? [] : [stored])])]
}

/** "m->a" of "m->a[i][j]", "u" of "u(i,j)". */
function baseOf(name: string): string {
  let base = name
  for (;;) {
    const shorter = base.replace(/\[[^[\]]*\]$|\((?:[^()]|\([^()]*\))*\)$/, '')
    if (shorter === base || shorter === '') return base.replace(/^\*(\w+)$/, '*$1')
    base = shorter
  }
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}
