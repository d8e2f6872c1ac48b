/** Derives the probable cause of a pair from its facts (docs/advice.md). */
import { findingsOfTool, wastesEarlier } from '../findings/tool_findings.ts'
import type { Advice, AdviceClass } from './advice.ts'
import { CHAIN_WORDS, type ChainKind } from './chain_words.ts'
import { CLASS_WORDS } from './class_words.ts'
import { alternativesText, DOUBTS, DOUBTS_WITHOUT_RULE, ifSoText, lookForText, nearInputs, type Doubt } from './doubts.ts'
import type { Conclusion, PairFacts, Rule } from './pair_facts.ts'
import { concludedSureness, isPreciseEnough, precisionText, surenessOf } from './precision.ts'
import { callOverhead } from './rules/call_overhead.ts'
import { builtAnew, growthCopy, referenceCount } from './rules/containers.ts'
import { overwrittenBeforeUse, repeatedInitialisation, unreadResult } from './rules/initialisation.ts'
import { interpretedOperation } from './rules/interpreters.ts'
import { aliasedReload, callInvariantLoad, tableLookup, loopInvariantLoad, spillAndReload } from './rules/loads.ts'
import { repeatedCall, repeatedLookup } from './rules/repeated_calls.ts'
import { requiredAccess } from './rules/required.ts'
import { changedFromItself, changedOnPaths, repeatedResults, storedBack } from './rules/results.ts'
import { distantReuse } from './rules/reuse.ts'
import { search } from './rules/searches.ts'
import { sharing } from './rules/sharing.ts'
import { builtOnStack, unchangedSpill, unreadSpill, unreadStackStore } from './rules/stack_stores.ts'
import { memoryAccumulator, recomputation, redundantCopy, setAgain, updateWithoutEffect } from './rules/stores.ts'
import { laterTraversal, repeatedTraversal, stencilReload } from './rules/traversals.ts'
import { unoptimised } from './rules/unoptimised.ts'
import { uniformData, zerosDominate } from './rules/values.ts'
import { busyWaiting } from './rules/waiting.ts'
import { accessText, scopeLines, timesText } from './words.ts'

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
  builtOnStack,
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
  setAgain,
  storedBack,
  changedFromItself,
  redundantCopy,
  recomputation,
  repeatedResults,
  changedOnPaths,
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
  interpretedOperation,
  distantReuse,
]

/** @param facts of a pair of waste, sharing or reuse */
export function classify(facts: PairFacts): Advice {
  const conclusion = firstConclusion(facts)
  if (conclusion === null) return facts.tool === 'reuse-distance' ? nearReuse(facts) : withoutRule(facts)
  const { class: name, evidence } = conclusion
  const precision = precisionText(name)
  return advice({
    ...conclusion,
    sureness: concludedSureness(name, conclusion.sureness),
    evidence: isPreciseEnough(name) || precision === null ? evidence : [...evidence, `This rule was ${precision}.`],
  })
}

/** The advice of the first rule that fits, even if its class is right too seldom to be shown; null: none fits. */
export function firstConclusion(facts: PairFacts): Conclusion | null {
  for (const rule of RULES) {
    const conclusion = rule(facts)
    if (conclusion !== null) return conclusion
  }
  return null
}

function withoutRule(facts: PairFacts): Advice {
  return advice({ class: findingsOfTool(facts.tool).withoutRule, sureness: 'possible', evidence: knownOf(facts) })
}

function nearReuse(facts: PairFacts): Advice {
  return advice({
    class: 'near-reuse',
    sureness: 'certain',
    evidence: ['The smallest cache still holds the data in most of its reuses, as far as they are known.', ...scopeLines(facts)],
  })
}

function advice({ class: name, sureness: concluded, evidence, place = null, chain, inputsWithin }: Conclusion): Advice {
  const near = nearInputs(name, inputsWithin)
  const { title } = near ?? CLASS_WORDS[name]
  const remedy = chain === undefined ? CLASS_WORDS[name].remedy : CHAIN_WORDS[chain].remedy
  const sureness = surenessOf(name, concluded)
  const doubt: Doubt | undefined = concluded === 'possible' || concluded === 'observed' ? (near ?? doubtOf(name, chain)) : undefined
  if (doubt === undefined || remedy === null) return { class: name, title, sureness, cause: null, evidence, remedy, place }
  return {
    class: name,
    title,
    sureness,
    cause: sureness === 'observed' ? lookForText(name, doubt) : alternativesText(doubt),
    evidence,
    remedy: ifSoText(doubt.remedy ?? remedy),
    place,
  }
}

function doubtOf(name: AdviceClass, chain: ChainKind | undefined): Doubt | undefined {
  if (chain !== undefined) return CHAIN_WORDS[chain].doubt
  return DOUBTS[name] ?? DOUBTS_WITHOUT_RULE[name as keyof typeof DOUBTS_WITHOUT_RULE]
}

/** Returns the known facts: the event, its frequency, its loop, and its values. */
function knownOf(facts: PairFacts): string[] {
  const { tool, source, target, wastedHere } = facts
  const { verb, accesses } = findingsOfTool(tool)
  const wasted = wastesEarlier(tool) ? source : target
  const share = wastedHere()
  const { zeros } = wasted
  return [
    `${accessText(target)} ${verb} ${accessText(source)}, ${timesText(facts)}.`,
    ...scopeLines(facts),
    ...(share === null ? [] : [`${percent(share)} of this instruction's ${accesses} are wasted in this way.`]),
    ...(zeros === null ? [] : [`${percent(zeros)} of its values are zero.`]),
    ...(source.flow === null && target.flow === null ? ['The profile does not hold the machine code of either access, so no rule could look at it.'] : []),
  ]
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
