/** Evidence of findings in two kinds: visible in the program's source, and visible only in its machine code. */

export interface SortedEvidence {
  source: string[]
  machineCode: string[]
}

/** Matches sentences with instructions: "mov [rax], esi at 0x6d07 in …", or an operand in memory, "[rbx+rdx*4+0x4]". */
const INSTRUCTION = /\bat 0x[\da-f]+ in |\[(?:[c-gs]s:)?(?:[re]?(?:[abcd]x|[sd]i|[sb]p|ip)|r(?:8|9|1[0-5])d?)(?:[-+*][^\]]*)?\]/

/** How a reader who does not know assembly reads machine code. */
export const MACHINE_CODE_WORDS = 'The instructions that made these accesses, in Intel syntax: square brackets are memory, and the first operand is written.'

/** Order is kept within each kind. */
export function sortedEvidence(evidence: readonly string[]): SortedEvidence {
  return { source: evidence.filter((sentence) => !INSTRUCTION.test(sentence)), machineCode: evidence.filter((sentence) => INSTRUCTION.test(sentence)) }
}
