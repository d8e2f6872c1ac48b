/** Why a list has no findings: of the whole run, and of tools that never lead to any. What is left out is never called impossible to change. */
import { listText } from '../../names/list_text.ts'
import type { Outcome } from '../../outcome.ts'
import type { Tool } from '../../run.ts'
import type { Findings, LeftOut, LeftOutReason } from '../finding.ts'

/** Of a run without findings; null if all its tools are without, of which `withoutText` speaks. */
export function noFindingsText(
  { toolsWithout = [], leftOut }: Pick<Findings, 'toolsWithout' | 'leftOut'>,
  tools: readonly Tool[],
  outcomes: Partial<Record<Tool, Outcome>>,
): string | null {
  const others = tools.filter((tool) => !toolsWithout.includes(tool))
  if (others.length === 0 && tools.length > 0) return null
  return others.length > 0 && others.every((tool) => outcomes[tool]?.kind === 'not-measured')
    ? 'No findings: nothing was measured.'
    : `No findings: ${whereWasteIs(leftOut)}`
}

/** After the tool's name and a colon. */
export function withoutText(tool: Tool): string {
  return `this tool has no findings; see its ${tool === 'values' ? 'tables' : 'pairs'}.`
}

/** The waste of a run without findings, as a sentence that begins in lower case. */
export function whereWasteIs(leftOut: readonly Pick<LeftOut, 'reason'>[]): string {
  return leftOut.length === 0 ? 'no waste was observed.' : `the waste is ${leftOutAs(leftOut)}.`
}

/** "needed or in the code of others, as far as Hagstone's rules can tell" @param leftOut at least one part */
export function leftOutAs(leftOut: readonly Pick<LeftOut, 'reason'>[]): string {
  const known = new Set(leftOut.map(({ reason }) => WORDS[reason]))
  const words = IN_ORDER.filter((each) => known.has(each))
  // Which code and how much is measured, what the program needs is judged.
  const judged = words.includes(NEEDED) || words.includes(CHANCE) ? ", as far as Hagstone's rules can tell" : ''
  return `${listText(words, 'or')}${judged}`
}

const NEEDED = 'needed'
const CHANCE = 'equal by chance'
const OF_OTHERS = 'in the code of others'
const SMALL = 'too little to list'
const IN_ORDER = [NEEDED, CHANCE, OF_OTHERS, SMALL]

const WORDS: Record<LeftOutReason, string> = {
  'loader-and-startup': OF_OTHERS,
  calls: NEEDED,
  allocator: OF_OTHERS,
  waiting: NEEDED,
  required: NEEDED,
  library: OF_OTHERS,
  'library-threads': OF_OTHERS,
  'needed-again': NEEDED,
  chance: CHANCE,
  small: SMALL,
}
