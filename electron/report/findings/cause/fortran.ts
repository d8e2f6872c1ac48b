/** What a Fortran compiler makes of a statement or a call: masks, descriptors of arrays, and arguments that are passed by address. */
import type { AdviceClass } from '../../../../shared/advice/advice.ts'
import { isStackSlot, type AccessFacts } from '../../../../shared/advice/pair_facts.ts'
import type { CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'

type TextAt = (line: number) => string | null

/** Lines of a `where` block, and of a procedure above one of its statements, that are looked through. */
const MOST_LINES = 200
const WHERE = /^\s*(?:\w+\s*:\s*)?(else\s*)?where\s*\(/i

/** The first and the last line of the `where` around one of its tests; null: the line is none, or the block does not end. */
export function whereLines(side: CauseSide | null, textAt: TextAt): [first: number, last: number] | null {
  if (side?.text == null || side.line === null || !WHERE.test(side.text)) return null
  let first = side.line
  while (first > side.line - MOST_LINES && !isBegin(textAt(first))) first--
  if (!isBegin(textAt(first))) return null
  // After the closing parenthesis: an assignment, if it is no block.
  if (/=(?!=)/.test(afterParentheses(side.text))) return [side.line, side.line]
  for (let at = side.line; at < side.line + MOST_LINES; at++) if (/^\s*end\s*where\b/i.test(textAt(at) ?? '')) return [first, at]
  return null
}

function isBegin(text: string | null): boolean {
  return WHERE.exec(text ?? '')?.[1] === undefined && WHERE.test(text ?? '')
}

function afterParentheses(text: string): string {
  let depth = 0
  for (let at = text.indexOf('('); at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return text.slice(at + 1)
  }
  return ''
}

/** Statements that give arrays, or a list of what to read or write, to another procedure. */
const PASSES = /^\s*(?:\d+\s+)?(?:if\s*\(.*\)\s*)?(?:call|write|read|print|open|close|inquire|rewind)\b/i

const SETS_VARIABLE = /^\s*(?:\d+\s+)?(?:if\s*\(.*\)\s*)?[a-z]\w*\s*=(?!=)/i

/**
 * Stores that prepare a call: the descriptor of an array, the parameters of input and output, or a variable that is an argument.
 * @param isPassed its address is passed on, and the function does not read it @param isTemporary the source has no name for it
 */
export function preparesCall(access: AccessFacts, side: CauseSide | null, isPassed: boolean, isTemporary: () => boolean): boolean {
  if (!isStackSlot(access) || side?.text == null || side.through !== null) return false
  return PASSES.test(side.text) || (isPassed && (SETS_VARIABLE.test(side.text) || isTemporary()))
}

/** Classes of data that every call loads. */
const OF_CALLS: ReadonlySet<AdviceClass> = new Set<AdviceClass>(['call-invariant-load', 'repeated-load'])

/** The data is a scalar argument or a descriptor: Fortran passes its address, so that each call loads it. */
export function isPassedByAddress(name: AdviceClass, data: string | null, side: CauseSide | null, { instruction }: AccessFacts, textAt: TextAt): boolean {
  const memory = instruction?.memory
  if (!OF_CALLS.has(name) || side?.line == null || memory == null || memory.base === null || memory.base === 'rsp' || memory.index !== null) return false
  // Descriptors are read where the procedure begins.
  if (side.text !== null && PROCEDURE.test(side.text)) return true
  if (memory.displacement !== 0 || data === null || !/^\w+$/.test(data)) return false
  return procedureAbove(side.line, textAt)?.includes(data.toLowerCase()) === true
}

const PROCEDURE = /^\s*(?!end\b|!)(?:[\w()=*,\s]*\s)?(?:subroutine|function)\s+\w+\s*\(/i

/** Names of the arguments of the procedure that a line is in; null: none is found. */
function procedureAbove(line: number, textAt: TextAt): string[] | null {
  for (let at = line - 1; at > Math.max(0, line - MOST_LINES); at--) {
    const text = textAt(at) ?? ''
    if (/^\s*end\s*(?:subroutine|function)\b/i.test(text)) return null
    if (!PROCEDURE.test(text)) continue
    let whole = text
    for (let next = at + 1; next < at + 20 && !whole.includes(')'); next++) whole += textAt(next) ?? ''
    const list = /(?:subroutine|function)\s+\w+\s*\(([^)]*)/i.exec(whole)?.[1] ?? ''
    return list.toLowerCase().match(/\w+/g) ?? []
  }
  return null
}
