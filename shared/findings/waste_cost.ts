/**
 * The share of the run that goes into waste, as an upper bound (docs/metrics.md, Findings): the own cost of the innermost
 * loop around each wasted access (else of its line, else of its function), times the share of the tool's accesses there
 * that are wasted. Contexts with few observations share them with the other contexts of the same loop.
 */
import { FEWEST_TRAPS } from '../metrics/statistics/bootstrap.ts'
import { scoreInterval } from '../metrics/statistics/binomial.ts'
import { costInterval, type RunCost } from '../metrics/run_cost.ts'
import { decidedByContext, freedByContext } from '../metrics/totals.ts'
import { designEffect, effectiveTrials } from '../metrics/unequal_periods.ts'
import { sumUpwards } from '../profile/tree/call_tree.ts'
import { RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import { isCalledRow, LOOP } from '../profile/tables.ts'
import type { Tool } from '../run.ts'
import type { ChargedPlaces } from './charged_places.ts'
import { OWN } from './own_code.ts'
import type { WastedAmount } from './group_pairs.ts'
import { wastesEarlier } from './tool_findings.ts'

/** Cost of a load that hits the smallest cache, with which reuses that miss it are compared. */
const HIT_CYCLES = 4

export interface WasteCost {
  /** Share of the run, 0..1; null if the run's cost is not known. */
  share: number | null
  /** Null also where everything was counted. */
  interval: [low: number, high: number] | null
  /** Share of the run that is spent in the units at all; null as `share`. */
  ofUnits: number | null
  /** Share of the tool's accesses in the units that are wasted; weighted by the cost of the units where that is known. */
  wasted: number
  /** Row of the tree of the unit with most of it, and how many units there are, contexts of one loop being one. */
  unit: number
  units: number
}

/** Of functions as compiled. */
export interface FunctionCost extends Pick<WasteCost, 'share' | 'interval'> {
  functions: number
  /** Numbers of their lines that cost something. */
  lines: ReadonlySet<number>
}

/** By row of the tree. */
interface ToolAccesses {
  amount: Float64Array
  /** Empty where every access was counted: nothing depends on them. */
  observations: Float64Array
}

export class WasteCosts {
  readonly #profile: Pick<ProfileTables, 'nodes' | 'pairs' | 'watches' | 'contextTotals' | 'counters' | 'run'>
  readonly #places: ChargedPlaces
  readonly #cost: RunCost | null
  readonly #wasted: WastedAmount
  readonly #accesses = new Map<Tool, ToolAccesses>()
  readonly #unitCost: Float64Array
  readonly #unitObservations: Float64Array
  /** Waste by unit; all 0 between questions. */
  readonly #waste: Float64Array
  /** By row, with all that is below it; null until it is requested. */
  #inclusive: { spent: Float64Array; seen: Float64Array } | null = null
  /** Numbers of units as written, in all their contexts. */
  readonly #poolNumbers = new Map<string, number>()
  /** Their rows, where observations are so few that contexts share them. */
  readonly #poolUnits: number[][] = []

  constructor(
    profile: Pick<ProfileTables, 'nodes' | 'pairs' | 'watches' | 'contextTotals' | 'counters' | 'run'>,
    places: ChargedPlaces,
    cost: RunCost | null,
    wasted: WastedAmount,
  ) {
    this.#profile = profile
    this.#places = places
    this.#cost = cost
    this.#wasted = wasted
    const { length } = profile.nodes
    this.#waste = new Float64Array(length)
    this.#unitCost = new Float64Array(cost === null ? 0 : length)
    this.#unitObservations = new Float64Array(cost === null ? 0 : length)
    cost?.node.forEach((node, row) => {
      if (node < 0) return
      this.#unitCost[places.unit[node]!]! += cost.own[row]!
      this.#unitObservations[places.unit[node]!]! += cost.observations[row]!
    })
    // Trees of counted runs are large.
    if (profile.run.engine === 'exhaustive') return
    for (let row = 1; row < length; row++) if (places.unit[row] === row) this.#poolUnits[this.#poolOf(row)]!.push(row)
  }

  /** Share of the run; null if its cost is not known. @param pairs of one tool, any number of them */
  shareOf(tool: Tool, pairs: readonly number[]): number | null {
    return this.#cost === null ? null : this.of(tool, pairs).share
  }

  /** @param pairs of one tool */
  of(tool: Tool, pairs: readonly number[]): WasteCost {
    const accesses = this.#accessesOf(tool)
    const side = wastesEarlier(tool) ? this.#profile.pairs.source : this.#profile.pairs.target
    const waste = this.#waste
    const touched: number[] = []
    for (const pair of pairs) {
      const unit = this.#places.unit[side[pair]!]!
      const amount = this.#wasted(pair)
      if (waste[unit] === 0 && amount > 0) touched.push(unit)
      waste[unit]! += amount
    }
    const exact = this.#profile.run.engine === 'exhaustive'
    const sum = { cost: 0, wastedCost: 0, interrupts: 0, accesses: 0, waste: 0, observations: 0 }
    const pooled = new Map<number, number>()
    const written = new Float64Array(touched.length)
    const add = (cost: number, interrupts: number, all: number, wasted: number, observations: number): void => {
      const share = all > 0 ? Math.min(1, wasted / all) : 0
      sum.cost += cost
      sum.wastedCost += cost * share
      sum.interrupts += interrupts
      sum.accesses += all
      sum.waste += wasted
      sum.observations += observations
    }
    let heaviest = touched[0] ?? 0
    for (const [at, unit] of touched.entries()) {
      const wasted = waste[unit]!
      if (wasted > waste[heaviest]!) heaviest = unit
      written[at] = this.#writtenAs(unit)
      if (exact || accesses.observations[unit]! >= FEWEST_TRAPS)
        add(this.#unitCost[unit] ?? 0, this.#unitObservations[unit] ?? 0, accesses.amount[unit]!, wasted, exact ? 0 : accesses.observations[unit]!)
      else {
        const pool = this.#poolOf(unit)
        pooled.set(pool, (pooled.get(pool) ?? 0) + wasted)
      }
    }
    for (const [pool, wasted] of pooled) {
      const units = this.#poolUnits[pool]!.filter((unit) => accesses.observations[unit]! < FEWEST_TRAPS)
      const total = (column: Float64Array): number => units.reduce((all, unit) => all + (column[unit] ?? 0), 0)
      add(total(this.#unitCost), total(this.#unitObservations), total(accesses.amount), wasted, total(accesses.observations))
    }
    for (const each of touched) waste[each] = 0
    const unit = heaviest
    const plain = sum.accesses > 0 ? Math.min(1, sum.waste / sum.accesses) : 0
    const units = distinct(written)
    if (this.#cost === null) return { share: null, interval: null, ofUnits: null, wasted: plain, unit, units }
    const ofUnits = sum.cost / this.#cost.amount
    const wasted = sum.cost > 0 ? sum.wastedCost / sum.cost : plain
    const weights = this.#profile.run.sampleWeights
    const { amount, interrupts } = this.#cost
    const trials = interrupts === null ? null : effectiveTrials({ amount: sum.cost, trials: sum.interrupts }, { amount, trials: interrupts }, weights)
    return {
      share: ofUnits * wasted,
      ofUnits,
      wasted,
      unit,
      units,
      interval: trials === null ? null : productInterval([ofUnits, trials], [wasted, exact ? null : Math.max(1, sum.observations / designEffect(weights))]),
    }
  }

  /**
   * The inclusive cost of calls, for changes that spare the calls and not only their wasted accesses.
   * @param roots rows of the calls; a row below another one counts once @param kept rows of calls below them that stay
   * @returns null: the run's cost is not known
   */
  ofCalls(roots: ReadonlySet<number>, kept: ReadonlySet<number> = new Set()): Pick<WasteCost, 'share' | 'interval'> | null {
    if (this.#cost === null) return null
    const { parent } = this.#profile.nodes
    this.#inclusive ??= inclusiveCost(this.#cost, parent)
    let [spent, seen] = [0, 0]
    const { spent: costs, seen: observations } = this.#inclusive
    const add = (rows: ReadonlySet<number>, sign: number): void => {
      for (const root of rows) {
        let above = parent[root]!
        while (above > 0 && !rows.has(above)) above = parent[above]!
        if (above > 0) continue
        spent += sign * costs[root]!
        seen += sign * observations[root]!
      }
    }
    add(roots, 1)
    add(kept, -1)
    return { share: spent / this.#cost.amount, interval: costInterval(spent, seen, this.#cost) }
  }

  /**
   * The cost of functions as compiled, in all of their contexts, without their callees.
   * @param access rows of the tree, each in one of the functions
   * @returns null: the run's cost is not known
   */
  ofFunctionsAround(access: readonly number[]): FunctionCost | null {
    if (this.#cost === null) return null
    const { parent, kind, functionIndex, line } = this.#profile.nodes
    const functionOf = (row: number): number => {
      let at = row
      while (at > 0 && !isCalledRow(kind[at]!)) at = parent[at]!
      return at > 0 ? functionIndex[at]! : -1
    }
    const functions = new Set(access.map(functionOf))
    functions.delete(-1)
    const { node, own, observations } = this.#cost
    let [spent, seen] = [0, 0]
    const lines = new Set<number>()
    node.forEach((at, row) => {
      if (at < 0 || !functions.has(functionOf(at))) return
      spent += own[row]!
      seen += observations[row]!
      lines.add(line[at]! > 0 ? line[at]! : line[parent[at]!]!)
    })
    return { share: spent / this.#cost.amount, interval: costInterval(spent, seen, this.#cost), functions: functions.size, lines }
  }

  /**
   * The own cost of the loops and lines of a statement, in all contexts. @param file its row @param first and last line
   * @returns null: the run's cost is not known
   */
  ofLines(file: number, first: number, last: number): Pick<WasteCost, 'share' | 'interval' | 'ofUnits'> | null {
    if (this.#cost === null) return null
    const { nodes } = this.#profile
    let [spent, seen] = [0, 0]
    this.#unitCost.forEach((cost, unit) => {
      if (isCalledRow(nodes.kind[unit]!) || nodes.file[unit] !== file || nodes.line[unit]! < first || nodes.line[unit]! > last) return
      spent += cost
      seen += this.#unitObservations[unit]!
    })
    const share = spent / this.#cost.amount
    return { share, ofUnits: share, interval: costInterval(spent, seen, this.#cost) }
  }

  /** Whether the unit is a loop, a function or a line. */
  kindOf(unit: number): 'loop' | 'function' | 'line' {
    const kind = this.#profile.nodes.kind[unit]!
    return kind === LOOP ? 'loop' : isCalledRow(kind) ? 'function' : 'line'
  }

  /** A number for the loop, line or function, the same in all contexts. */
  #writtenAs(unit: number): number {
    const { kind, file, line, functionIndex } = this.#profile.nodes
    return !isCalledRow(kind[unit]!) && line[unit]! > 0 ? file[unit]! * 2 ** 24 + line[unit]! : -1 - functionIndex[unit]!
  }

  /** The accesses that the tool saw in each unit, waste or not, on the side that can be wasted. */
  #accessesOf(tool: Tool): ToolAccesses {
    let known = this.#accesses.get(tool)
    if (known !== undefined) return known
    const { nodes, pairs, contextTotals, run } = this.#profile
    const exact = run.engine === 'exhaustive'
    known = { amount: new Float64Array(nodes.length), observations: new Float64Array(exact ? 0 : nodes.length) }
    this.#accesses.set(tool, known)
    const number = TOOLS.indexOf(tool)
    const side = wastesEarlier(tool) ? pairs.source : pairs.target
    const isReuse = tool === 'reuse-distance'
    // Each column is looked up once: a profile checks on each access whether it was read.
    const { tool: toolOf, relation, amount, traps } = pairs
    const { unit: unitOf } = this.#places
    for (let pair = 0; pair < pairs.length; pair++) {
      if (toolOf[pair] !== number) continue
      const unit = unitOf[side[pair]!]!
      if (!isReuse || RELATIONS[relation[pair]!] === 'REUSED_BY')
        known.amount[unit]! += isReuse ? this.#wasted(pair) + HIT_CYCLES * amount[pair]! : amount[pair]!
      if (!exact) known.observations[unit]! += traps[pair]!
    }
    if (tool === 'false-sharing' && contextTotals.length === 0) this.#addDecided(known)
    if (wastesEarlier(tool) && !exact && contextTotals.length === 0) this.#addFreed(known, tool)
    if (isReuse || contextTotals.length === 0) return known
    const counted = new Float64Array(nodes.length)
    const { tool: toolOfTotal, node, accessed } = contextTotals
    for (let row = 0; row < contextTotals.length; row++) if (toolOfTotal[row] === number) counted[unitOf[node[row]!]!]! += accessed[row]!
    // Some tools count what no pair represents at one side alone.
    for (let unit = 0; unit < counted.length; unit++) known.amount[unit] = Math.max(known.amount[unit]!, counted[unit]!)
    return known
  }

  /** Stores to memory that is freed unread have no pair, and are not wasted by the tool's definition. */
  #addFreed(known: ToolAccesses, tool: Tool): void {
    for (const { node, samples, amount } of freedByContext(this.#profile, tool)) {
      known.amount[this.#places.unit[node]!]! += amount
      known.observations[this.#places.unit[node]!]! += samples
    }
  }

  /** Sharing has no pairs of use: its whole is the decided samples. */
  #addDecided(known: ToolAccesses): void {
    const decided: ToolAccesses = { amount: new Float64Array(known.amount.length), observations: new Float64Array(known.amount.length) }
    for (const { node, samples, amount } of decidedByContext(this.#profile, 'false-sharing')) {
      const unit = this.#places.unit[node]!
      decided.amount[unit]! += amount
      decided.observations[unit]! += samples
    }
    for (let unit = 0; unit < known.amount.length; unit++) {
      known.amount[unit] = Math.max(known.amount[unit]!, decided.amount[unit]!)
      known.observations[unit] = Math.max(known.observations[unit]!, Math.round(decided.observations[unit]!))
    }
  }

  /** Units of the program's own code are one in all contexts; those of libraries are one for each place that calls. */
  #poolOf(unit: number): number {
    const { nodes } = this.#profile
    const { place, charge, owners } = this.#places
    const isOwn = owners[nodes.functionIndex[unit]!] === OWN && charge[unit] !== -1
    const what = isCalledRow(nodes.kind[unit]!)
      ? `f${nodes.functionIndex[unit]}`
      : nodes.line[unit]! > 0
        ? `${nodes.file[unit]}:${nodes.line[unit]}`
        : `${nodes.functionIndex[unit]}@${nodes.address[unit]}`
    const key = `${isOwn ? '' : place[unit]}|${nodes.kind[unit]}|${what}`
    let number = this.#poolNumbers.get(key)
    if (number === undefined) {
      number = this.#poolUnits.push([]) - 1
      this.#poolNumbers.set(key, number)
    }
    return number
  }
}

function inclusiveCost({ node, own, observations }: RunCost, parent: Int32Array): { spent: Float64Array; seen: Float64Array } {
  const [spent, seen] = [new Float64Array(parent.length), new Float64Array(parent.length)]
  node.forEach((at, row) => {
    if (at < 0) return
    spent[at]! += own[row]!
    seen[at]! += observations[row]!
  })
  return { spent: sumUpwards(parent, spent), seen: sumUpwards(parent, seen) }
}

/** How many different numbers there are. A set of a million takes longer than sorting them. @param numbers sorted afterwards */
function distinct(numbers: Float64Array): number {
  numbers.sort()
  let count = 0
  for (let at = 0; at < numbers.length; at++) if (at === 0 || numbers[at] !== numbers[at - 1]) count++
  return count
}

/**
 * 95 % interval of a product of two shares seen in independent trials: the distances of both intervals from their shares,
 * added as squares (Zou & Donner, Stat. Med. 27, 2008). @param trials null: the share is exact
 */
function productInterval(one: [share: number, trials: number | null], other: [share: number, trials: number | null]): [number, number] {
  const [a, b] = [one[0], other[0]]
  const bounds = ([share, trials]: [number, number | null]): [number, number] =>
    trials === null ? [share, share] : scoreInterval(Math.min(1, share) * trials, trials)
  const [[lowA, highA], [lowB, highB]] = [bounds(one), bounds(other)]
  const low = a * b - Math.hypot(b * (a - lowA), a * (b - lowB))
  // Where one of them is 0, squares of distances tell nothing of the other.
  const high = Math.max(a * b + Math.hypot(b * (highA - a), a * (highB - b)), a === 0 || b === 0 ? highA * highB : 0)
  return [Math.max(0, low), Math.min(1, high)]
}
