/** A profile's measurements as weighted stacks: the form that other profilers' files share. */
import type { RunMeasure } from '../../shared/findings/finding.ts'
import { runCost, type RunCost } from '../../shared/metrics/run_cost.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { StackForm } from '../../shared/exported.ts'
import { leafText } from '../../shared/profile/frames.ts'
import { FirstRows } from '../../shared/profile/columns/largest_rows.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { RunDescription, Tool, Unit } from '../../shared/run.ts'
import { exitStatus, Failure } from '../failure.ts'
import { valuesOf } from '../../shared/profile/columns/lazy_property.ts'
import { StackTable } from './stacks.ts'
import { groupedDigits } from '../../shared/names/counted.ts'

/** One kind of weight: a column of pprof, a profile of speedscope, a thread of Firefox. */
export interface SampleKind {
  /**
   * cpu-time: where the sampling clock interrupted the program; instructions: where it executed them; both independent
   * of the tools.
   */
  tool: Tool | RunMeasure
  metric: 'waste' | 'use' | 'reuses' | 'cost'
  unit: Unit | 'count'
}

interface Sample {
  stack: number
  /** Into `kinds`. */
  kind: number
  /** Above 0, in the kind's unit. */
  weight: number
  /** The event and its author; null for use that no pair represents. */
  pair: { relation: string; other: string; object: string | null } | null
}

export interface Samples {
  kinds: SampleKind[]
  stacks: StackTable
  samples: Sample[]
  /** By kind: the omitted smaller weights, and their share of the kind's total. */
  leftOut: Array<{ count: number; share: number }>
}

/** With more weights, other profilers' files take gigabytes, and the profilers do not open them. */
export const MOST_SAMPLES = 750_000

/** The rows of so few are read alone, instead of the whole tree. */
const FEW_STACKS = 5000

/** Refuses to write all weights. */
export class TooManyWeights extends Failure {
  /** Without a remedy. */
  readonly reason: string
  constructor(reason: string) {
    super(exitStatus.failure, `${reason} Give --top ${LARGEST_ALONE} to have the largest of each tool, or --to csv to have all.`)
    this.reason = reason
  }
}

/** Rows of a table that may have a weight. */
interface Weighed {
  length: number
  /** Its context; −1 of a pair. */
  node(row: number): number
  /** Into `kinds`; −1: none. */
  kind(row: number): number
  weight(row: number): number
}

interface Weight {
  /** Of its table. */
  row: number
  /** Context of a weight without pair. */
  node: number
  /** Into `kinds`. */
  kind: number
  weight: number
}

interface WeightSums {
  count: number
  weight: number
}

/** The largest weights of each kind and table, in the order of the table, and sums of all by kind. */
interface TableWeights {
  largest: Weight[]
  sums: WeightSums[]
}

interface LargestWeights {
  kinds: SampleKind[]
  pairs: TableWeights
  /** Use counted without pairs. */
  use: TableWeights
  cost: TableWeights
}

/** The same with the rows that their stacks are made of, so that no large table needs to be read. */
export interface KeptWeights extends LargestWeights {
  pairRows: KeptRows<(typeof PAIR_COLUMNS)[number]>
  nodeRows: KeptRows<(typeof NODE_COLUMNS)[number]>
}

const PAIR_COLUMNS = ['relation', 'source', 'target', 'object'] as const
const NODE_COLUMNS = ['parent', 'kind', 'functionIndex', 'file', 'line', 'address', 'instruction'] as const

interface KeptRows<Name extends string> {
  rows: number[]
  columns: Record<Name, number[]>
}

/** @param top of each kind and table */
export function weightsToKeep(profile: ProfileTables, top: number): KeptWeights {
  const { pairs, nodes } = profile
  const found = largestWeights(profile, top)
  const ofPairs = found.pairs.largest.map(({ row }) => row)
  const ways = new Set<number>()
  for (const leaf of [
    ...ofPairs.flatMap((pair) => [pairs.source[pair]!, pairs.target[pair]!]),
    ...[...found.use.largest, ...found.cost.largest].map(({ node }) => node),
  ])
    for (let at = leaf; at > 0 && !ways.has(at); at = nodes.parent[at]!) ways.add(at)
  ways.add(0)
  return { ...found, pairRows: rowsOf(pairs, ofPairs, PAIR_COLUMNS), nodeRows: rowsOf(nodes, [...ways], NODE_COLUMNS) }
}

function rowsOf<Name extends string>(table: Record<Name, ArrayLike<number>>, rows: number[], names: readonly Name[]): KeptRows<Name> {
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => table[name][row]!)])) as Record<Name, number[]>
  return { rows, columns }
}

/** The profile with only the kept rows of its large tables. */
function withKeptRows(profile: ProfileTables, { pairRows, nodeRows }: KeptWeights): ProfileTables {
  const sparse = <Name extends string>({ rows, columns }: KeptRows<Name>): Record<Name, number[]> =>
    Object.fromEntries(
      (Object.entries(columns) as Array<[Name, number[]]>).map(([name, values]) => {
        const column: number[] = []
        rows.forEach((row, i) => (column[row] = values[i]!))
        return [name, column]
      }),
    ) as Record<Name, number[]>
  return Object.create(profile, { pairs: { value: sparse(pairRows) }, nodes: { value: sparse(nodeRows) } }) as ProfileTables
}

/**
 * @param top this many of each kind and table, the largest first; null: all @param hasUse with use counted without pairs
 * @throws Failure if all are too many
 */
function largestWeights(profile: ProfileTables, top: number | null, { most = MOST_SAMPLES, hasUse = true } = {}): LargestWeights {
  const cost = runCost(profile)
  const kinds = kindsOf(profile, cost)
  const tables = [weightsOfPairs(profile, kinds), hasUse ? weightsOfUse(profile, kinds) : NOTHING, weightsOfCost(cost, kinds)]
  // Before anything of their size is made.
  const count = top === null ? tables.reduce((sum, table) => sum + weightCount(table), 0) : 0
  if (count > most) throw new TooManyWeights(`The profile has ${groupedDigits(count)} weights; other profilers open no more than ${groupedDigits(most)}.`)
  const [pairs, use, ofCost] = tables.map((table) => weightsIn(table, kinds.length, top))
  return { kinds, pairs: pairs!, use: use!, cost: ofCost! }
}

/** Fewer of them. */
function cut({ largest, sums }: TableWeights, top: number): TableWeights {
  const taken = [...Map.groupBy(largest, ({ kind }) => kind).values()].flatMap((own) => own.sort((a, b) => b.weight - a.weight || a.row - b.row).slice(0, top))
  return { largest: taken.sort((a, b) => a.row - b.row), sums }
}

/**
 * Weights of all tools in a profile that measure pairs. Use counted without pairs belongs only to the earlier access,
 * so the form "later" lacks it.
 * @param top this many pairs of each kind, and contexts of use without pairs, the largest first; null: all
 * @param known at least as many of the largest weights; absent: read from the profile
 * @throws Failure if all are too many
 */
export function samplesOf(
  whole: ProfileTables,
  form: StackForm,
  top: number | null = null,
  { most = MOST_SAMPLES, known }: { most?: number; known?: KeptWeights | undefined } = {},
): Samples {
  const profile = known === undefined ? whole : withKeptRows(whole, known)
  const { pairs, objects } = profile
  const largest = known ?? largestWeights(profile, top, { most, hasUse: form !== 'later' })
  const { kinds } = largest
  const all = [largest.pairs, form === 'later' ? NO_WEIGHTS : largest.use, largest.cost]
  // Only known weights may be more than `top`.
  const tables = top === null || known === undefined ? all : all.map((table) => cut(table, top))
  const [ofPairs, ofUse, ofCost] = tables.map(({ largest: weights }) => weights)
  const stacks = new StackTable(profile, tables.reduce((sum, { largest: weights }) => sum + weights.length, 0) <= FEW_STACKS)
  const samples: Sample[] = []
  const place = placesOf(profile)
  const sourceOf = valuesOf(pairs, 'source')
  const targetOf = valuesOf(pairs, 'target')
  const relationOf = valuesOf(pairs, 'relation')
  const objectOf = valuesOf(pairs, 'object')
  for (const { row: pair, kind, weight } of ofPairs!) {
    const relation = RELATIONS[relationOf(pair)]!
    const source = sourceOf(pair)
    const target = targetOf(pair)
    const stack = form === 'later' ? stacks.stackOf(target) : form === 'pair' ? stacks.below(stacks.stackOf(source), relation, target) : stacks.stackOf(source)
    const other = place(form === 'later' ? source : target)
    samples.push({ stack, kind, weight, pair: { relation, other, object: objects[objectOf(pair)]?.name ?? null } })
  }
  for (const { node, kind, weight } of [...ofUse!, ...ofCost!]) samples.push({ stack: stacks.stackOf(node), kind, weight, pair: null })
  return { kinds, stacks, samples, leftOut: leftOutOf(kinds.length, tables, samples) }
}

/** The example in the message if there are too many. */
const LARGEST_ALONE = 10_000

const NOTHING: Weighed = { length: 0, node: () => -1, kind: () => -1, weight: () => 0 }
const NO_WEIGHTS: TableWeights = { largest: [], sums: [] }

function weightsOfPairs({ pairs }: ProfileTables, kinds: SampleKind[]): Weighed {
  const { length, tool, relation, amount } = pairs
  const isReuse = Uint8Array.from(RELATIONS, (name) => (name === 'REUSED_BY' ? 1 : 0))
  const metrics = RELATIONS.map((relation): SampleKind['metric'] | null =>
    isWasteful(relation) ? 'waste' : isUse(relation) ? 'use' : relation === 'REUSED_BY' ? 'reuses' : null,
  )
  const numbers = metrics.map((metric) => TOOLS.map((own) => kinds.findIndex((kind) => kind.tool === own && kind.metric === metric)))
  return {
    length,
    node: () => -1,
    kind: (pair) => numbers[relation[pair]!]![tool[pair]!] ?? -1,
    weight: (pair) => (isReuse[relation[pair]!] === 1 ? pairs.traps : amount)[pair]!,
  }
}

function weightsOfUse({ contextTotals }: ProfileTables, kinds: SampleKind[]): Weighed {
  const { length, tool, use, node } = contextTotals
  const numbers = TOOLS.map((own) => kinds.findIndex((kind) => kind.tool === own && kind.metric === 'use'))
  return { length, node: (row) => node[row]!, kind: (row) => (node[row]! > 0 ? numbers[tool[row]!]! : -1), weight: (row) => use[row]! }
}

/** The run's cost has no other side: it is the same in every form. */
function weightsOfCost(cost: RunCost | null, kinds: SampleKind[]): Weighed {
  if (cost === null) return NOTHING
  const number = kinds.findIndex(({ metric }) => metric === 'cost')
  return { length: cost.node.length, node: (row) => cost.node[row]!, kind: (row) => (cost.node[row]! > 0 ? number : -1), weight: (row) => cost.own[row]! }
}

function weightCount({ length, kind, weight }: Weighed): number {
  let count = 0
  for (let row = 0; row < length; row++) if (kind(row) >= 0 && weight(row) > 0) count++
  return count
}

function weightsIn({ length, node, kind, weight }: Weighed, kinds: number, top: number | null): TableWeights {
  const first = Array.from({ length: kinds }, () => new FirstRows((a, b) => weight(b) - weight(a) || a - b, top ?? Infinity))
  const sums = Array.from({ length: kinds }, () => ({ count: 0, weight: 0 }))
  for (let row = 0; row < length; row++) {
    const number = kind(row)
    const own = weight(row)
    if (number < 0 || !(own > 0)) continue
    sums[number]!.count++
    sums[number]!.weight += own
    const rows = first[number]!
    if (rows.mayTake(row)) rows.take(row)
  }
  const rows = first.flatMap((own) => own.rows()).sort((a, b) => a - b)
  return { largest: rows.map((row) => ({ row, node: node(row), kind: kind(row), weight: weight(row) })), sums }
}

function leftOutOf(kinds: number, tables: TableWeights[], samples: Sample[]): Samples['leftOut'] {
  const taken = Array.from({ length: kinds }, () => ({ count: 0, weight: 0 }))
  for (const { kind, weight } of samples) {
    taken[kind]!.count++
    taken[kind]!.weight += weight
  }
  return taken.map((own, kind) => {
    const all = tables.reduce((sum, { sums }) => ({ count: sum.count + (sums[kind]?.count ?? 0), weight: sum.weight + (sums[kind]?.weight ?? 0) }), {
      count: 0,
      weight: 0,
    })
    return { count: all.count - own.count, share: all.weight > 0 ? Math.max(0, all.weight - own.weight) / all.weight : 0 }
  })
}

/** Start of the run, in milliseconds since 1970; 0 if the profile, which may come from anywhere, has no valid time. */
export function startOf({ startedAt }: RunDescription): number {
  return Date.parse(startedAt) || 0
}

function kindsOf({ run }: ProfileTables, cost: RunCost | null): SampleKind[] {
  const ofTools = run.tools
    .filter((tool) => tool !== 'values')
    .flatMap((tool): SampleKind[] =>
      tool === 'reuse-distance'
        ? [{ tool, metric: 'reuses', unit: 'count' }]
        : [
            { tool, metric: 'waste', unit: run.unit },
            { tool, metric: 'use', unit: run.unit },
          ],
    )
  return cost === null ? ofTools : [...ofTools, { tool: cost.measure, metric: 'cost', unit: cost.measure === 'cpu-time' ? 'ns' : 'count' }]
}

/** "dead-stores waste" */
export function kindText({ tool, metric }: Pick<SampleKind, 'tool' | 'metric'>): string {
  if (tool === 'cpu-time' || tool === 'instructions') return COST_NAMES[tool].title
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
