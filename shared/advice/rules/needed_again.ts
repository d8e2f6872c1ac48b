/** Data that is read again because other work needs it: to read it is no waste while the caches hold it. */
import type { Instruction } from '../code/instruction.ts'
import { sameFunction, sameInstruction, type AccessFacts, type PairFacts } from '../pair_facts.ts'

/** Of what a load brings in each pass: below it, another pass brings other values, as a rule. */
const MOSTLY_NEW = 0.5
/** Of the access's executions: what runs more rarely is on another path. */
const AS_OFTEN = 0.25

/**
 * A load beside the access brings other values than before, so that the loop, or the line, computes something else each time.
 * Null where none is known to, and where one run of the code repeats what it has loaded itself.
 */
export function changesBeside(facts: PairFacts): Instruction | null {
  const { source, target } = facts
  if (facts.tool !== 'redundant-loads' || facts.scope?.outside !== true || target.flow === null || target.libraryCall !== null || target.instruction === null)
    return null
  // Two loops that follow each other may be one.
  if (sameFunction(facts) && source.loop !== null && source.loop.header !== target.loop?.header) return null
  const own = target.executions(target.instruction.address)
  return (
    beside(target).find(({ address, reads, memory }) => {
      if (!reads || memory === null || memory.base === 'rsp' || address === target.instruction!.address) return false
      const [runs, unchanged] = [target.executions(address), facts.unchangedAcrossScope(address)]
      return unchanged !== null && unchanged < MOSTLY_NEW && (own === null || runs === null || runs >= AS_OFTEN * own)
    }) ?? null
  )
}

/** One function reads what another one has read: each computes something else from it, and no local variable reaches from one to the other. */
export function isReadByOtherFunction(facts: PairFacts): boolean {
  return facts.tool === 'redundant-loads' && !sameFunction(facts)
}

/** Each call of the function reads it once. */
export function isReadByEachCall(facts: PairFacts): boolean {
  return facts.tool === 'redundant-loads' && sameInstruction(facts) && facts.target.loop === null
}

/** The instructions of the innermost loop, else those of the line. */
function beside({ flow, loop, place }: AccessFacts): Instruction[] {
  const { instructions } = flow!
  return loop?.loop != null ? loop.loop.body.map((at) => instructions[at]!) : instructions.filter(({ line }) => line !== null && line === place.line)
}
