/** Pairs of all writers as one table over the one tree; a pair is the same by tool, relation, flags, both instructions, object and scope. */
import { growingFloat64, growingInt32 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import type { PairTable } from '../../../shared/profile/tables.ts'
import {
  MODULE_UNKNOWN,
  PAIR_FLAG_APPROXIMATE,
  PAIR_FLAG_CALLING_UNSURE,
  PAIR_FLAG_LOADED,
  PAIR_FLAG_OTHER_PART,
  PAIR_FLAG_OVERLAP,
} from '../../raw/raw_layout.ts'
import type { RawProcess, RawWriter } from '../../raw/raw_process.ts'
import type { ContextTree } from '../build_tree.ts'
import type { DataObjects } from '../symbols/data_objects.ts'
import { dealtSamples } from './dealing.ts'
import type { Merged } from '../merged.ts'
import { ScopeFinder } from '../symbols/scopes.ts'

/** The trap log: one entry per logged trap, in no order. */
export interface TrapLog {
  /** ns since the start of the recording. */
  time: Float64Array
  /** Row of the pair table. */
  pair: Int32Array
  /** Samples that the trap represents. */
  credit: Float64Array
}

export interface MergedPairs {
  pairs: PairTable
  traps: TrapLog
  /** [process][writer]: row of each pair of the writer; −1 for pairs at a thread's root (damage), which are left out. */
  pairRows: Int32Array[][]
  /** The same of exact pairs; empty for writers without any. */
  exactPairRows: Int32Array[][]
  /** Pairs whose scope was measured, but is no row of the tree. */
  lostScopes: number
}

const TOOL_SHIFT = 16
const RELATION_SHIFT = 8
const KNOWN_FLAGS = PAIR_FLAG_APPROXIMATE | PAIR_FLAG_CALLING_UNSURE | PAIR_FLAG_OTHER_PART | PAIR_FLAG_OVERLAP | PAIR_FLAG_LOADED
const SUMMED = ['amount', 'traps', 'credit', 'bytes', 'partial', 'latency', 'latencyCredit', 'cacheMisses', 'interleavedInstances', 'interleavedBytes'] as const
type Sums = Record<(typeof SUMMED)[number], number>

/** 1 for merged contexts that made an access, or allocated accessed memory. */
export function accessContexts(processes: RawProcess[], merged: Merged): Uint8Array {
  const used = new Uint8Array(merged.contexts.length)
  const use = (context: number): void => {
    if (context >= 0) used[context] = 1
  }
  eachWriter(processes, merged, (writer, rows, process) => {
    writer.pairs.watch.forEach((context, pair) => use(merged.contextRows[process]![writer.pairs.watchWriter[pair]!]![context]!))
    for (const column of [writer.pairs.trap, writer.watches.context, writer.interrupts.context, writer.censored.context])
      for (const context of column) use(rows[context]!)
    for (const { context } of writer.spatialValues) if (context >= 0) use(rows[context]!)
    if (!writer.exact) return
    for (const column of [writer.exact.pairs.watch, writer.exact.pairs.trap]) for (const context of column) use(rows[context]!)
    for (const { context } of writer.exact.objects) if (context >= 0) use(rows[context]!)
  })
  return used
}

/** @param starts start of each process's clock, ns */
export function mergePairs(processes: RawProcess[], merged: Merged, tree: ContextTree, objects: DataObjects, starts: number[]): MergedPairs {
  const merger = new PairMerger(tree.instructionNode)
  const scopes = new ScopeFinder(tree)
  const log = { time: growingFloat64(), pair: growingInt32(), credit: growingFloat64() }
  const pairRows: Int32Array[][] = processes.map(() => [])
  const exactPairRows: Int32Array[][] = processes.map(() => [])
  eachWriter(processes, merged, (writer, rows, process, position) => {
    const mergedPair = merger.sampled(writer, rows, merged.contextRows[process]!, dealtSamples(processes[process]!.header), (pair) => ({
      // Memory outside modules has a different address in every run, so it does not distinguish pairs. The first line
      // names it.
      known: isInModule(writer, pair) ? objects.ofLine(process, writer.pairs.lineModule[pair]!, writer.pairs.lineOffset[pair]!) : -1,
      first: () => (writer.pairs.lineModule[pair] === MODULE_UNKNOWN ? objects.ofMemory(writer.pairs.lineOffset[pair]!) : -1),
    }))
    pairRows[process]!.push(mergedPair)
    for (const { length, time, pair, credit } of [writer.traps, writer.reuses]) {
      for (let trap = 0; trap < length; trap++) {
        const row = mergedPair[pair[trap]!]!
        if (row < 0) continue
        log.time.push(time[trap]! - starts[process]!)
        log.pair.push(row)
        log.credit.push(credit[trap]!)
      }
    }
    exactPairRows[process]!.push(
      merger.exact(writer, rows, (pair, node) => scopes.node(writer.exact!.scopes, pair, rows, node), objects.rowsOf(process, position)),
    )
  })
  return {
    pairs: merger.finish(),
    pairRows,
    exactPairRows,
    lostScopes: scopes.lost,
    traps: { time: log.time.finish(), pair: log.pair.finish(), credit: log.credit.finish() },
  }
}

function isInModule({ pairs }: RawWriter, pair: number): boolean {
  return pairs.lineModule[pair] !== 0 && pairs.lineModule[pair] !== MODULE_UNKNOWN
}

/** Object of a pair: the one that distinguishes it, else that of the first pair with its identity. */
type ObjectOf = (pair: number) => { known: number; first: () => number }

class PairMerger {
  readonly #instructionNode: Int32Array
  readonly #edges = new PairInterner()
  readonly #kinds = new PairInterner()
  readonly #places = new PairInterner()
  readonly #identities = new PairInterner()
  readonly #sums = Object.fromEntries(SUMMED.map((name) => [name, growingFloat64()])) as Record<(typeof SUMMED)[number], ReturnType<typeof growingFloat64>>
  readonly #object = growingInt32()

  constructor(instructionNode: Int32Array) {
    this.#instructionNode = instructionNode
  }

  /** @param writerRows merged rows of the contexts of all writers of the process. @returns row of each pair */
  sampled({ pairs }: RawWriter, rows: Int32Array, writerRows: Int32Array[], dealt: Float64Array, objectOf: ObjectOf): Int32Array {
    const merged = new Int32Array(pairs.length).fill(-1)
    for (let pair = 0; pair < pairs.length; pair++) {
      const watch = writerRows[pairs.watchWriter[pair]!]![pairs.watch[pair]!]!
      const trap = rows[pairs.trap[pair]!]!
      if (watch < 0 || trap < 0) continue
      const { known, first } = objectOf(pair)
      const row = this.#row(watch, trap, kindOf(pairs.tool[pair]!, pairs.relation[pair]!, pairs.flags[pair]!), known, -1)
      merged[pair] = row
      if (row === this.#object.length) this.#object.push(known >= 0 ? known : first())
      for (const name of SAMPLED) this.#add(name, row, pairs[name][pair]! * (name === 'amount' ? dealt[pairs.tool[pair]!]! : 1))
    }
    return merged
  }

  /** @param scopeNode row of the tree of a scope, for a pair whose earlier access is at `node` @param objectRows of the writer's objects. @returns row of each pair */
  exact({ exact }: RawWriter, rows: Int32Array, scopeNode: (scope: number, node: number) => number, objectRows: Int32Array): Int32Array {
    if (!exact) return new Int32Array()
    const { pairs } = exact
    const merged = new Int32Array(pairs.length).fill(-1)
    for (let pair = 0; pair < pairs.length; pair++) {
      const watch = rows[pairs.watch[pair]!]!
      const trap = rows[pairs.trap[pair]!]!
      if (watch < 0 || trap < 0) continue
      const object = pairs.object[pair]! < 0 ? -1 : objectRows[pairs.object[pair]!]!
      const scope = pairs.scope[pair]! < 0 ? -1 : scopeNode(pairs.scope[pair]!, this.#instructionNode[watch]!)
      const row = this.#row(watch, trap, kindOf(pairs.tool[pair]!, pairs.relation[pair]!, pairs.flags[pair]!), object, scope)
      merged[pair] = row
      if (row === this.#object.length) this.#object.push(object)
      const instances = pairs.instances[pair]!
      const bytes = pairs.bytes[pair]!
      this.#add('traps', row, instances)
      this.#add('credit', row, instances)
      this.#add('amount', row, bytes)
      this.#add('bytes', row, bytes)
      this.#add('interleavedInstances', row, pairs.interleavedInstances[pair]!)
      this.#add('interleavedBytes', row, pairs.interleavedBytes[pair]!)
    }
    return merged
  }

  finish(): PairTable {
    const { first: scope, second: place } = this.#identities.columns()
    const { length } = place
    const kindRow = place.map((row) => this.#places.second(row))
    const edge = kindRow.map((row) => this.#kinds.first(row))
    const kind = kindRow.map((row) => this.#kinds.second(row))
    const sums = Object.fromEntries(SUMMED.map((name) => [name, this.#finishSum(name, length)])) as Record<(typeof SUMMED)[number], Float64Array>
    return {
      length,
      source: edge.map((row) => this.#edges.first(row)),
      target: edge.map((row) => this.#edges.second(row)),
      tool: Uint8Array.from(kind, (value) => value >> TOOL_SHIFT),
      relation: Uint8Array.from(kind, (value) => (value >> RELATION_SHIFT) & 0xff),
      flags: Uint8Array.from(kind, (value) => value & 0xff),
      ...sums,
      object: this.#object.finish(),
      scope,
      intervalLow: new Float64Array(length).fill(Number.NaN),
      intervalHigh: new Float64Array(length).fill(Number.NaN),
    }
  }

  #row(watch: number, trap: number, kind: number, object: number, scope: number): number {
    const edge = this.#edges.intern(this.#instructionNode[watch]!, this.#instructionNode[trap]!)
    return this.#identities.intern(scope, this.#places.intern(object, this.#kinds.intern(edge, kind)))
  }

  #add(name: keyof Sums, row: number, value: number): void {
    const column = this.#sums[name]
    while (column.length <= row) column.push(0)
    column.set(row, column.get(row) + value)
  }

  #finishSum(name: keyof Sums, length: number): Float64Array {
    const sums = new Float64Array(length)
    sums.set(this.#sums[name].finish())
    return sums
  }
}

const SAMPLED = ['amount', 'traps', 'credit', 'bytes', 'partial', 'latency', 'latencyCredit', 'cacheMisses'] as const

function kindOf(tool: number, relation: number, flags: number): number {
  return (tool << TOOL_SHIFT) | (relation << RELATION_SHIFT) | (flags & KNOWN_FLAGS)
}

/** @param visit gets a writer, its contexts' merged rows, and the positions of its process and of itself */
export function eachWriter(
  processes: RawProcess[],
  merged: Merged,
  visit: (writer: RawWriter, rows: Int32Array, process: number, writerPosition: number) => void,
): void {
  processes.forEach((process, p) => process.writers.forEach((writer, w) => visit(writer, merged.contextRows[p]![w]!, p, w)))
}
