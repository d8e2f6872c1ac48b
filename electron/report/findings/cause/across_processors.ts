/** How much of the observed sharing can cost time. */
import { counterValue } from '../../../../shared/profile/counters.ts'
import { TOOLS, type ProfileTables } from '../../../../shared/profile/profile.ts'

/**
 * Share of the observations of sharing in which the two threads ran on different processors, 0..1. Between threads that
 * take turns on one processor, shared cache lines cost no time.
 */
export function acrossProcessors({ counters, pairs }: Pick<ProfileTables, 'counters' | 'pairs'>): number {
  // Profiles of earlier versions do not count them: their threads either all took turns, or none of the observed ones did.
  if (!counters.some(({ name }) => name === 'shared_in_turns')) return counterValue(counters, 'published_in_turns') === 0 ? 1 : 0
  const sharing = TOOLS.indexOf('false-sharing')
  const { tool, traps } = pairs
  let observations = 0
  for (let pair = 0; pair < pairs.length; pair++) if (tool[pair] === sharing) observations += traps[pair]!
  return observations === 0 ? 1 : Math.max(0, 1 - counterValue(counters, 'shared_in_turns') / observations)
}
