/** Elects one of several conclusions about the pairs of one finding. */
import type { AdviceClass, Sureness } from '../../../shared/advice/advice.ts'

/** Fewer say little about which of two accesses is more frequent. */
const ENOUGH_OBSERVATIONS = 20
/** Standard deviations of the difference between two equally frequent accesses. */
const BY_CHANCE = 3

export function isSure(sureness: Sureness): boolean {
  return sureness === 'certain' || sureness === 'likely'
}

/** Pairs of one conclusion. */
export interface Vote {
  name: AdviceClass | null
  sureness: Sureness
  amount: number
  observations: number
}

/**
 * The class with the largest amount. If two accesses of one line, each with a cause of its own, are observed about equally often,
 * chance would decide: the surer class wins.
 * @param votes largest amount first
 */
export function elected([first, ...others]: readonly Vote[]): AdviceClass | null {
  if (first === undefined) return null
  const surer = others.find(({ sureness, amount, observations }) => {
    const difference = Math.abs(first.observations - observations)
    const byChance = BY_CHANCE * Math.sqrt(first.observations + observations)
    return isSure(sureness) && !isSure(first.sureness) && amount >= first.amount / 2 && observations >= ENOUGH_OBSERVATIONS && difference <= byChance
  })
  return (surer ?? first).name
}
