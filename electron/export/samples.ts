/** What a profile measured, as weights of stacks: the form that other profilers' files have in common. */
import { leafText } from '../../shared/profile/frames.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { RunDescription, Tool, Unit } from '../../shared/run.ts'
import { StackTable } from './stacks.ts'

/** Which context a pair's stack is. */
export const STACK_FORMS = ['earlier', 'later', 'pair'] as const
/** earlier: the access whose work was in vain; later: the one that undid or repeated it; pair: the one below the other. */
export type StackForm = (typeof STACK_FORMS)[number]

/** One kind of weight: a column of pprof, a profile of speedscope, a thread of Firefox. */
export interface SampleKind {
  tool: Tool
  metric: 'waste' | 'use' | 'reuses'
  unit: Unit | 'count'
}

export interface Sample {
  stack: number
  /** Into `kinds`. */
  kind: number
  /** Above 0, in the kind's unit. */
  weight: number
  /** What happened and by whom; null for use that no pair stands for. */
  pair: { relation: string; other: string; object: string | null } | null
}

export interface Samples {
  kinds: SampleKind[]
  stacks: StackTable
  samples: Sample[]
}

/**
 * Weights of all tools of a profile that measure pairs. Use that was counted without pairs belongs to the earlier
 * access alone, so the form "later" is without it.
 */
export function samplesOf(profile: ProfileTables, form: StackForm): Samples {
  const { pairs, contextTotals, objects } = profile
  const kinds = kindsOf(profile)
  const numbers = new Map(kinds.map((kind, number) => [kindText(kind), number]))
  const stacks = new StackTable(profile)
  const samples: Sample[] = []
  const place = placesOf(profile)
  for (let pair = 0; pair < pairs.length; pair++) {
    const tool = TOOLS[pairs.tool[pair]!]!
    const relation = RELATIONS[pairs.relation[pair]!]!
    const metric = isWasteful(relation) ? 'waste' : isUse(relation) ? 'use' : 'reuses'
    const weight = metric === 'reuses' ? pairs.traps[pair]! : pairs.amount[pair]!
    const kind = numbers.get(kindText({ tool, metric }))
    if (kind === undefined || !(weight > 0)) continue
    const source = pairs.source[pair]!
    const target = pairs.target[pair]!
    const stack = form === 'later' ? stacks.stackOf(target) : form === 'pair' ? stacks.below(stacks.stackOf(source), relation, target) : stacks.stackOf(source)
    samples.push({ stack, kind, weight, pair: { relation, other: place(form === 'later' ? source : target), object: objects[pairs.object[pair]!]?.name ?? null } })
  }
  if (form === 'later') return { kinds, stacks, samples }
  for (let row = 0; row < contextTotals.length; row++) {
    const kind = numbers.get(kindText({ tool: TOOLS[contextTotals.tool[row]!]!, metric: 'use' }))
    const weight = contextTotals.use[row]!
    const node = contextTotals.node[row]!
    if (kind !== undefined && weight > 0 && node > 0) samples.push({ stack: stacks.stackOf(node), kind, weight, pair: null })
  }
  return { kinds, stacks, samples }
}

/** When the run began, in milliseconds since 1970; 0 where the profile, which may come from anywhere, holds no time. */
export function startOf({ startedAt }: RunDescription): number {
  return Date.parse(startedAt) || 0
}

function kindsOf({ run }: ProfileTables): SampleKind[] {
  return run.tools.filter((tool) => tool !== 'values').flatMap((tool): SampleKind[] =>
    tool === 'reuse-distance' ? [{ tool, metric: 'reuses', unit: 'count' }] : [{ tool, metric: 'waste', unit: run.unit }, { tool, metric: 'use', unit: run.unit }])
}

/** "dead-stores waste" */
export function kindText({ tool, metric }: Pick<SampleKind, 'tool' | 'metric'>): string {
  return `${tool} ${metric}`
}

/** leafText, made once for each row. */
function placesOf(profile: ProfileTables): (row: number) => string {
  const known = new Map<number, string>()
  return (row) => {
    const place = known.get(row) ?? leafText(profile, row)
    known.set(row, place)
    return place
  }
}
