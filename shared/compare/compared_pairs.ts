/** Pairs of two runs as columns, one row per pair that either has. */
import type { ComparedPair, ComparedPlace, Direction, Normalisation, PairStatus } from '../comparison.ts'
import type { ComparedNumber, Side } from './compared_number.ts'
import { placeText } from '../profile/frames.ts'
import { isUse, RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import type { Tool } from '../run.ts'
import type { AlignedNames } from './aligned_names.ts'
import type { JointTree } from './joint_tree.ts'
import { growingInt32 } from '../profile/columns/growing_column.ts'
import { readAlone, valueAt } from '../profile/columns/lazy_property.ts'
import { compareNumbers, compareRatios, roundedDifference, type Estimate } from './numbers.ts'
import { MOVES, NOT_MOVED, rowOfPair, type MatchedPairs } from './pair_matching.ts'
import type { RunEvidence } from './run_evidence.ts'

interface SideColumns {
  amount: Float64Array
  traps: Float64Array
  /**
   * For the share of the total: the middle, and the square of half its 95 % interval; NaN if one has no interval. Null in a
   * run that counted every access.
   */
  intervals: { middle: Float64Array; halfSquared: Float64Array } | null
  /** The largest of that profile's pairs; −1: none. */
  largest: Int32Array
}

/** The part of ComparedRuns that pairs need. */
interface Runs {
  readonly names: AlignedNames
  readonly profiles: Record<Side, ProfileTables>
  readonly tree: JointTree
  factor(tool: Tool, normalisation: Normalisation): number | null
  evidence(side: Side, tool: Tool): RunEvidence
  place(side: Side, row: number): { file: string; line: number | null } | null
}

/** The kind of a pair's amount, by position in RELATIONS. Reuses and waiting are neither waste nor use. */
const NAMES = RELATIONS.map((name) => (name === 'WAITING' ? 'waiting' : name === 'REUSED_BY' ? 'reused' : isUse(name) ? 'use' : 'waste'))

const NOTHING: Estimate = { value: 0, interval: null, exact: true }

export class ComparedPairs {
  readonly length: number
  /** Positions in TOOLS and RELATIONS. */
  readonly tool: Uint8Array
  readonly relation: Uint8Array
  readonly matched: MatchedPairs
  readonly columns: Record<Side, SideColumns>
  readonly #runs: Runs
  readonly #statuses = new Map<string, Uint8Array>()

  constructor(runs: Runs, matched: MatchedPairs) {
    this.#runs = runs
    this.matched = matched
    this.length = matched.length
    this.tool = new Uint8Array(this.length)
    this.relation = new Uint8Array(this.length)
    this.columns = { old: this.#collect('old'), new: this.#collect('new') }
  }

  /** Wasteful pairs and reuses of the tool by what became of them. */
  counts(tool: Tool, normalisation: Normalisation): Record<PairStatus | 'moved', number> {
    const counts = { new: 0, gone: 0, changed: 0, unchanged: 0, moved: 0 }
    const statuses = this.statuses(tool, normalisation)
    for (const pair of this.ofTool(tool)) {
      if (this.isUseful(pair)) continue
      counts[STATUSES[statuses[pair]!]!]++
      if (this.matched.moved[pair] !== NOT_MOVED) counts.moved++
    }
    return counts
  }

  /** Without those of waiting, which is compared as a whole. */
  ofTool(tool: Tool): Int32Array {
    const wanted = TOOLS.indexOf(tool)
    const found = growingInt32()
    for (let pair = 0; pair < this.length; pair++) if (this.tool[pair] === wanted && NAMES[this.relation[pair]!] !== 'waiting') found.push(pair)
    return found.finish()
  }

  isUseful(pair: number): boolean {
    return NAMES[this.relation[pair]!] === 'use'
  }

  /** The amount that the pair is about: its waste, its use or its reuses. */
  amount(pair: number, factor: number): ComparedNumber {
    const tool = TOOLS[this.tool[pair]!]!
    return compareNumbers(this.#estimate('old', pair, tool), this.#estimate('new', pair, tool), factor)
  }

  /** Of its amount; without an object, for millions of pairs. */
  change(pair: number, factor: number): number {
    return roundedDifference(this.columns.old.amount[pair]!, this.columns.new.amount[pair]! * factor)
  }

  /** Its amount in the run that has more of it. */
  largest(pair: number, factor: number): number {
    return Math.max(this.columns.old.amount[pair]!, this.columns.new.amount[pair]! * factor)
  }

  /** By pair: position in STATUSES; 0 for pairs of other tools. */
  statuses(tool: Tool, normalisation: Normalisation): Uint8Array {
    const key = `${tool} ${normalisation}`
    let statuses = this.#statuses.get(key)
    if (!statuses) {
      statuses = new Uint8Array(this.length)
      const factor = this.#runs.factor(tool, normalisation) ?? 1
      const isExact = this.#runs.evidence('old', tool).exact && this.#runs.evidence('new', tool).exact
      for (const pair of this.ofTool(tool))
        statuses[pair] = STATUSES.indexOf(isExact ? this.#statusByChange(pair, this.change(pair, factor)) : this.#status(pair, this.amount(pair, factor)))
      this.#statuses.set(key, statuses)
    }
    return statuses
  }

  row(pair: number, factor: number): ComparedPair {
    const tool = TOOLS[this.tool[pair]!]!
    const amount = this.amount(pair, factor)
    const none = compareNumbers(NOTHING, NOTHING, 1)
    const name = NAMES[this.relation[pair]!]
    const { old, new: recent } = this.columns
    return {
      pair,
      tool,
      relation: RELATIONS[this.relation[pair]!]!,
      status: this.#status(pair, amount),
      moved: MOVES[this.matched.moved[pair]!]!,
      source: this.place(pair, 'source'),
      target: this.place(pair, 'target'),
      object: this.object(pair),
      oldPair: old.largest[pair]! < 0 ? null : old.largest[pair]!,
      newPair: recent.largest[pair]! < 0 ? null : recent.largest[pair]!,
      waste: name === 'waste' ? amount : none,
      use: name === 'use' ? amount : none,
      reused: name === 'reused' ? amount : none,
      shareOfTotal: compareRatios(this.#share('old', pair, tool), this.#share('new', pair, tool)),
      traps: { old: old.traps[pair]!, new: recent.traps[pair]! },
    }
  }

  object(pair: number): string | null {
    for (const side of ['new', 'old'] as const) {
      const row = this.columns[side].largest[pair]!
      const { pairs, objects } = this.#runs.profiles[side]
      if (row >= 0) return objects.length === 0 ? null : (objects[valueAt(pairs, 'object', row)]?.name ?? null)
    }
    return null
  }

  place(pair: number, end: 'source' | 'target'): ComparedPlace {
    const rows = { old: this.matched.rows.old[end][pair]!, new: this.matched.rows.new[end][pair]! }
    const old = this.#runs.place('old', rows.old)
    const recent = this.#runs.place('new', rows.new)
    const { nodes } = this.#runs.tree
    const { names } = this.#runs
    const row = rowOfPair(this.matched, end, pair)
    const file = nodes.file[row]!
    const name = names.functions[nodes.functionIndex[row]!]?.name ?? ''
    const shown = recent ?? old
    return {
      function: name,
      file: shown?.file ?? null,
      files: { old: old?.file ?? names.fileNames.old[file] ?? null, new: recent?.file ?? names.fileNames.new[file] ?? null },
      oldLine: old?.line ?? null,
      newLine: recent?.line ?? null,
      text: placeText(name, shown?.file ?? null, shown?.line ?? null, this.#runs.profiles[recent ? 'new' : 'old'].files),
    }
  }

  #collect(side: Side): SideColumns {
    const { pairs, run } = this.#runs.profiles[side]
    const [tool, relation] = [readAlone(pairs, 'tool'), readAlone(pairs, 'relation')]
    const [amount, traps] = [readAlone(pairs, 'amount'), readAlone(pairs, 'traps')]
    const zeros = (): Float64Array => new Float64Array(this.length)
    const columns: SideColumns = { amount: zeros(), traps: zeros(), intervals: null, largest: new Int32Array(this.length).fill(-1) }
    const numberOf = this.matched.numberOf[side]
    numberOf.forEach((number, pair) => {
      this.tool[number] = tool[pair]!
      this.relation[number] = relation[pair]!
      columns.amount[number]! += amount[pair]!
      columns.traps[number]! += traps[pair]!
      const held = columns.largest[number]!
      if (held < 0 || amount[pair]! > amount[held]!) columns.largest[number] = pair
    })
    if (run.engine === 'exhaustive') return columns
    const [intervalLow, intervalHigh] = [readAlone(pairs, 'intervalLow'), readAlone(pairs, 'intervalHigh')]
    const intervals = { middle: zeros(), halfSquared: zeros() }
    numberOf.forEach((number, pair) => {
      const half = (intervalHigh[pair]! - intervalLow[pair]!) / 2
      intervals.middle[number]! += intervalLow[pair]! + half
      intervals.halfSquared[number]! += half * half
    })
    return { ...columns, intervals }
  }

  #estimate(side: Side, pair: number, tool: Tool): Estimate {
    const { amount, traps } = this.columns[side]
    return this.#runs.evidence(side, tool).estimate(amount[pair]!, traps[pair]!, this.#shares(side, pair))
  }

  #share(side: Side, pair: number, tool: Tool): Estimate | null {
    const { amount, traps } = this.columns[side]
    return this.#runs.evidence(side, tool).share(amount[pair]!, traps[pair]!, this.#shares(side, pair))
  }

  /** 95 % interval of the pair's share of the total; null where one of its pairs has none. */
  #shares(side: Side, pair: number): [number, number] | null {
    const { intervals } = this.columns[side]
    if (intervals === null) return null
    const { middle, halfSquared } = intervals
    const half = Math.sqrt(halfSquared[pair]!)
    return Number.isNaN(half) || half === 0 ? null : [Math.max(0, middle[pair]! - half), Math.min(1, middle[pair]! + half)]
  }

  /** A pair seen in one run alone, in an amount that may be chance, was too rare to be seen twice. */
  #status(pair: number, { change, significance }: ComparedNumber): PairStatus {
    return significance === 'noise' ? 'unchanged' : this.#statusByChange(pair, change)
  }

  #statusByChange(pair: number, change: number): PairStatus {
    if (change === 0) return 'unchanged'
    if (this.columns.old.largest[pair]! < 0) return 'new'
    return this.columns.new.largest[pair]! < 0 ? 'gone' : 'changed'
  }
}

export const STATUSES: readonly PairStatus[] = ['unchanged', 'new', 'gone', 'changed']

/** Less waste is a win, and so are fewer reuses; more a loss. Neither where it may be chance. @param amount not of use, which is neither */
export function isInDirection(amount: ComparedNumber, direction: Direction): boolean {
  const { change, significance } = amount
  if (direction === 'all') return true
  if (significance === 'noise') return false
  return direction === 'wins' ? change < 0 : change > 0
}
