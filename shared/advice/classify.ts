/** From what is known of a pair to what is probably wrong with it (docs/advice.md). */
import type { Advice } from './advice.ts'
import { CLASS_WORDS } from './class_words.ts'
import type { Conclusion, PairFacts, Rule } from './pair_facts.ts'
import { isPreciseEnough, precisionText } from './precision.ts'
import { callOverhead } from './rules/call_overhead.ts'
import { builtAnew, growthCopy, referenceCount } from './rules/containers.ts'
import { overwrittenBeforeUse, repeatedInitialisation, unreadResult } from './rules/initialisation.ts'
import { aliasedReload, callInvariantLoad, tableLookup, loopInvariantLoad, spillAndReload } from './rules/loads.ts'
import { repeatedCall, repeatedLookup } from './rules/repeated_calls.ts'
import { requiredAccess } from './rules/required.ts'
import { distantReuse } from './rules/reuse.ts'
import { search } from './rules/searches.ts'
import { sharing } from './rules/sharing.ts'
import { unchangedSpill, unreadSpill, unreadStackStore } from './rules/stack_stores.ts'
import { memoryAccumulator, recomputation, redundantCopy, updateWithoutEffect } from './rules/stores.ts'
import { laterTraversal, repeatedTraversal, stencilReload } from './rules/traversals.ts'
import { unoptimised } from './rules/unoptimised.ts'
import { uniformData, zerosDominate } from './rules/values.ts'
import { busyWaiting } from './rules/waiting.ts'

/** The first that fits decides: what says more stands before what says less. */
const RULES: readonly Rule[] = [
  sharing,
  repeatedCall,
  requiredAccess,
  unoptimised,
  callOverhead,
  growthCopy,
  referenceCount,
  builtAnew,
  repeatedLookup,
  zerosDominate,
  uniformData,
  memoryAccumulator,
  repeatedInitialisation,
  unreadSpill,
  unreadStackStore,
  overwrittenBeforeUse,
  unreadResult,
  unchangedSpill,
  updateWithoutEffect,
  redundantCopy,
  recomputation,
  spillAndReload,
  busyWaiting,
  loopInvariantLoad,
  search,
  tableLookup,
  stencilReload,
  repeatedTraversal,
  aliasedReload,
  callInvariantLoad,
  laterTraversal,
  distantReuse,
]

/** @param facts of a pair of waste, sharing or reuse */
export function classify(facts: PairFacts): Advice {
  const conclusion = firstConclusion(facts)
  if (conclusion === null) return unclassified([missing(facts)])
  const { remedy, title } = CLASS_WORDS[conclusion.class]
  if (!isPreciseEnough(conclusion.class)) return unclassified([`The rule for "${title}" fits, but ${precisionText(conclusion.class)}.`, ...conclusion.evidence])
  return { class: conclusion.class, title, sureness: conclusion.sureness, evidence: conclusion.evidence, remedy, place: conclusion.place ?? null }
}

/** What the first rule that fits says, whether or not its class is right often enough to be told; null: none fits. */
export function firstConclusion(facts: PairFacts): Conclusion | null {
  for (const rule of RULES) {
    const conclusion = rule(facts)
    if (conclusion !== null) return conclusion
  }
  return null
}

function unclassified(evidence: string[]): Advice {
  return { class: 'unclassified', title: CLASS_WORDS.unclassified.title, sureness: null, evidence, remedy: null, place: null }
}

function missing({ tool, source, target }: PairFacts): string {
  if (tool === 'reuse-distance') return 'Most of its reuses are known to come, or may come, while the smallest cache still holds the data.'
  if (source.flow === null && target.flow === null)
    return 'The machine code of neither access is in the profile, or it was not readable when the recording was analysed.'
  return 'No rule fits what is known of the pair.'
}
