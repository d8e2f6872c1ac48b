/**
 * The result that a sampler should find: the exact fraction of every context, weighted by a run's samples there
 * (metrics.md section 9). The clock interrupts slow accesses more often than quick ones, which is not an error of the
 * sampler.
 */
import { fraction } from '../../shared/metrics/totals.ts'
import { isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import { INSTRUCTION, isCalledRow } from '../../shared/profile/tables.ts'
import type { Tool } from '../../shared/run.ts'
import { moduleIdentity } from './stable_contexts.ts'
import type { StableContexts } from './stable_contexts.ts'

/** Bytes; accessed is 0 if the exact run keeps it only by line or function. */
interface Amounts {
  waste: number
  use: number
  accessed: number
}

/** The outcomes of a context's bytes in the exact run. */
export interface ExactOutcome {
  fraction: number
  /** Share of the bytes that ended in waste or use, 0..1: the rest was freed, unfinished or accessed by another thread. */
  decided: number
}

/** Waste and use of one tool in an exact run, by context and by instruction. */
export class ExactFractions {
  readonly #contexts = new Map<number, Amounts>()
  readonly #instructions = new Map<string, Amounts>()
  /** Numbers of all calls that the exact run made. */
  readonly #frames = new Set<number>()

  /** @param numbers StableContexts.numbersOf the profile */
  constructor(profile: ProfileTables, numbers: Int32Array, tool: Tool) {
    const { nodes, pairs, contextTotals } = profile
    for (let row = 0; row < nodes.length; row++) if (isCalledRow(nodes.kind[row]!)) this.#frames.add(numbers[row]!)
    const number = TOOLS.indexOf(tool)
    for (let row = 0; row < contextTotals.length; row++) {
      if (contextTotals.tool[row] === number)
        this.#add(profile, numbers, contextTotals.node[row]!, { waste: 0, use: contextTotals.use[row]!, accessed: contextTotals.accessed[row]! })
    }
    for (let row = 0; row < pairs.length; row++) {
      if (pairs.tool[row] !== number || !isWasteful(RELATIONS[pairs.relation[row]!]!)) continue
      this.#add(profile, numbers, pairs.source[row]!, { waste: pairs.amount[row]!, use: 0, accessed: 0 })
    }
  }

  /**
   * Amounts of an instruction row of another profile of the same program; null if the exact run knows nothing of it. Its
   * wasteful pairs begin at instructions: in the same frame, an access that begins none is used, if anything was
   * decided there; that is kept by line, or by function.
   */
  at(profile: ProfileTables, numbers: Int32Array, row: number): ExactOutcome | null {
    const own = this.#contexts.get(numbers[row]!)
    if (own !== undefined) return outcomeOf(own)
    const frame = frameOf(profile, row)
    if (this.#frames.has(numbers[frame]!)) return { fraction: 0, decided: this.#decidedAbove(profile, numbers, row, frame) }
    const elsewhere = this.#instructions.get(instructionKey(profile, row))
    return elsewhere === undefined ? null : outcomeOf(elsewhere)
  }

  #decidedAbove({ nodes }: ProfileTables, numbers: Int32Array, row: number, frame: number): number {
    for (let above = nodes.parent[row]!; above >= frame; above = nodes.parent[above]!) {
      const known = this.#contexts.get(numbers[above]!)
      if (known !== undefined) return outcomeOf(known).decided
    }
    return 1
  }

  #add(profile: ProfileTables, numbers: Int32Array, row: number, amounts: Amounts): void {
    addTo(this.#contexts, numbers[row]!, amounts)
    if (profile.nodes.kind[row] === INSTRUCTION) addTo(this.#instructions, instructionKey(profile, row), amounts)
  }
}

function outcomeOf({ waste, use, accessed }: Amounts): ExactOutcome {
  return { fraction: fraction(waste, use) ?? 0, decided: accessed > 0 ? Math.min(1, (waste + use) / accessed) : 1 }
}

function frameOf({ nodes }: ProfileTables, row: number): number {
  let frame = row
  while (frame > 0 && !isCalledRow(nodes.kind[frame]!)) frame = nodes.parent[frame]!
  return frame
}

function addTo<Key>(sums: Map<Key, Amounts>, key: Key, { waste, use, accessed }: Amounts): void {
  const known = sums.get(key)
  if (known) {
    known.waste += waste
    known.use += use
    known.accessed += accessed
  } else {
    sums.set(key, { waste, use, accessed })
  }
}

function instructionKey({ nodes, instructions, modules }: ProfileTables, row: number): string {
  const { module, address } = instructions[nodes.instruction[row]!]!
  return `${moduleIdentity(modules[module])} ${address}`
}

export interface DriverWeightedTruth {
  /** Null where nothing was found. */
  fraction: number | null
  /** Share of the samples with some outcome of their context or instruction in the exact run. */
  found: number
}

/**
 * Samples of bytes that ended in neither waste nor use weigh nothing, because these bytes are in no exact fraction: if
 * samples are distributed like the accesses, the result is the exact fraction of the whole run.
 * @param profile of the sampler's run
 */
export function driverWeightedTruth(profile: ProfileTables, contexts: StableContexts, exact: ExactFractions, tool: Tool): DriverWeightedTruth {
  const { watches } = profile
  const numbers = contexts.numbersOf(profile)
  let samples = 0
  let found = 0
  let decided = 0
  let wasted = 0
  for (let row = 0; row < watches.length; row++) {
    if (TOOLS[watches.tool[row]!] !== tool) continue
    samples += watches.samples[row]!
    const truth = exact.at(profile, numbers, watches.node[row]!)
    if (truth === null) continue
    found += watches.samples[row]!
    decided += watches.samples[row]! * truth.decided
    wasted += watches.samples[row]! * truth.decided * truth.fraction
  }
  return { fraction: decided > 0 ? wasted / decided : null, found: samples > 0 ? found / samples : 0 }
}
