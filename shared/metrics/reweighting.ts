/**
 * Turns a profile that the clock drove into an access-weighted one by a counting run of the exhaustive engine
 * (metrics.md section 9): a sample at instruction i represents count_i / samples_i accesses, and their bytes. So what
 * executes often and quickly weighs as much as it accesses, though the clock seldom finds it.
 */
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import type { ContextTotalTable } from '../profile/tables.ts'
import type { Reweighted, Tool } from '../run.ts'
import { accessesOf } from '../tools.ts'
import { freedSamples } from './freed_samples.ts'

interface AccessCounts {
  instances: number
  bytes: number
}

/** Exact accesses of a counting run. */
export interface InstructionCounts {
  /** By row of the profile's instructions; instructions that did not run have 0. */
  loads: { instances: Float64Array; bytes: Float64Array }
  stores: { instances: Float64Array; bytes: Float64Array }
  /** Counts of everything that ran. */
  total: { loads: AccessCounts; stores: AccessCounts }
}

export interface CountingRun {
  counts: InstructionCounts
  command: string[]
  /** It had the sampled run's input; false: a smaller input, which the person declared. */
  sameInput: boolean
  /** CPU time that the counting run's program takes without the engine, s; null: not known, distances stay times. */
  cpuSeconds: number | null
}

interface SampleWeights {
  /** Bytes and accesses that a sample of a tool at a node's instruction represents; 0 where nothing was counted. */
  bytes(node: number, tool: number): number
  instances(node: number, tool: number): number
}

const NANOSECONDS_PER_SECOND = 1e9

/** @throws Error for profiles that accesses drove already: there is nothing to reweigh */
export function reweigh(profile: ProfileTables, { counts, command, sameInput, cpuSeconds }: CountingRun): ProfileTables {
  if (profile.run.driver !== 'cpu-time') throw new Error('only profiles sampled by the clock can be reweighted')
  const { pairs, threadShares, reuses, censored, run } = profile
  const sampled = new SampledInstructions(profile, counts)
  const { total } = counts
  const accessRate = cpuSeconds !== null && cpuSeconds > 0 ? (total.loads.instances + total.stores.instances) / cpuSeconds : null
  const amount = pairs.amount.map((_, pair) => pairs.credit[pair]! * sampled.bytes(pairs.source[pair]!, pairs.tool[pair]!))
  const ratio = amount.map((value, pair) => (pairs.amount[pair]! > 0 ? value / pairs.amount[pair]! : 0))
  const weight = (node: number): number => sampled.instances(node, REUSE_DISTANCE)
  const distances =
    accessRate === null
      ? (distance: Float64Array) => distance
      : (distance: Float64Array, least: number) => distance.map((ns) => Math.max(least, Math.round((ns * accessRate) / NANOSECONDS_PER_SECOND)))
  const reweighted: Reweighted = { command, sameInput, ...sampled.shares(run.tools), accessRate, period: run.period }
  return {
    ...profile,
    run: {
      ...run,
      driver: 'accesses',
      unit: 'bytes',
      period: sampled.meanPeriod(),
      ...(accessRate !== null && run.distanceUnit ? { distanceUnit: 'accesses' } : {}),
      reweighted,
    },
    intervals: [],
    pairs: { ...pairs, amount, intervalLow: new Float64Array(pairs.length).fill(Number.NaN), intervalHigh: new Float64Array(pairs.length).fill(Number.NaN) },
    threadShares: { ...threadShares, amount: threadShares.amount.map((value, row) => value * ratio[threadShares.pair[row]!]!) },
    threads: reweighThreads(profile, ratio),
    reuses: { ...reuses, distance: distances(reuses.distance, 1), weight: reuses.weight.map((value, row) => value * weight(pairs.source[reuses.pair[row]!]!)) },
    censored: { ...censored, distance: distances(censored.distance, 0), weight: censored.weight.map((value, row) => value * weight(censored.node[row]!)) },
    contextTotals: sampledTotals(profile, sampled),
  }
}

const REUSE_DISTANCE = TOOLS.indexOf('reuse-distance')

class SampledInstructions implements SampleWeights {
  readonly #instruction: Int32Array
  readonly #counts: InstructionCounts
  /** [tool]: samples by instruction. */
  readonly #samples: Float64Array[]

  constructor({ nodes, instructions, watches }: ProfileTables, counts: InstructionCounts) {
    this.#instruction = nodes.instruction
    this.#counts = counts
    this.#samples = TOOLS.map(() => new Float64Array(instructions.length))
    for (let row = 0; row < watches.length; row++) this.#samples[watches.tool[row]!]![nodes.instruction[watches.node[row]!]!]! += watches.samples[row]!
  }

  bytes(node: number, tool: number): number {
    return this.#perSample(this.#instruction[node]!, tool, 'bytes')
  }

  instances(node: number, tool: number): number {
    return this.#perSample(this.#instruction[node]!, tool, 'instances')
  }

  /** Accesses per sample, over all samples of all tools that were counted. */
  meanPeriod(): number {
    let samples = 0
    let instances = 0
    this.#eachSampled((instruction, tool, count) => {
      const own = this.#counted(instruction, tool, 'instances')
      if (own === 0) return
      samples += count
      instances += own
    })
    return samples > 0 ? instances / samples : 0
  }

  /** Shares of the bytes that the tools look at and of their samples: the smallest of any tool. */
  shares(tools: readonly Tool[]): { covered: number; counted: number } {
    const shares = tools.map((tool) => {
      const number = TOOLS.indexOf(tool)
      const sums = { covered: 0, samples: 0, counted: 0 }
      this.#eachSampled((instruction, of, count) => {
        if (of !== number) return
        const bytes = this.#counted(instruction, of, 'bytes')
        sums.covered += bytes
        sums.samples += count
        if (bytes > 0) sums.counted += count
      })
      const all = accessesOf(tool).reduce((sum, kind) => sum + this.#counts.total[kind].bytes, 0)
      return { covered: all > 0 ? Math.min(1, sums.covered / all) : 0, counted: sums.samples > 0 ? sums.counted / sums.samples : 0 }
    })
    return { covered: Math.min(1, ...shares.map((share) => share.covered)), counted: Math.min(1, ...shares.map((share) => share.counted)) }
  }

  #perSample(instruction: number, tool: number, measure: keyof AccessCounts): number {
    const samples = this.#samples[tool]![instruction] ?? 0
    return samples > 0 ? this.#counted(instruction, tool, measure) / samples : 0
  }

  #counted(instruction: number, tool: number, measure: keyof AccessCounts): number {
    return accessesOf(TOOLS[tool]!).reduce((sum, kind) => sum + this.#counts[kind][measure][instruction]!, 0)
  }

  #eachSampled(visit: (instruction: number, tool: number, samples: number) => void): void {
    this.#samples.forEach((column, tool) =>
      column.forEach((samples, instruction) => {
        if (samples > 0) visit(instruction, tool, samples)
      }),
    )
  }
}

/** Samples of every context as bytes: those that nothing accounts for stand as unfinished. */
function sampledTotals(profile: ProfileTables, weights: SampleWeights): ContextTotalTable {
  const { watches } = profile
  const freed = freedSamples(profile)
  const of = (measure: (row: number) => number): Float64Array => Float64Array.from({ length: watches.length }, (_, row) => measure(row))
  const none = new Float64Array(watches.length)
  const bytes = of((row) => weights.bytes(watches.node[row]!, watches.tool[row]!))
  return {
    length: watches.length,
    node: watches.node,
    tool: watches.tool,
    instances: of((row) => watches.samples[row]! * weights.instances(watches.node[row]!, watches.tool[row]!)),
    accessed: of((row) => watches.samples[row]! * bytes[row]!),
    use: none,
    unfinished: of((row) => Math.max(0, watches.samples[row]! - watches.accounted[row]!) * bytes[row]!),
    freed: of((row) => freed[row]! * bytes[row]!),
    interleaved: none,
    first: none,
    waiting: none,
  }
}

/** A thread's waste and use change as the pairs do that it has a share of. */
function reweighThreads({ threads, threadShares, pairs }: ProfileTables, ratio: Float64Array): ProfileTables['threads'] {
  const lifted = threads.map((thread) => ({
    ...thread,
    tools: Object.fromEntries(Object.entries(thread.tools).map(([tool, totals]) => [tool, { ...totals, waste: 0, use: 0 }])),
  }))
  for (let row = 0; row < threadShares.length; row++) {
    const pair = threadShares.pair[row]!
    const totals = lifted[threadShares.thread[row]!]!.tools[TOOLS[pairs.tool[pair]!]!]
    const relation = RELATIONS[pairs.relation[pair]!]!
    const amount = threadShares.amount[row]! * ratio[pair]!
    if (totals && isWasteful(relation)) totals.waste += amount
    else if (totals && isUse(relation)) totals.use += amount
  }
  return lifted
}
