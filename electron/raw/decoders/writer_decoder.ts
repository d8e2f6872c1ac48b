/** Collects the records of one writer into columns; records with dangling references are counted and left out. */
import { TOOLS } from '../../../shared/tools.ts'
import { growingFloat64, growingInt32, growingUint32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import { finishColumns, pushRow } from '../columns.ts'
import type { Damage } from '../damage.ts'
import { ExactDecoder } from './exact_decoder.ts'
import { IdIndex } from '../id_index.ts'
import { readUint64 } from '../raw_fields.ts'
import {
  CENSORED,
  CONTEXT,
  INTERRUPTED_CONTEXT,
  INTERRUPTED_CONTEXT_SMALLEST_SIZE,
  MODULE_REGION,
  MODULE_SYSTEM_CALL,
  MODULE_THREAD_ROOT,
  MODULE_UNKNOWN,
  PAIR,
  PAIR_SMALLEST_SIZE,
  RECORD,
  RELATION_COUNT,
  REUSE,
  REUSE_SMALLEST_SIZE,
  SHARED_PAIR,
  STATISTICS,
  TRACE,
  TRACE_SAMPLE,
  TRAP,
  WATCH_CONTEXT,
  WATCH_CONTEXT_SMALLEST_SIZE,
} from '../raw_layout.ts'
import type { RawWriter } from '../raw_process.ts'
import { SpatialValuesDecoder } from './spatial_values_decoder.ts'
import { ValueDecoder } from './value_decoder.ts'

/** The state that the writers of one process share. */
export interface ProcessScope {
  damage: Damage
  /** No file of the recording's size holds as many records. */
  largestId: number
  /** Whether the header has the unit of distances: without it they mean nothing. */
  hasDistances: boolean
  /** Whether the header says how values were profiled. */
  hasValues: boolean
  knowsModule(index: number): boolean
  /** Position of a writer among the process's, and row of one of its contexts; null if there is none. */
  contextOf(writer: number, context: number): { writer: number; row: number } | null
}

/** Call in this order, for all writers of a process each: `described`, then `counters`, then `log`. */
export class WriterDecoder {
  readonly #scope: ProcessScope
  /** Position among the process's writers. */
  readonly #position: number
  readonly #contextRows: IdIndex
  readonly #pairRows: IdIndex
  readonly #contexts = { parent: growingInt32(), module: growingUint32(), flags: growingUint32(), offset: growingFloat64() }
  readonly #pairs = {
    tool: growingUint8(),
    relation: growingUint8(),
    flags: growingUint8(),
    watchWriter: growingInt32(),
    watch: growingInt32(),
    trap: growingInt32(),
    traps: growingFloat64(),
    credit: growingFloat64(),
    amount: growingFloat64(),
    bytes: growingFloat64(),
    partial: growingFloat64(),
    latency: growingFloat64(),
    latencyCredit: growingFloat64(),
    cacheMisses: growingFloat64(),
    lineModule: growingUint32(),
    lineOffset: growingFloat64(),
  }
  readonly #watches = {
    context: growingInt32(),
    tool: growingUint8(),
    sampled: growingFloat64(),
    samples: growingFloat64(),
    accounted: growingFloat64(),
    armed: growingFloat64(),
    bytes: growingFloat64(),
    weighedWaste: growingFloat64(),
    weighedUse: growingFloat64(),
    weighedEnded: growingFloat64(),
  }
  readonly #interrupts = { context: growingInt32(), interrupts: growingFloat64(), time: growingFloat64(), periods: growingFloat64() }
  readonly #trace = { time: growingFloat64(), context: growingInt32(), cpuTime: growingFloat64() }
  readonly #traps = { time: growingFloat64(), pair: growingInt32(), credit: growingFloat64() }
  readonly #reuses = {
    time: growingFloat64(),
    pair: growingInt32(),
    credit: growingFloat64(),
    distance: growingFloat64(),
    address: growingFloat64(),
    periods: growingFloat64(),
  }
  readonly #censored = {
    time: growingFloat64(),
    distance: growingFloat64(),
    context: growingInt32(),
    flags: growingUint8(),
    address: growingFloat64(),
    periods: growingFloat64(),
  }
  #exact: ExactDecoder | null = null
  #values: ValueDecoder | null = null
  #spatialValues: SpatialValuesDecoder | null = null
  #statistics: Float64Array | null = null
  #hasEvents = false

  /** @param largestId no writer of this size has as many contexts or pairs, whose ids are its own */
  constructor(scope: ProcessScope, position: number, largestId: number) {
    this.#scope = scope
    this.#position = position
    this.#contextRows = new IdIndex(largestId)
    this.#pairRows = new IdIndex(largestId)
  }

  /** −1 if there is none. */
  contextRow(id: number): number {
    return this.#contextRows.row(id)
  }

  /** Whether there is anything that `log` would read. */
  get hasEvents(): boolean {
    return this.#hasEvents
  }

  /**
   * Targets of counters' references: contexts, blocks, scopes, objects. Contexts refer to contexts: call in the file's
   * order.
   */
  described(type: number, view: DataView, at: number, length: number): void {
    if (type === RECORD.context) this.#context(view, at, length)
    else if (type === RECORD.block || type === RECORD.scope || type === RECORD.object || type === RECORD.timePoint)
      this.#exactDecoder().log(type, view, at, length)
    else if (type === RECORD.trap || type === RECORD.reuse || type === RECORD.censored) this.#hasEvents = true
  }

  #context(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < CONTEXT.size) return damage.count('recordContent')
    const id = view.getUint32(at + CONTEXT.id, true)
    const parentId = view.getUint32(at + CONTEXT.parent, true)
    const module = view.getUint32(at + CONTEXT.module, true)
    const isRoot = module === MODULE_THREAD_ROOT
    const offset = readUint64(view, at + CONTEXT.offset)
    if (id === 0 || (!isRoot && parentId === 0) || (isRoot && offset > LARGEST_THREAD)) return damage.count('recordContent')
    if (this.#contextRows.row(id) >= 0) return damage.count('recordDuplicate')
    const parent = parentId === 0 ? -1 : this.#contextRows.row(parentId)
    if (parent < 0 && parentId !== 0) return damage.count('recordReference')
    const known = isRoot || module === MODULE_UNKNOWN || module === MODULE_SYSTEM_CALL || module === MODULE_REGION || this.#scope.knowsModule(module)
    if (!known) damage.count('recordReference')
    this.#contextRows.add(id, this.#contexts.parent.length)
    this.#contexts.parent.push(parent)
    this.#contexts.module.push(known ? module : MODULE_UNKNOWN)
    this.#contexts.flags.push(view.getUint32(at + CONTEXT.flags, true))
    this.#contexts.offset.push(offset)
  }

  /** Pairs refer to contexts, those of shared lines also to other writers'. */
  counters(type: number, view: DataView, at: number, length: number): void {
    if (type === RECORD.pair) this.#privatePair(view, at, length)
    else if (type === RECORD.sharedPair) this.#sharedPair(view, at, length)
    else if (type === RECORD.watchContext) this.#watch(view, at, length)
    else if (type === RECORD.interruptedContext) this.#interrupt(view, at, length)
    else if (type === RECORD.trace) this.#traceSamples(view, at, length)
    else if (type === RECORD.statistics) this.#readStatistics(view, at, length)
    else if (type === RECORD.valueTable) this.#valueTable(view, at, length)
    else if (type === RECORD.spatialValues) this.#spatialValuesDecoder().record(view, at, length)
    else if (
      type === RECORD.contextCount ||
      type === RECORD.objectReuseCount ||
      type === RECORD.pairCounts ||
      (type >= RECORD.exactPair && type <= RECORD.accessCount)
    )
      this.#exactDecoder().counter(type, view, at, length)
  }

  /** Traps and reuses refer to pairs. */
  log(type: number, view: DataView, at: number, length: number): void {
    if (type === RECORD.trap) this.#trap(view, at, length)
    else if (type === RECORD.reuse) this.#reuse(view, at, length)
    else if (type === RECORD.censored) this.#readCensored(view, at, length)
  }

  finish(): RawWriter {
    return {
      contexts: finishColumns(this.#contexts),
      pairs: finishColumns(this.#pairs),
      watches: finishColumns(this.#watches),
      interrupts: finishColumns(this.#interrupts),
      trace: finishColumns(this.#trace),
      traps: finishColumns(this.#traps),
      reuses: finishColumns(this.#reuses),
      censored: finishColumns(this.#censored),
      exact: this.#exact?.finish() ?? null,
      values: this.#values?.finish() ?? null,
      spatialValues: this.#spatialValues?.finish() ?? [],
      statistics: this.#statistics,
    }
  }

  /** Only if there is anything for it: samplers have a writer for every thread. */
  #exactDecoder(): ExactDecoder {
    return (this.#exact ??= new ExactDecoder({ ...this.#scope, contextRow: (id) => this.contextRow(id) }))
  }

  #valueTable(view: DataView, at: number, length: number): void {
    if (!this.#scope.hasValues) return this.#scope.damage.count('recordContent')
    this.#values ??= new ValueDecoder(this.#scope)
    this.#values.table(view, at, length)
  }

  #spatialValuesDecoder(): SpatialValuesDecoder {
    return (this.#spatialValues ??= new SpatialValuesDecoder({
      damage: this.#scope.damage,
      contextRow: (id) => this.contextRow(id),
      objectRow: (id) => this.#exact?.objectRow(id) ?? -1,
    }))
  }

  #trap(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < TRAP.size) return damage.count('recordContent')
    const pair = this.#pairRows.row(view.getUint32(at + TRAP.pair, true))
    const credit = view.getFloat32(at + TRAP.credit, true)
    if (pair < 0) return damage.count('recordReference')
    if (!isAmount(credit)) return damage.count('recordContent')
    this.#traps.time.push(readUint64(view, at + TRAP.time))
    this.#traps.pair.push(pair)
    this.#traps.credit.push(credit)
  }

  #reuse(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < REUSE_SMALLEST_SIZE) return damage.count('recordContent')
    const pair = this.#pairRows.row(view.getUint32(at + REUSE.pair, true))
    const credit = view.getFloat32(at + REUSE.credit, true)
    const distance = readUint64(view, at + REUSE.distance)
    if (pair < 0) return damage.count('recordReference')
    if (!this.#scope.hasDistances || !isAmount(credit) || distance < 1) return damage.count('recordContent')
    this.#reuses.time.push(readUint64(view, at + REUSE.time))
    this.#reuses.pair.push(pair)
    this.#reuses.credit.push(credit)
    this.#reuses.distance.push(distance)
    this.#reuses.address.push(length < REUSE.periods ? 0 : readUint64(view, at + REUSE.address))
    this.#reuses.periods.push(periodsOf(view, at + REUSE.periods, length < REUSE.size))
  }

  #readCensored(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (!this.#scope.hasDistances || length < REUSE_SMALLEST_SIZE) return damage.count('recordContent')
    const context = this.#contextRows.row(view.getUint32(at + CENSORED.context, true))
    if (context < 0) return damage.count('recordReference')
    this.#censored.time.push(readUint64(view, at + CENSORED.time))
    this.#censored.distance.push(readUint64(view, at + CENSORED.distance))
    this.#censored.context.push(context)
    this.#censored.flags.push(view.getUint32(at + CENSORED.flags, true) & 0xff)
    this.#censored.address.push(length < CENSORED.periods ? 0 : readUint64(view, at + CENSORED.address))
    this.#censored.periods.push(periodsOf(view, at + CENSORED.periods, length < CENSORED.size))
  }

  #privatePair(view: DataView, at: number, length: number): void {
    const watch = length < PAIR_SMALLEST_SIZE ? -1 : this.#contextRows.row(view.getUint32(at + PAIR.watch, true))
    this.#pair(view, at, Math.min(length, PAIR.size), watch < 0 ? null : { writer: this.#position, row: watch }, 0, 0)
  }

  #sharedPair(view: DataView, at: number, length: number): void {
    if (length < SHARED_PAIR.size) return this.#scope.damage.count('recordContent')
    const watch = this.#scope.contextOf(view.getUint32(at + SHARED_PAIR.watch_writer, true), view.getUint32(at + PAIR.watch, true))
    const module = view.getUint32(at + SHARED_PAIR.line_module, true)
    const known = module === MODULE_UNKNOWN || this.#scope.knowsModule(module)
    if (!known) this.#scope.damage.count('recordReference')
    this.#pair(view, at, PAIR.size, watch, known ? module : MODULE_UNKNOWN, readUint64(view, at + SHARED_PAIR.line_offset))
  }

  #pair(view: DataView, at: number, length: number, watch: { writer: number; row: number } | null, lineModule: number, lineOffset: number): void {
    const { damage } = this.#scope
    if (length < PAIR_SMALLEST_SIZE) return damage.count('recordContent')
    const number = (field: number): number => (field + 8 <= length ? view.getFloat64(at + field, true) : 0)
    const id = view.getUint32(at + PAIR.id, true)
    const tool = view.getUint8(at + PAIR.tool)
    const relation = view.getUint8(at + PAIR.relation)
    const sums = {
      credit: number(PAIR.credit),
      amount: number(PAIR.amount),
      latency: number(PAIR.latency),
      latencyCredit: number(PAIR.latency_credit),
      cacheMisses: number(PAIR.cache_misses),
    }
    const trap = this.#contextRows.row(view.getUint32(at + PAIR.trap, true))
    const sane = id > 0 && tool >= 1 && tool <= TOOLS.length && relation >= 1 && relation <= RELATION_COUNT && Object.values(sums).every(isAmount)
    if (!sane) return damage.count('recordContent')
    if (watch === null || trap < 0) return damage.count('recordReference')
    if (this.#pairRows.row(id) >= 0) return damage.count('recordDuplicate')
    this.#pairRows.add(id, this.#pairs.tool.length)
    pushRow(this.#pairs, {
      ...sums,
      tool: tool - 1,
      relation: relation - 1,
      flags: view.getUint16(at + PAIR.flags, true) & 0xff,
      watchWriter: watch.writer,
      watch: watch.row,
      trap,
      traps: readUint64(view, at + PAIR.traps),
      bytes: readUint64(view, at + PAIR.bytes),
      partial: readUint64(view, at + PAIR.partial),
      lineModule,
      lineOffset,
    })
  }

  #watch(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < WATCH_CONTEXT_SMALLEST_SIZE) return damage.count('recordContent')
    const context = this.#contextRows.row(view.getUint32(at + WATCH_CONTEXT.context, true))
    const tool = view.getUint32(at + WATCH_CONTEXT.tool, true)
    const number = (field: number): number => (field + 8 <= length ? view.getFloat64(at + field, true) : 0)
    const sums = {
      accounted: number(WATCH_CONTEXT.accounted),
      weighedWaste: number(WATCH_CONTEXT.weighed_waste),
      weighedUse: number(WATCH_CONTEXT.weighed_use),
      weighedEnded: number(WATCH_CONTEXT.weighed_ended),
    }
    if (tool < 1 || tool > TOOLS.length || !Object.values(sums).every(isAmount)) return damage.count('recordContent')
    if (context < 0) return damage.count('recordReference')
    const sampled = readUint64(view, at + WATCH_CONTEXT.sampled)
    const counted = length < WATCH_CONTEXT.size ? 0 : readUint64(view, at + WATCH_CONTEXT.samples)
    pushRow(this.#watches, {
      ...sums,
      context,
      tool: tool - 1,
      sampled,
      samples: counted === 0 ? sampled : counted,
      armed: readUint64(view, at + WATCH_CONTEXT.armed),
      bytes: readUint64(view, at + WATCH_CONTEXT.bytes),
    })
  }

  #interrupt(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < INTERRUPTED_CONTEXT_SMALLEST_SIZE) return damage.count('recordContent')
    const context = this.#contextRows.row(view.getUint32(at + INTERRUPTED_CONTEXT.context, true))
    if (context < 0) return damage.count('recordReference')
    const time = length < INTERRUPTED_CONTEXT.size ? 0 : readUint64(view, at + INTERRUPTED_CONTEXT.time)
    pushRow(this.#interrupts, {
      context,
      interrupts: readUint64(view, at + INTERRUPTED_CONTEXT.interrupts),
      time,
      periods: readUint64(view, at + INTERRUPTED_CONTEXT.periods),
    })
  }

  #traceSamples(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    const count = length < TRACE.size ? -1 : view.getUint32(at + TRACE.count, true)
    if (count < 0 || TRACE.size + count * TRACE_SAMPLE.size > length) return damage.count('recordContent')
    const base = readUint64(view, at + TRACE.base)
    for (let sample = at + TRACE.size; sample < at + TRACE.size + count * TRACE_SAMPLE.size; sample += TRACE_SAMPLE.size) {
      const context = this.#contextRows.row(view.getUint32(sample + TRACE_SAMPLE.context, true))
      if (context < 0) damage.count('recordReference')
      else
        pushRow(this.#trace, {
          time: base + view.getUint32(sample + TRACE_SAMPLE.time, true) * NANOSECONDS_PER_MICROSECOND,
          context,
          cpuTime: view.getUint32(sample + TRACE_SAMPLE.cpu_time, true),
        })
    }
  }

  #readStatistics(view: DataView, at: number, length: number): void {
    if (this.#statistics) return this.#scope.damage.count('recordDuplicate')
    const statistics = new Float64Array(STATISTICS.length)
    const count = Math.min(STATISTICS.length, Math.floor(length / 8))
    for (let i = 0; i < count; i++) statistics[i] = readUint64(view, at + i * 8)
    this.#statistics = statistics
  }
}

/** Recordings of earlier versions lack it: their periods were all equal. */
function periodsOf(view: DataView, at: number, isMissing: boolean): number {
  return isMissing ? 1 : Math.max(1, view.getUint32(at, true))
}

const NANOSECONDS_PER_MICROSECOND = 1000
/** Thread indices are 32 bits wide; no process starts half as many threads. */
const LARGEST_THREAD = 0x7fffffff
/** Far above any real amount, and far below amounts whose sums are infinite. */
const LARGEST_AMOUNT = 1e100

function isAmount(value: number): boolean {
  return value >= 0 && value <= LARGEST_AMOUNT
}
