/** Code of a compiler that was told not to optimise: every variable lives on the stack and is read and written at each mention. */
import { hasFramePointer, isStackSlot, type Rule } from '../pair_facts.ts'
import type { FunctionFlow } from '../code/function_flow.ts'
import { placeText } from '../words.ts'

/** Of the instructions: in optimised code with frame pointers it is below a fifth. */
const LEAST_SHARE = 0.35

export const unoptimised: Rule = ({ source, target }) => {
  const side = [target, source].find((side) => side.flow !== null && isStackSlot(side) && side.instruction?.memory?.base === 'rbp')
  if (side?.flow == null || !hasFramePointer(side.flow)) return null
  const share = frameShare(side.flow)
  if (share < LEAST_SHARE) return null
  return {
    class: 'unoptimised-code',
    sureness: 'likely',
    evidence: [`${(100 * share).toFixed(0)} % of the ${side.flow.instructions.length} instructions of ${side.physicalFunction} read or write variables in its stack frame.`, `So does ${side.instruction!.text} in ${placeText(side.place)}.`],
    place: side.place,
  }
}

function frameShare({ instructions }: FunctionFlow): number {
  return instructions.filter(({ memory, mnemonic }) => memory?.base === 'rbp' && mnemonic !== 'lea').length / instructions.length
}
