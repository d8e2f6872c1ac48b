/** Collects the records of one writer into columns; what refers to nothing is counted and left out. */
import { growingFloat64, growingInt32, growingUint32, growingUint8 } from '../../shared/profile/growing_column.ts'
import type { Damage } from './damage.ts'
import { readUint64 } from './raw_header.ts'
import { CONTEXT, MODULE_THREAD_ROOT, MODULE_UNKNOWN, PAIR, RECORD, RELATION_COUNT, STATISTICS, TOOL_COUNT, TRAP, WATCH_CONTEXT } from './raw_layout.ts'
import type { RawWriter } from './raw_process.ts'

export class WriterDecoder {
  readonly #damage: Damage
  readonly #knowsModule: (index: number) => boolean
  readonly #contextRows = new Map<number, number>()
  readonly #pairRows = new Map<number, number>()
  readonly #contexts = { parent: growingInt32(), module: growingUint32(), flags: growingUint32(), offset: growingFloat64() }
  readonly #pairs = {
    tool: growingUint8(), relation: growingUint8(), flags: growingUint8(), watch: growingInt32(), trap: growingInt32(),
    traps: growingFloat64(), credit: growingFloat64(), amount: growingFloat64(), partial: growingFloat64(),
  }
  readonly #watches = {
    context: growingInt32(), tool: growingUint8(), sampled: growingFloat64(), accounted: growingFloat64(), armed: growingFloat64(), bytes: growingFloat64(),
  }
  readonly #traps = { time: growingFloat64(), pair: growingInt32(), credit: growingFloat64() }
  #statistics: Float64Array | null = null

  constructor(damage: Damage, knowsModule: (index: number) => boolean) {
    this.#damage = damage
    this.#knowsModule = knowsModule
  }

  /** Contexts refer to contexts: call in the order of the file. */
  context(view: DataView, at: number, length: number): void {
    if (length < CONTEXT.size) return this.#damage.count('recordContent')
    const id = view.getUint32(at + CONTEXT.id, true)
    const parentId = view.getUint32(at + CONTEXT.parent, true)
    const module = view.getUint32(at + CONTEXT.module, true)
    const isRoot = module === MODULE_THREAD_ROOT
    if (id === 0 || isRoot !== (parentId === 0)) return this.#damage.count('recordContent')
    if (this.#contextRows.has(id)) return this.#damage.count('recordDuplicate')
    const parent = isRoot ? -1 : this.#contextRows.get(parentId)
    if (parent === undefined) return this.#damage.count('recordReference')
    const known = isRoot || module === MODULE_UNKNOWN || this.#knowsModule(module)
    if (!known) this.#damage.count('recordReference')
    this.#contextRows.set(id, this.#contexts.parent.length)
    this.#contexts.parent.push(parent)
    this.#contexts.module.push(known ? module : MODULE_UNKNOWN)
    this.#contexts.flags.push(view.getUint32(at + CONTEXT.flags, true))
    this.#contexts.offset.push(readUint64(view, at + CONTEXT.offset))
  }

  /** Call after all contexts. */
  counters(type: number, view: DataView, at: number, length: number): void {
    if (type === RECORD.pair) this.#pair(view, at, length)
    else if (type === RECORD.watchContext) this.#watch(view, at, length)
    else if (type === RECORD.statistics) this.#readStatistics(view, at, length)
  }

  /** Call after all pairs. */
  trap(view: DataView, at: number, length: number): void {
    if (length < TRAP.size) return this.#damage.count('recordContent')
    const pair = this.#pairRows.get(view.getUint32(at + TRAP.pair, true))
    const credit = view.getFloat32(at + TRAP.credit, true)
    if (pair === undefined) return this.#damage.count('recordReference')
    if (!isAmount(credit)) return this.#damage.count('recordContent')
    this.#traps.time.push(readUint64(view, at + TRAP.time))
    this.#traps.pair.push(pair)
    this.#traps.credit.push(credit)
  }

  finish(): RawWriter {
    const contexts = finishColumns(this.#contexts)
    const pairs = finishColumns(this.#pairs)
    const watches = finishColumns(this.#watches)
    const traps = finishColumns(this.#traps)
    return {
      contexts: { length: contexts.parent.length, ...contexts },
      pairs: { length: pairs.tool.length, ...pairs },
      watches: { length: watches.tool.length, ...watches },
      traps: { length: traps.time.length, ...traps },
      statistics: this.#statistics,
    }
  }

  #pair(view: DataView, at: number, length: number): void {
    if (length < PAIR.size) return this.#damage.count('recordContent')
    const id = view.getUint32(at + PAIR.id, true)
    const tool = view.getUint8(at + PAIR.tool)
    const relation = view.getUint8(at + PAIR.relation)
    const credit = view.getFloat64(at + PAIR.credit, true)
    const amount = view.getFloat64(at + PAIR.amount, true)
    const watch = this.#contextRows.get(view.getUint32(at + PAIR.watch, true))
    const trap = this.#contextRows.get(view.getUint32(at + PAIR.trap, true))
    const sane = id > 0 && tool >= 1 && tool <= TOOL_COUNT && relation >= 1 && relation <= RELATION_COUNT && isAmount(credit) && isAmount(amount)
    if (!sane) return this.#damage.count('recordContent')
    if (watch === undefined || trap === undefined) return this.#damage.count('recordReference')
    if (this.#pairRows.has(id)) return this.#damage.count('recordDuplicate')
    this.#pairRows.set(id, this.#pairs.tool.length)
    this.#pairs.tool.push(tool - 1)
    this.#pairs.relation.push(relation - 1)
    this.#pairs.flags.push(view.getUint16(at + PAIR.flags, true) & 0xff)
    this.#pairs.watch.push(watch)
    this.#pairs.trap.push(trap)
    this.#pairs.traps.push(readUint64(view, at + PAIR.traps))
    this.#pairs.credit.push(credit)
    this.#pairs.amount.push(amount)
    this.#pairs.partial.push(readUint64(view, at + PAIR.partial))
  }

  #watch(view: DataView, at: number, length: number): void {
    if (length < WATCH_CONTEXT.size) return this.#damage.count('recordContent')
    const context = this.#contextRows.get(view.getUint32(at + WATCH_CONTEXT.context, true))
    const tool = view.getUint32(at + WATCH_CONTEXT.tool, true)
    const accounted = view.getFloat64(at + WATCH_CONTEXT.accounted, true)
    if (tool < 1 || tool > TOOL_COUNT || !isAmount(accounted)) return this.#damage.count('recordContent')
    if (context === undefined) return this.#damage.count('recordReference')
    this.#watches.context.push(context)
    this.#watches.tool.push(tool - 1)
    this.#watches.sampled.push(readUint64(view, at + WATCH_CONTEXT.sampled))
    this.#watches.accounted.push(accounted)
    this.#watches.armed.push(readUint64(view, at + WATCH_CONTEXT.armed))
    this.#watches.bytes.push(readUint64(view, at + WATCH_CONTEXT.bytes))
  }

  #readStatistics(view: DataView, at: number, length: number): void {
    if (this.#statistics) return this.#damage.count('recordDuplicate')
    const statistics = new Float64Array(STATISTICS.length)
    const count = Math.min(STATISTICS.length, Math.floor(length / 8))
    for (let i = 0; i < count; i++) statistics[i] = readUint64(view, at + i * 8)
    this.#statistics = statistics
  }
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0
}

type Finished<T> = { [K in keyof T]: T[K] extends { finish(): infer R } ? R : never }

function finishColumns<T extends Record<string, { finish(): unknown }>>(columns: T): Finished<T> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.finish()])) as Finished<T>
}
