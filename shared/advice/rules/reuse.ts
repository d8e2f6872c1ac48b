/** Data that is used again only after the cache has lost it (RDX VI-B: botsspar, backprop and srad by loop order, LULESH by fusion). */
import { sizeText } from '../../names/size_text.ts'
import { motionOf, loopPlace, sameInstruction, type PairFacts, type Rule } from '../pair_facts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'

const LINE_BYTES = 64
/** Share of the pair's reuses that must lie beyond the smallest cache. */
const LEAST_BEYOND = 0.5

export const distantReuse: Rule = (facts) => {
  if (facts.tool !== 'reuse-distance' || facts.distance === null) return null
  const far = facts.distance.beyond.find(({ share }) => share >= LEAST_BEYOND)
  if (far === undefined) return null
  const { source, target } = facts
  const motion = motionOf(target)
  const crosses = motion?.kind === 'strided' && Math.abs(motion.stride) >= LINE_BYTES
  const evidence = [`${(100 * far.share).toFixed(0)} % of its reuses, ${timesText(facts)} in all, come only after more than ${sizeText(far.bytes)}.`]
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
