/** Loads by which a thread waits for another one. */
import { exitTest } from '../code/exit_tests.ts'
import { storesIn } from '../code/loop_facts.ts'
import { counted } from '../../names/counted.ts'
import { loopPlace, motionOf, type AccessFacts, type Rule } from '../pair_facts.ts'
import { accessText, scopeLines, timesText } from '../words.ts'

/** Barriers of OpenMP, spin locks, flags. */
export const busyWaiting: Rule = (facts) => {
  const { target } = facts
  if (facts.tool !== 'redundant-loads' || target.loop?.loop == null || motionOf(target)?.kind !== 'invariant') return null
  const pauses = hasPause(target)
  if (!pauses && !isWatched(target)) return null
  return {
    class: 'busy-waiting',
    sureness: pauses ? 'certain' : 'likely',
    evidence: [
      `${accessText(target)} loads the same value again at each iteration of the ${target.loop.text}, ${timesText(facts)}.`,
      pauses
        ? 'The loop has a pause instruction, which is made for waiting.'
        : 'The loop ends when that value changes, and changes nothing itself: another thread must do it.',
      ...(facts.threads > 1 ? [`The program has ${counted(facts.threads, 'thread')}.`] : []),
      ...scopeLines(facts),
    ],
    place: loopPlace(target),
  }
}

function hasPause({ flow, loop }: AccessFacts): boolean {
  return loop!.loop!.body.some((position) => flow!.instructions[position]!.mnemonic === 'pause')
}

/** A compiler hoists a load out of a loop without stores and calls unless it is volatile or atomic. */
function isWatched({ flow, loop, position }: AccessFacts): boolean {
  const { stores, calls } = storesIn(flow!, loop!.loop!)
  return stores === 0 && calls === 0 && exitTest(flow!, loop!.loop!, position)?.withKey === true
}
