/**
 * Whether a load that found an equal value within the tolerance found the same value: if stores supply its values about
 * as often as it loads, the value was recomputed in between.
 */
import { RELATIONS, TOOLS, type ProfileTables } from '../../../shared/profile/profile.ts'
import { PAIR_APPROXIMATE } from '../../../shared/profile/tables.ts'

/** Used stores per repeated load: samples of both are dealt to tools at random. */
const LEAST_PER_LOAD = 0.1

/** Null if it is not known which loads read what stores brought; the exhaustive engine counts no such pairs. @returns of a row of `instructions` */
export function storedSince({
  pairs,
  nodes,
  instructions,
  run,
}: Pick<ProfileTables, 'pairs' | 'nodes' | 'instructions' | 'run'>): ((instruction: number) => boolean) | null {
  if (!run.tools.includes('dead-stores') || run.engine === 'exhaustive') return null
  const [used, repeated] = [new Float64Array(instructions.length), new Float64Array(instructions.length)]
  const [stores, loads] = [TOOLS.indexOf('dead-stores'), TOOLS.indexOf('redundant-loads')]
  const [use, repeat] = [RELATIONS.indexOf('USED_BY'), RELATIONS.indexOf('REDUNDANT_WITH')]
  for (let pair = 0; pair < pairs.length; pair++) {
    const tool = pairs.tool[pair]
    if (tool === stores && pairs.relation[pair] === use) used[nodes.instruction[pairs.target[pair]!]!]! += pairs.traps[pair]!
    else if (tool === loads && pairs.relation[pair] === repeat && (pairs.flags[pair]! & PAIR_APPROXIMATE) !== 0)
      repeated[nodes.instruction[pairs.target[pair]!]!]! += pairs.traps[pair]!
  }
  return (instruction) => used[instruction]! >= LEAST_PER_LOAD * repeated[instruction]! && used[instruction]! > 0
}
