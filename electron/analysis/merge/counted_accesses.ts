/**
 * How often each place accessed memory in each calling context, computed from block executions (exhaustive engine).
 * Creates the contexts of accesses that begin no pair.
 */
import { growingFloat64 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { TOOLS } from '../../../shared/profile/profile.ts'
import type { RawExact } from '../../raw/raw_exact.ts'
import { ACCESS_LOAD, ACCESS_LOADED_REGISTER, ACCESS_STORE, CONTEXT_REGION_CALL } from '../../raw/raw_layout.ts'
import type { RawContexts, RawProcess } from '../../raw/raw_process.ts'
import { RUN_AS_TASK, type ContextMerger } from './context_merger.ts'
import { moduleKind } from '../parallel/runtime_modules.ts'
import { shareOut } from '../share_out.ts'
import { ALL_ACCESS_KINDS, type AccessSums, type AccessKind, type AmountsByThread, type CountedAccesses } from '../merged.ts'

/**
 * With more distinct accesses than this, all accesses of a block that begin no pair count at its first one: a compiler
 * has tens of millions of contexts, which no view could show.
 */
const MOST_ACCESSES = 4 << 20

/** @param contextRows, contextThreads as in Merged */
export function countAccesses(processes: RawProcess[], contextRows: Int32Array[][], contextThreads: Int32Array[][], merger: ContextMerger): CountedAccesses {
  const isOfThreads = processes.reduce((sum, { threads }) => sum + threads.size, 0) > 1
  const isOfRanks = new Set(processes.flatMap(({ header }) => header.rank ?? [])).size > 1
  const counter = new AccessCounter(processes.length, { accesses: isOfThreads, executed: isOfThreads && (processes.some(mayHaveRegions) || isOfRanks) })
  processes.forEach(({ writers }, process) =>
    writers.forEach(({ exact, contexts }, writer) => {
      if (exact) counter.add({ exact, contexts, process, rows: contextRows[process]![writer]!, threads: contextThreads[process]![writer]! }, merger)
    }),
  )
  return counter.finish()
}

/** Whether the process may have run parallel regions: it called the code of one, or has a runtime that runs them. */
function mayHaveRegions({ modules, writers }: RawProcess): boolean {
  return (
    Array.from(modules.values()).some(({ path }) => moduleKind(path) === 'runtime') ||
    writers.some(({ contexts }) => contexts.flags.some((flags) => (flags & CONTEXT_REGION_CALL) !== 0))
  )
}

interface CountedWriter {
  exact: RawExact
  contexts: RawContexts
  process: number
  rows: Int32Array
  threads: Int32Array
}

class AccessCounter {
  readonly #loads = new GrowingSums()
  readonly #stores = new GrowingSums()
  readonly #registers = new GrowingSums()
  readonly #executed = growingFloat64()
  readonly #produced: CountedAccesses['produced'] = {
    load: { precise: 0, approximate: 0 },
    store: { precise: 0, approximate: 0 },
    register: { precise: 0, approximate: 0 },
  }
  readonly #threads: CountedAccesses['threads']
  readonly #byThread: SumsByThread | null
  readonly #executedByThread: SumsByThread | null
  /** Neighbours are nearly always of the same thread. */
  #last: { process: number; thread: number; sums: Record<AccessKind, number> } = { process: -1, thread: -1, sums: { loads: 0, stores: 0, registers: 0 } }
  readonly #total = { loads: { instances: 0, bytes: 0 }, stores: { instances: 0, bytes: 0 }, registers: { instances: 0, bytes: 0 } }

  /** @param byThread counts of each thread are wanted, too */
  constructor(processCount: number, byThread: { accesses: boolean; executed: boolean }) {
    this.#byThread = byThread.accesses ? new SumsByThread(ALL_ACCESS_KINDS.length) : null
    this.#executedByThread = byThread.executed ? new SumsByThread(1) : null
    this.#threads = Array.from({ length: processCount }, () => new Map())
  }

  add({ exact, contexts, process, rows, threads }: CountedWriter, merger: ContextMerger): void {
    const { blocks, accesses, blockCounts, accessCounts, contextCounts } = exact
    const isDetailed =
      blockCounts.block.reduce((sum, block, row) => (blockCounts.context[row]! < 0 ? sum : sum + blocks.start[block + 1]! - blocks.start[block]!), 0) <=
      MOST_ACCESSES
    const locations = new Int32Array(accesses.length).fill(-1)
    const locationOf = (block: number, access: number): number => {
      if (locations[access]! < 0)
        locations[access] = merger.location({ process, module: blocks.module[block]!, offset: blocks.offset[block]! + accesses.offset[access]! })
      return locations[access]!
    }
    const callers = merger.callers(contexts, process, rows)
    const rowIn = (context: number, block: number): number => callers?.rowAbove(context, blocks.module[block]!) ?? rows[context]!
    const ofTask = (context: number, block: number, offset: number): number | null =>
      callers?.isTaskIn(context, blocks.module[block]!) === true
        ? merger.location({ process, module: blocks.module[block]!, offset: blocks.offset[block]! + offset }, RUN_AS_TASK)
        : null
    // Totals known without sums by context, where there are any.
    const counted = contextCounts.length > 0 ? [new GrowingSums(), new GrowingSums()] : []
    const everywhere = contextCounts.length > 0 ? [new GrowingSums(), new GrowingSums()] : []
    for (let row = 0; row < blockCounts.length; row++) {
      const block = blockCounts.block[row]!
      const context = blockCounts.context[row]!
      const count = blockCounts.count[row]!
      let left = context < 0 ? 0 : count * blocks.instructions[block]!
      if (left > 0 && blocks.start[block] === blocks.start[block + 1]) {
        const location = ofTask(context, block, 0) ?? merger.location({ process, module: blocks.module[block]!, offset: blocks.offset[block]! })
        this.#addExecuted(merger.context(rowIn(context, block), location), process, threads[context]!, left)
      }
      for (let access = blocks.start[block]!; access < blocks.start[block + 1]!; access++) {
        const bytes = count * accesses.bytes[access]!
        const kind = accesses.kind[access]!
        this.#addTotal(kind, count, bytes)
        this.#addProduced(kind, accesses.element[access]!, bytes)
        if (context < 0) {
          everywhere[kind - ACCESS_LOAD]?.add(locationOf(block, access), count, bytes)
          continue
        }
        this.#addThread(process, threads[context]!, kind, bytes)
        const parent = rowIn(context, block)
        const placeOf = (of: number): number => ofTask(context, block, accesses.offset[of]!) ?? locationOf(block, of)
        const own = isDetailed ? -1 : merger.known(parent, placeOf(access))
        const merged = own >= 0 ? own : merger.context(parent, placeOf(isDetailed ? access : blocks.start[block]!))
        this.#addAccesses({ context: merged, process, thread: threads[context]!, kind, instances: count, bytes })
        const executed = access + 1 === blocks.start[block + 1] ? left : Math.min(left, count * accesses.instructions[access]!)
        if (executed > 0) this.#addExecuted(merged, process, threads[context]!, executed)
        left -= executed
        counted[kind - ACCESS_LOAD]?.add(merged, count, bytes)
      }
    }
    for (let row = 0; row < accessCounts.length; row++) {
      const context = accessCounts.context[row]!
      const kind = accessCounts.kind[row]!
      this.#addTotal(kind, accessCounts.instances[row]!, accessCounts.bytes[row]!)
      this.#addProduced(kind, 0, accessCounts.bytes[row]!)
      this.#addThread(process, threads[context]!, kind, accessCounts.bytes[row]!)
      if (rows[context]! < 0) continue
      const [instances, bytes] = [accessCounts.instances[row]!, accessCounts.bytes[row]!]
      this.#addAccesses({ context: rows[context]!, process, thread: threads[context]!, kind, instances, bytes })
      counted[kind - ACCESS_LOAD]?.add(rows[context]!, accessCounts.instances[row]!, accessCounts.bytes[row]!)
    }
    if (contextCounts.length === 0) return
    shareOut(
      {
        contexts,
        exact,
        toolsOf: toolsAt,
        counted: (context, kind) => counted[kind - ACCESS_LOAD]!.bytesOf(rows[context]!),
        location: (context) => merger.location({ process, module: contexts.module[context]!, offset: contexts.offset[context]! }),
        accessedAt: (location, kind) => everywhere[kind - ACCESS_LOAD]!.bytesOf(location),
      },
      ({ context, kind, instances, bytes }) => {
        this.#addThread(process, threads[context]!, kind, bytes)
        if (rows[context]! < 0) return
        this.#addAccesses({ context: rows[context]!, process, thread: threads[context]!, kind, instances, bytes })
      },
    )
  }

  finish(): CountedAccesses {
    return {
      loads: this.#loads.finish(),
      stores: this.#stores.finish(),
      registers: this.#registers.finish(),
      executed: this.#executed.finish(),
      threads: this.#threads,
      executedByThread: this.#executedByThread?.finish() ?? null,
      byThread: this.#byThread?.finish() ?? null,
      total: this.#total,
      produced: this.#produced,
    }
  }

  #of(kind: number): GrowingSums {
    return kind === ACCESS_LOAD ? this.#loads : kind === ACCESS_STORE ? this.#stores : this.#registers
  }

  #addTotal(kind: number, instances: number, bytes: number): void {
    const total = this.#total[nameOf(kind)]
    total.instances += instances
    total.bytes += bytes
  }

  #addThread(process: number, thread: number, kind: number, bytes: number): void {
    if (process !== this.#last.process || thread !== this.#last.thread) {
      const known = this.#threads[process]!.get(thread) ?? { loads: 0, stores: 0, registers: 0 }
      this.#threads[process]!.set(thread, known)
      this.#last = { process, thread, sums: known }
    }
    this.#last.sums[nameOf(kind)] += bytes
  }

  #addAccesses({ context, process, thread, kind, instances, bytes }: Record<'context' | 'process' | 'thread' | 'kind' | 'instances' | 'bytes', number>): void {
    this.#of(kind).add(context, instances, bytes)
    this.#byThread?.add({ context, process, thread, kind: ALL_ACCESS_KINDS.indexOf(nameOf(kind)), amount: bytes })
  }

  #addExecuted(context: number, process: number, thread: number, instructions: number): void {
    addAt(this.#executed, context, instructions)
    this.#executedByThread?.add({ context, process, thread, kind: 0, amount: instructions })
  }

  #addProduced(kind: number, element: number, bytes: number): void {
    if (kind === ACCESS_LOAD) return
    const sums = this.#produced[kind === ACCESS_STORE ? 'store' : kind === ACCESS_LOADED_REGISTER ? 'load' : 'register']
    sums[element === 0 ? 'precise' : 'approximate'] += bytes
  }
}

function nameOf(kind: number): AccessKind {
  return kind === ACCESS_LOAD ? 'loads' : kind === ACCESS_STORE ? 'stores' : 'registers'
}

/** Tools that begin pairs at accesses of a kind. */
function toolsAt(kind: number): number[] {
  return (kind === ACCESS_LOAD ? ['redundant-loads' as const] : ['dead-stores' as const, 'silent-stores' as const]).map((tool) => TOOLS.indexOf(tool))
}

function addAt(column: ReturnType<typeof growingFloat64>, row: number, value: number): void {
  while (column.length <= row) column.push(0)
  column.set(row, column.get(row) + value)
}

/** Amounts by context, thread, and kind. */
class SumsByThread {
  readonly #kinds: number
  readonly #threads = new PairInterner()
  /** Context, and thread and kind as one number. */
  readonly #rows = new PairInterner()
  readonly #amounts = growingFloat64()

  constructor(kinds: number) {
    this.#kinds = kinds
  }

  /** @param kind less than the number of kinds */
  add({ context, process, thread, kind, amount }: { context: number; process: number; thread: number; kind: number; amount: number }): void {
    addAt(this.#amounts, this.#rows.intern(context, this.#threads.intern(process, thread) * this.#kinds + kind), amount)
  }

  finish(): AmountsByThread {
    const { first: context, second } = this.#rows.columns()
    const threadOf = (row: number): number => Math.floor(second[row]! / this.#kinds)
    return {
      context,
      process: Int32Array.from(second, (_, row) => this.#threads.first(threadOf(row))),
      thread: Int32Array.from(second, (_, row) => this.#threads.second(threadOf(row))),
      kind: Uint8Array.from(second, (value) => value % this.#kinds),
      amount: this.#amounts.finish(),
    }
  }
}

class GrowingSums {
  readonly #instances = growingFloat64()
  readonly #bytes = growingFloat64()

  add(context: number, instances: number, bytes: number): void {
    addAt(this.#instances, context, instances)
    addAt(this.#bytes, context, bytes)
  }

  bytesOf(context: number): number {
    return context < this.#bytes.length ? this.#bytes.get(context) : 0
  }

  finish(): AccessSums {
    return { instances: this.#instances.finish(), bytes: this.#bytes.finish() }
  }
}
