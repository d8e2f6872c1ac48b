/** Whether a finding shows enough to claim its cause. Otherwise it only reports the observation. */
import { FEWEST_TRAPS } from '../metrics/statistics/bootstrap.ts'
import type { AdviceClass, Sureness } from './advice.ts'
import { surenessOf } from './precision.ts'

export interface Shown {
  /** Wasted share of the accesses there: of the loop or function, or of the wasted instruction alone, the larger one. */
  wasted: number
  /** How often waste was observed: traps in a sampled run, otherwise instances. */
  observations: number
  /** Every access was counted. */
  counted: boolean
  /** In one loop, the values were probably stored anew, near those of before. */
  isOfNewValues: boolean
  /** Largest possible share of the run; null: not known. */
  shareOfRun: number | null
  /** Nearly all stores are overwritten unread, and only code that did not run may read the data. */
  readElsewhere?: boolean
}

/** Least wasted share for classes whose remedy removes the work as a whole. Other classes, such as stencils, repeat only a part by nature. */
const LEAST_WASTED: Partial<Record<AdviceClass, number>> = {
  'repeated-traversal': 0.8,
  'redundant-copy': 0.8,
  recomputation: 0.8,
  'repeated-results': 0.8,
  'linear-search': 0.8,
  'chained-lookup': 0.8,
  'repeated-initialisation': 0.8,
  // The useful half can be cleared alone.
  'overwritten-before-use': 0.5,
  // The second call of two repeats all of its loads.
  'repeated-lookup': 0.45,
  'built-anew': 0.45,
}

/** With fewer observations, even a cause that follows from the machine code may be on a rare path. */
export const FEWEST_OBSERVATIONS = 4
/** Least share of the run: a smaller possible gain is not worth a claim. */
const LEAST_SHARE = 0.005
/** The same for traversals: smaller ones are usually needed by the work around them. */
const LEAST_SHARE_OF_TRAVERSALS = 0.05

/** @param concluded by the rule */
export function claimedSureness(
  name: AdviceClass,
  concluded: Sureness,
  { wasted, observations, counted, isOfNewValues, shareOfRun, readElsewhere = false }: Shown,
): Sureness {
  // The code alone shows it.
  if (name === 'unoptimised-code') return concluded
  if (!counted && observations < FEWEST_OBSERVATIONS) return 'observed'
  if (concluded !== 'possible') return concluded
  if (wasted < (LEAST_WASTED[name] ?? 0)) return 'observed'
  // New values give a new result.
  if (isOfNewValues && name === 'repeated-traversal') return 'observed'
  if (!counted && (observations < FEWEST_TRAPS || (shareOfRun ?? 1) < (name === 'repeated-traversal' ? LEAST_SHARE_OF_TRAVERSALS : LEAST_SHARE)))
    return 'observed'
  return readElsewhere ? concluded : surenessOf(name, concluded)
}
