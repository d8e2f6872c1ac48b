/** Data that is used again only after the cache has lost it (RDX VI-B: botsspar, backprop and srad by loop order, LULESH by fusion). */
import { sizeText } from '../../names/size_text.ts'
import { motionOf, loopPlace, sameInstruction, type Conclusion, type PairFacts, type Rule } from '../pair_facts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'

const LINE_BYTES = 64
/** Share of the pair's reuses that must lie beyond the smallest cache. */
const LEAST_BEYOND = 0.5

export const distantReuse: Rule = (facts) => {
  const far = facts.distance?.beyond.find(({ share }) => share >= LEAST_BEYOND)
  return facts.tool !== 'reuse-distance' || far === undefined ? null : farReuse(facts, far)
}

/** Of a pair that is known to leave the caches, whatever share of its reuses does. */
export function reuseOutOfCache(facts: PairFacts): Conclusion {
  return farReuse(facts, facts.distance?.beyond.findLast(({ share }) => share > 0) ?? null)
}

function farReuse(facts: PairFacts, far: { bytes: number; share: number } | null): Conclusion {
  const { source, target } = facts
  const motion = motionOf(target)
  const crosses = motion?.kind === 'strided' && Math.abs(motion.stride) >= LINE_BYTES
  const evidence = far === null ? [] : [`${(100 * far.share).toFixed(0)} % of its reuses, ${timesText(facts)} in all, come only after more than ${sizeText(far.bytes)}.`]
  if (crosses && motion.kind === 'strided') {
    return {
      class: 'poor-loop-order', sureness: 'likely', place: loopPlace(target),
      evidence: [`${accessText(target)} moves by ${Math.abs(motion.stride)} bytes, more than a cache line, at each iteration of the ${target.loop!.text}.`, ...evidence, ...scopeLines(facts)],
    }
  }
  return {
    class: 'distant-reuse', sureness: sameInstruction(facts) ? 'likely' : 'possible', place: loopPlace(target),
    evidence: [`${accessText(source)} and ${accessText(target)} access the same data.`, ...evidence, ...movesLine(facts), ...scopeLines(facts)],
  }
}

function movesLine({ target }: PairFacts): string[] {
  const motion = motionOf(target)
  return motion?.kind === 'strided' ? [`In between the ${target.loop!.text} moves on by ${Math.abs(motion.stride)} bytes at each iteration.`] : []
}
