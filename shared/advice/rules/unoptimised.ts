/** Code compiled without optimisation: every variable lives on the stack and is read and written at each mention. */
import { counted } from '../../names/counted.ts'
import { frameUse, isUnoptimised } from '../code/unoptimised_code.ts'
import { isStackSlot, type Rule } from '../pair_facts.ts'
import { placeText } from '../words.ts'

export const unoptimised: Rule = ({ source, target }) => {
  const side = [target, source].find((side) => side.flow !== null && isStackSlot(side))
  if (side?.flow == null) return null
  if (!isUnoptimised(side.flow)) return null
  const { share, reloads } = frameUse(side.flow)
  return {
    class: 'unoptimised-code',
    sureness: 'likely',
    evidence: [
      `${(100 * share).toFixed(0)} % of the ${counted(side.flow.instructions.length, 'instruction')} of ${side.physicalFunction} read or write variables in its stack frame${reloads > 0 ? `, and ${counted(reloads, 'instruction')} load what a register still holds or would hold` : ''}.`,
      `So does ${side.instruction!.text} in ${placeText(side.place)}.`,
    ],
    place: side.place,
  }
}
