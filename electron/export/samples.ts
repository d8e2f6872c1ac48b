/** What a profile measured, as weights of stacks: the form that other profilers' files have in common. */
import { leafText } from '../../shared/profile/frames.ts'
import { largestRows } from '../../shared/profile/largest_rows.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { RunDescription, Tool, Unit } from '../../shared/run.ts'
import { exitStatus, Failure } from '../failure.ts'
import { valueAt } from '../../shared/profile/lazy_property.ts'
import { StackTable } from './stacks.ts'

/** Which context a pair's stack is. */
export const STACK_FORMS = ['earlier', 'later', 'pair'] as const
/** earlier: the access whose work was in vain; later: the one that undid or repeated it; pair: the one below the other. */
export type StackForm = (typeof STACK_FORMS)[number]

/** One kind of weight: a column of pprof, a profile of speedscope, a thread of Firefox. */
export interface SampleKind {
  /** cpu-time: where the sampling clock found the program, whatever the tools saw. */
  tool: Tool | 'cpu-time'
  metric: 'waste' | 'use' | 'reuses' | 'time'
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
  /** By kind: smaller weights that were left out, and their share of all of the kind. */
  leftOut: Array<{ count: number; share: number }>
}

/** With more weights, files of other profilers take gigabytes to make, and they do not open them. */
const MOST_SAMPLES = 750_000

/** Rows of a table that may have a weight. */
interface Weighed {
  length: number
  /** Into `kinds`; −1: none. */
  kind(row: number): number
  weight(row: number): number
}

/**
 * Weights of all tools of a profile that measure pairs. Use that was counted without pairs belongs to the earlier
 * access alone, so the form "later" is without it.
 * @param top so many pairs of each kind, and so many contexts of use without pairs, the largest; null: all
 * @throws Failure where all are too many
 */
export function samplesOf(profile: ProfileTables, form: StackForm, top: number | null = null, most = MOST_SAMPLES): Samples {
  const { pairs, objects } = profile
  const { node, use } = profile.contextTotals
  const kinds = kindsOf(profile)
  const weighedPairs = weightsOfPairs(profile, kinds)
  const weighedUse = form === 'later' ? NOTHING : weightsOfUse(profile, kinds)
  // Before anything of their size is made.
  const weighedTime = weightsOfTime(profile, kinds)
  const count = top === null ? weightCount(weighedPairs) + weightCount(weighedUse) + weightCount(weighedTime) : 0
  if (count > most) throw new Failure(exitStatus.failure, `The profile has ${count.toLocaleString('en-US')} weights; other profilers open no more than ${most.toLocaleString('en-US')}. Give --top ${LARGEST_ALONE} to have the largest of each tool, or --to csv to have all.`)
  const taken = { pairs: largestOfEach(weighedPairs, kinds.length, top), use: largestOfEach(weighedUse, kinds.length, top), time: largestOfEach(weighedTime, kinds.length, top) }
  const stacks = new StackTable(profile)
  const samples: Sample[] = []
  const place = placesOf(profile)
  for (const pair of taken.pairs) {
    const relation = RELATIONS[pairs.relation[pair]!]!
    const source = pairs.source[pair]!
    const target = pairs.target[pair]!
    const stack = form === 'later' ? stacks.stackOf(target) : form === 'pair' ? stacks.below(stacks.stackOf(source), relation, target) : stacks.stackOf(source)
    const other = place(form === 'later' ? source : target)
    samples.push({ stack, kind: weighedPairs.kind(pair), weight: weighedPairs.weight(pair), pair: { relation, other, object: objects[valueAt(pairs, 'object', pair)]?.name ?? null } })
  }
  for (const row of taken.use) samples.push({ stack: stacks.stackOf(node[row]!), kind: weighedUse.kind(row), weight: use[row]!, pair: null })
  for (const row of taken.time) samples.push({ stack: stacks.stackOf(profile.cpuTimes.node[row]!), kind: weighedTime.kind(row), weight: weighedTime.weight(row), pair: null })
  return { kinds, stacks, samples, leftOut: leftOutOf(kinds.length, [weighedPairs, weighedUse, weighedTime], samples) }
}

/** Told as an example where there are too many. */
const LARGEST_ALONE = 10_000

const NOTHING: Weighed = { length: 0, kind: () => -1, weight: () => 0 }

function weightsOfPairs({ pairs }: ProfileTables, kinds: SampleKind[]): Weighed {
  const { length, tool, relation, amount, traps } = pairs
  const metrics = RELATIONS.map((relation): SampleKind['metric'] => (isWasteful(relation) ? 'waste' : isUse(relation) ? 'use' : 'reuses'))
  const numbers = metrics.map((metric) => TOOLS.map((own) => kinds.findIndex((kind) => kind.tool === own && kind.metric === metric)))
  return { length, kind: (pair) => numbers[relation[pair]!]![tool[pair]!]!, weight: (pair) => (metrics[relation[pair]!] === 'reuses' ? traps : amount)[pair]! }
}

function weightsOfUse({ contextTotals }: ProfileTables, kinds: SampleKind[]): Weighed {
  const { length, tool, use, node } = contextTotals
  const numbers = TOOLS.map((own) => kinds.findIndex((kind) => kind.tool === own && kind.metric === 'use'))
  return { length, kind: (row) => (node[row]! > 0 ? numbers[tool[row]!]! : -1), weight: (row) => use[row]! }
}

/** CPU time has no other side: it is the same in every form. */
function weightsOfTime({ cpuTimes }: ProfileTables, kinds: SampleKind[]): Weighed {
  const number = kinds.findIndex(({ metric }) => metric === 'time')
  return { length: cpuTimes.length, kind: (row) => (cpuTimes.node[row]! > 0 ? number : -1), weight: (row) => cpuTimes.time[row]! }
}

function weightCount({ length, kind, weight }: Weighed): number {
  let count = 0
  for (let row = 0; row < length; row++) if (kind(row) >= 0 && weight(row) > 0) count++
  return count
}

/** In the order of the table. */
function largestOfEach({ length, kind, weight }: Weighed, kinds: number, top: number | null): Int32Array {
  const weights = new Float64Array(length)
  for (let row = 0; row < length; row++) weights[row] = kind(row) < 0 ? 0 : weight(row)
  const rows = Int32Array.from(weights.keys()).filter((row) => weights[row]! > 0)
  if (top === null) return rows
  return Int32Array.from(Array.from({ length: kinds }, (_, wanted) => largestRows(weights, top, (row) => weights[row]! > 0 && kind(row) === wanted)).flat()).sort()
}

function leftOutOf(kinds: number, tables: Weighed[], samples: Sample[]): Samples['leftOut'] {
  const sums = Array.from({ length: kinds }, () => ({ count: 0, all: 0, taken: 0 }))
  for (const { length, kind, weight } of tables) {
    for (let row = 0; row < length; row++) {
      const own = sums[kind(row)]
      if (own === undefined || !(weight(row) > 0)) continue
      own.count++
      own.all += weight(row)
    }
  }
  for (const { kind, weight } of samples) {
    const own = sums[kind]!
    own.count--
    own.taken += weight
  }
  return sums.map(({ count, all, taken }) => ({ count, share: all > 0 ? Math.max(0, all - taken) / all : 0 }))
}

/** When the run began, in milliseconds since 1970; 0 where the profile, which may come from anywhere, holds no time. */
export function startOf({ startedAt }: RunDescription): number {
  return Date.parse(startedAt) || 0
}

function kindsOf({ run, cpuTimes }: ProfileTables): SampleKind[] {
  const ofTools = run.tools.filter((tool) => tool !== 'values').flatMap((tool): SampleKind[] =>
    tool === 'reuse-distance' ? [{ tool, metric: 'reuses', unit: 'count' }] : [{ tool, metric: 'waste', unit: run.unit }, { tool, metric: 'use', unit: run.unit }])
  return cpuTimes.length === 0 ? ofTools : [...ofTools, { tool: 'cpu-time', metric: 'time', unit: 'ns' }]
}

/** "dead-stores waste" */
export function kindText({ tool, metric }: Pick<SampleKind, 'tool' | 'metric'>): string {
  if (tool === 'cpu-time') return 'CPU time'
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
