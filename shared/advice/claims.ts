/** What a finding as a whole must show so that its cause is claimed, and not only what was observed. */
import { FEWEST_TRAPS } from '../metrics/statistics/bootstrap.ts'
import type { AdviceClass, Sureness } from './advice.ts'
import { surenessOf } from './precision.ts'

export interface Shown {
  /** Wasted share of the accesses there: of the loop or function, or of the wasted instruction alone, the larger one. */
  wasted: number
  /** Of the wasted kind: traps of a sampled run, else instances. */
  observations: number
  /** Every access was counted. */
  counted: boolean
  /** In one loop, the values were probably stored anew, near those of before. */
  isOfNewValues: boolean
  /** Of the run, at most; null: not known. */
  shareOfRun: number | null
}

/** Their remedies leave out or keep the work as a whole, so that most of its accesses must be wasted. The others repeat a part by nature. */
const LEAST_WASTED: Partial<Record<AdviceClass, number>> = {
  'repeated-traversal': 0.8,
  'redundant-copy': 0.8,
  recomputation: 0.8,
  'linear-search': 0.8,
  'chained-lookup': 0.8,
  // What is cleared in vain may be half of it: the other half is cleared alone.
  'repeated-initialisation': 0.5,
  'overwritten-before-use': 0.5,
  // The second call of two repeats all of its loads.
  'repeated-lookup': 0.45,
  'built-anew': 0.45,
}

/** With fewer observations even what follows from the machine code may be a rare path. */
const FEWEST_OBSERVATIONS = 4
/** Of the run: a smaller possibility is not worth a claim. */
const LEAST_SHARE = 0.005

/** @param concluded by the rule */
export function claimedSureness(name: AdviceClass, concluded: Sureness, { wasted, observations, counted, isOfNewValues, shareOfRun }: Shown): Sureness {
  if (!counted && observations < FEWEST_OBSERVATIONS) return 'observed'
  if (concluded !== 'possible') return concluded
  if (wasted < (LEAST_WASTED[name] ?? 0)) return 'observed'
  // From new values another result follows.
  if (isOfNewValues && name === 'repeated-traversal') return 'observed'
  if (!counted && (observations < FEWEST_TRAPS || (shareOfRun ?? 1) < LEAST_SHARE)) return 'observed'
  return surenessOf(name, concluded)
}
