/** Data that is used again only after the cache has lost it (RDX VI-B: botsspar, backprop and srad by loop order, LULESH by fusion). */
import { sizeText } from '../../names/size_text.ts'
import { accessBytes, sameRegisters } from '../code/instruction.ts'
import { stepRegister } from '../code/loop_facts.ts'
import { motionOf, loopPlace, type AccessFacts, type Conclusion, type PairFacts, type Rule } from '../pair_facts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'

const LINE_BYTES = 64
/** Elements of an array that are structures are hardly longer: a longer step is a row or column. */
const LONGEST_ELEMENT = 512
/** Share of the pair's reuses that must lie beyond the smallest cache. */
const LEAST_BEYOND = 0.5

export const distantReuse: Rule = (facts) => {
  const far = facts.distance?.beyond.find(({ share }) => share >= LEAST_BEYOND)
  return facts.tool !== 'reuse-distance' || far === undefined ? null : farReuse(facts, far)
}

/** Conclusion for a pair of which any share of reuses is known to leave the caches. */
export function reuseOutOfCache(facts: PairFacts): Conclusion {
  return farReuse(facts, facts.distance?.beyond.findLast(({ share }) => share > 0) ?? null)
}

function farReuse(facts: PairFacts, far: { bytes: number; share: number } | null): Conclusion {
  const { source, target } = facts
  const motion = motionOf(target)
  const crosses = motion?.kind === 'strided' && Math.abs(motion.stride) >= LINE_BYTES && !isCovered(target, Math.abs(motion.stride))
  const step = motion?.kind === 'varies' ? stepRegister(target.flow!, target.loop!.loop!, target.instruction!.memory!) : null
  const evidence =
    far === null ? [] : [`${(100 * far.share).toFixed(0)} % of its reuses, ${timesText(facts)} in all, come only after more than ${sizeText(far.bytes)}.`]
  if (crosses && motion.kind === 'strided') {
    return {
      class: 'poor-loop-order',
      sureness: Math.abs(motion.stride) >= LONGEST_ELEMENT ? 'likely' : 'possible',
      place: loopPlace(target),
      evidence: [
        `${accessText(target)} moves by ${Math.abs(motion.stride)} bytes, more than a cache line, at each iteration of the ${target.loop!.text}.`,
        ...evidence,
        ...scopeLines(facts),
      ],
    }
  }
  if (step !== null) {
    return {
      class: 'poor-loop-order',
      sureness: 'possible',
      place: loopPlace(target),
      evidence: [
        `${accessText(target)} moves by what ${step} holds at each iteration of the ${target.loop!.text}: the length of a row or column, as a rule.`,
        ...evidence,
        ...scopeLines(facts),
      ],
    }
  }
  return {
    // Whether the work can be done in blocks, the accesses do not tell: of five that were sure, none could.
    class: 'distant-reuse',
    sureness: 'possible',
    place: loopPlace(target),
    evidence: [`${accessText(source)} and ${accessText(target)} access the same data.`, ...evidence, ...movesLine(facts), ...scopeLines(facts)],
  }
}

/** Other accesses of an iteration use half of the memory that it passes: unrolled or vectorized, it walks along memory all the same. */
function isCovered({ flow, loop, instruction }: AccessFacts, stride: number): boolean {
  const used = new Set<number>()
  for (const position of loop!.loop!.body) {
    const other = flow!.instructions[position]!
    if (other.memory === null || !(other.reads || other.writes) || !sameRegisters(other.memory, instruction!.memory!)) continue
    for (let byte = 0; byte < accessBytes(other); byte++) used.add(other.memory.displacement + byte)
  }
  return used.size >= stride / 2
}

function movesLine({ target }: PairFacts): string[] {
  const motion = motionOf(target)
  return motion?.kind === 'strided' ? [`In between the ${target.loop!.text} moves on by ${Math.abs(motion.stride)} bytes at each iteration.`] : []
}
