/** What two groups of pairs have in common if they have one cause. */
import type { AdviceClass } from '../../../../shared/advice/advice.ts'
import type { PairFacts } from '../../../../shared/advice/pair_facts.ts'
import { arrayOf } from '../../../../shared/findings/expressions.ts'
import { familyOf, wastesEarlier } from '../../../../shared/findings/tool_findings.ts'
import { addsElements, type CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'
import type { Tool } from '../../../../shared/run.ts'

/** Instructions of a loop that does one thing. */
const SMALL_LOOP = 64

export interface MergeKeys {
  /** Groups that share one of them have the same cause. */
  mergeKeys: string[]
  /** The same for causes whose class adds no information. */
  sharedKeys: string[]
  /** Groups of any class that share one of them need one change; absent: none. */
  changeKeys?: string[]
}

export function keysOf(
  name: AdviceClass,
  tool: Tool,
  earlier: CauseSide | null,
  later: CauseSide | null,
  data: string | null,
  { source, target }: PairFacts,
): MergeKeys {
  if (name === 'unoptimised-code') return { mergeKeys: ['program'], sharedKeys: [] }
  const family = familyOf(tool)
  const functions = [earlier, later]
    .map((side) => (side === null ? '' : `${side.file}:${side.function}`))
    .sort()
    .join('|')
  const wasted = wastesEarlier(tool) ? earlier : later
  // The calls that move elements cost the same, whether or not the elements are used.
  if (name === 'growth-copy' && wasted !== null) return { mergeKeys: [`${wasted.file}:${wasted.function}`], sharedKeys: [] }
  // All operations of an interpreter.
  if (name === 'interpreted-operation') return { mergeKeys: [`${family}|${functions}|operations`], sharedKeys: [] }
  // Spilled registers are stored, and loaded again.
  if (name === 'spill-and-reload') return { mergeKeys: [`${functions}|${wasted?.loop ?? ''}`], sharedKeys: [] }
  // The earlier use of the data does not affect its current traversal.
  if (name === 'poor-loop-order' && later !== null) return { mergeKeys: [`${later.file}:${later.function}|${later.loop ?? ''}|${data ?? ''}`], sharedKeys: [] }
  // All loads along a chain are one search.
  const isOneCause = name === 'chained-lookup' || [source, target].every(({ loop }) => loop?.loop != null && loop.loop.body.length <= SMALL_LOOP)
  const loops = isOneCause && earlier?.loop != null && later?.loop != null ? [`loops ${[earlier.loop, later.loop].sort().join('|')}`] : []
  const texts = earlier?.text != null && later?.text != null ? [`text ${[earlier.text, later.text].sort().join('|')}`] : []
  const array = data === null ? [] : [`data ${data.split(' or ').map(arrayOf).sort().join('|')}`]
  // Overwriting one initialization piece by piece is one cause.
  const initialised = name === 'overwritten-before-use' && earlier !== null ? [`set at ${earlier.line ?? '?'}`] : []
  const keyed = (key: string): string => `${family}|${functions}|${key}`
  // What a call loads, and what it stores, are the work of one call.
  const called = name === 'repeated-call' && later !== null ? [`${functions}|call at ${later.line ?? '?'}|${later.through ?? ''}|${later.loop ?? ''}`] : []
  return {
    mergeKeys: [...called, ...[...initialised, ...loops, ...texts, ...array].map(keyed)],
    sharedKeys: [...texts, ...array].map(keyed),
    // Each element that is added stores the container's end, and loads it again.
    changeKeys: wasted !== null && addsElements(name, wasted) ? [`added at ${wasted.file}:${wasted.line}|${wasted.through}|${wasted.loop ?? ''}`] : [],
  }
}
