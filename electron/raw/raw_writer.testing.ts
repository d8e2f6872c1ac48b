/** Writes raw recordings for tests, in the layout of native/common/raw_format.h. */
import { writeFileSync } from 'node:fs'
import { rawChecksum } from './raw_checksum.ts'
import {
  ACCESS_COUNT,
  BLOCK,
  BLOCK_ACCESS,
  BLOCK_COUNT,
  BLOCK_INSTRUCTIONS_SIZE,
  CENSORED,
  CONTEXT,
  CONTEXT_COUNT,
  EXACT_PAIR,
  EXTENT,
  EXTENT_COUNTERS,
  EXTENT_HEADER_SIZE,
  EXTENT_LOG,
  EXTENT_MAGIC,
  EXTENT_SIZE,
  HEADER,
  HEADER_SIZE,
  MODULE,
  MODULE_THREAD_ROOT,
  MODULE_UNKNOWN,
  OBJECT,
  OBJECT_COUNT,
  OBJECT_REUSE_COUNT,
  INTERRUPTED_CONTEXT,
  INTERRUPTED_CONTEXT_SMALLEST_SIZE,
  PAIR,
  PAIR_COUNT,
  PAIR_COUNTS,
  PAIR_SMALLEST_SIZE,
  RAW_MAGIC,
  RAW_VERSION,
  RECORD,
  REUSE,
  REUSE_COUNT,
  SCOPE,
  SHARED_PAIR,
  STATISTICS,
  STATISTIC_INDEX,
  THREAD,
  THREAD_END,
  TIME_POINT,
  TRACE,
  TRACE_SAMPLE,
  TRAP,
  VALUE_COUNT,
  VALUE_TABLE,
  WATCH_CONTEXT,
  WATCH_CONTEXT_SMALLEST_SIZE,
  WITHOUT_PAIR,
  type StatisticName,
} from './raw_layout.ts'

interface WrittenExtent {
  kind: number
  writer: number
  ordinal: number
  bytes: Uint8Array
  used: number
}
interface PairCounters {
  traps: number
  credit: number
  amount: number
  bytes?: number
  partial?: number
  flags?: number
  latency?: number
  latencyCredit?: number
  cacheMisses?: number
  /** Payload as the first agents wrote it. */
  short?: boolean
}
interface SharedLine {
  writer: number
  module?: number
  offset: number
  watchStores?: boolean
  trapStores?: boolean
}
/** Numbers of the raw format. */
interface ExactPairIdentity {
  tool: number
  relation: number
  flags?: number
  scope?: number
  object?: number
}
interface ExactPairCounters {
  instances: number
  bytes: number
  interleavedInstances?: number
  interleavedBytes?: number
}
/** `instructions`: after the access before, up to this one; default 1. */
interface BlockAccess {
  offset: number
  kind: number
  bytes: number
  instructions?: number
}
interface ObjectDescription {
  kind: number
  context?: number
  module?: number
  offset?: number
  bytes?: number
  name?: string
}
/** Numbers of the raw format. `entries`: [value, count], the most frequent first. */
export interface ValueTableDescription {
  module: number
  offset: number
  role: number
  instructionClass?: number
  operation?: number
  element?: number
  bytes?: number
  slot?: number
  flags?: number
  executions?: number
  profiled?: number
  repeats?: number
  zeros?: number
  retried?: number
  converged?: number
  increasing?: number
  decreasing?: number
  entries: Array<[number | bigint, number]>
  /** Numbers of the entries that are addresses of memory. */
  inMemory?: number[]
}
interface WatchCounters {
  sampled: number
  /** Taken; without it the record is as short as those of recordings with equal periods. */
  samples?: number
  accounted: number
  armed: number
  bytes: number
  tool?: number
  /** By inclusion probability: waste, use, ended with their memory. Without them the record is as short as those of older recordings. */
  ends?: [number, number, number]
}

export class RawFileBuilder {
  readonly header = new DataView(new ArrayBuffer(HEADER_SIZE))
  readonly #extents: WrittenExtent[] = []
  /** Extent being filled, by writer and kind. */
  readonly #current = new Map<string, WrittenExtent>()
  #contexts = 0
  #pairs = 0
  #blocks = 0
  #scopes = 0
  #objects = 0
  #valueTables = 0

  constructor(header: Partial<Record<keyof typeof HEADER, number | bigint>> & { executablePath?: string } = {}) {
    const { executablePath = '/bin/program', ...fields } = header
    const values = {
      version: RAW_VERSION,
      header_size: HEADER_SIZE,
      extent_size: EXTENT_SIZE,
      state: 2,
      process_id: 100,
      parent_process_id: 1,
      start_time: 1_000_000_000n,
      start_realtime: 1_790_000_000_000_000_000n,
      end_time: 11_000_000_000n,
      engine: 1,
      driver: 2,
      transport: 1,
      watch_registers: 3,
      reservoir: 1,
      attribution: 1,
      period: 10_000_019n,
      seed: 7n,
      tools: 2n,
      skip_range: 8,
      stop_budget: 8,
      depth_cap: 512,
      registers_found: 4,
      rank: 0xffffffff,
      ...fields,
    }
    this.header.setBigUint64(HEADER.magic, RAW_MAGIC, true)
    const wide = new Set([
      'start_time',
      'start_realtime',
      'end_time',
      'period',
      'seed',
      'tools',
      'load_event',
      'store_event',
      'window_on',
      'window_off',
      'early_time',
    ])
    for (const [name, value] of Object.entries(values) as Array<[keyof typeof HEADER, number | bigint]>) {
      if (wide.has(name)) this.header.setBigUint64(HEADER[name], BigInt(value), true)
      else this.header.setUint32(HEADER[name], Number(value), true)
    }
    new Uint8Array(this.header.buffer).set(new TextEncoder().encode(executablePath), HEADER.executable)
  }

  module(index: number, path: string, buildId: number[] = [], addresses: { bias?: number; start?: number; end?: number } = {}): this {
    const text = new TextEncoder().encode(path)
    return this.#record(0, EXTENT_LOG, RECORD.module, MODULE.size + buildId.length + text.length, (view, bytes) => {
      view.setUint32(MODULE.index, index, true)
      for (const name of ['bias', 'start', 'end'] as const) setUint64s(view, { [MODULE[name]]: addresses[name] ?? 0 })
      view.setUint16(MODULE.build_id_length, buildId.length, true)
      view.setUint16(MODULE.path_length, text.length, true)
      bytes.set(buildId, MODULE.size)
      bytes.set(text, MODULE.size + buildId.length)
    })
  }

  thread(index: number, name: string, threadId = 100 + index): this {
    return this.#record(0, EXTENT_LOG, RECORD.thread, THREAD.size, (view, bytes) => {
      view.setUint32(THREAD.index, index, true)
      view.setUint32(THREAD.thread_id, threadId, true)
      bytes.set(new TextEncoder().encode(name), THREAD.name)
    })
  }

  threadEnd(index: number, cpuTime: number, name = ''): this {
    return this.#record(0, EXTENT_LOG, RECORD.threadEnd, THREAD_END.size, (view, bytes) => {
      view.setUint32(THREAD_END.index, index, true)
      view.setBigUint64(THREAD_END.cpu_time, BigInt(cpuTime), true)
      bytes.set(new TextEncoder().encode(name), THREAD_END.name)
    })
  }

  /** @param creator context that started the thread. @returns the context's id */
  threadRoot(writer: number, thread: number, creator = 0): number {
    return this.context(writer, creator, MODULE_THREAD_ROOT, thread)
  }

  /** Later contexts and pairs are numbered from 1 again: their ids are unique only within a writer. */
  nextWriter(): this {
    this.#contexts = 0
    this.#pairs = 0
    return this
  }

  /** @returns the context's id */
  context(writer: number, parent: number, module: number, offset: number, flags = 0): number {
    const id = ++this.#contexts
    this.#record(writer, EXTENT_LOG, RECORD.context, CONTEXT.size, (view) => {
      view.setUint32(CONTEXT.id, id, true)
      view.setUint32(CONTEXT.parent, parent, true)
      view.setUint32(CONTEXT.module, module, true)
      view.setUint32(CONTEXT.flags, flags, true)
      view.setBigUint64(CONTEXT.offset, BigInt(offset), true)
    })
    return id
  }

  /** @param relation number of the raw format. @returns the pair's id */
  pair(writer: number, watch: number, trap: number, relation: number, counters: PairCounters, tool = 1): number {
    const id = ++this.#pairs
    this.#record(writer, EXTENT_COUNTERS, RECORD.pair, counters.short ? PAIR_SMALLEST_SIZE : PAIR.size, (view) =>
      fillPair(view, { id, watch, trap, relation, tool }, counters),
    )
    return id
  }

  /** `writer` is that of the later access, `line.writer` that of the earlier one. @returns the pair's id */
  sharedPair(writer: number, watch: number, trap: number, counters: PairCounters, line: SharedLine): number {
    const id = ++this.#pairs
    this.#record(writer, EXTENT_COUNTERS, RECORD.sharedPair, SHARED_PAIR.size, (view) => {
      fillPair(view, { id, watch, trap, relation: 6, tool: 5 }, counters)
      view.setUint32(SHARED_PAIR.watch_writer, line.writer, true)
      view.setUint32(SHARED_PAIR.line_module, line.module ?? MODULE_UNKNOWN, true)
      view.setBigUint64(SHARED_PAIR.line_offset, BigInt(line.offset), true)
      view.setUint32(SHARED_PAIR.watch_stores, line.watchStores === false ? 0 : 1, true)
      view.setUint32(SHARED_PAIR.trap_stores, line.trapStores === false ? 0 : 1, true)
    })
    return id
  }

  watch(writer: number, context: number, counters: WatchCounters): this {
    return this.#record(
      writer,
      EXTENT_COUNTERS,
      RECORD.watchContext,
      counters.samples !== undefined ? WATCH_CONTEXT.size : counters.ends ? WATCH_CONTEXT.samples : WATCH_CONTEXT_SMALLEST_SIZE,
      (view) => {
        view.setUint32(WATCH_CONTEXT.context, context, true)
        view.setUint32(WATCH_CONTEXT.tool, counters.tool ?? 1, true)
        view.setBigUint64(WATCH_CONTEXT.sampled, BigInt(counters.sampled), true)
        view.setFloat64(WATCH_CONTEXT.accounted, counters.accounted, true)
        view.setBigUint64(WATCH_CONTEXT.armed, BigInt(counters.armed), true)
        view.setBigUint64(WATCH_CONTEXT.bytes, BigInt(counters.bytes), true)
        if (counters.samples !== undefined) view.setBigUint64(WATCH_CONTEXT.samples, BigInt(counters.samples), true)
        counters.ends?.forEach((weighed, position) => view.setFloat64(WATCH_CONTEXT.weighed_waste + position * 8, weighed, true))
      },
    )
  }

  /** @param time ns; without it the record is that of earlier versions, in periods */
  interrupted(writer: number, context: number, interrupts: number, periods = interrupts, time?: number): this {
    return this.#record(
      writer,
      EXTENT_COUNTERS,
      RECORD.interruptedContext,
      time === undefined ? INTERRUPTED_CONTEXT_SMALLEST_SIZE : INTERRUPTED_CONTEXT.size,
      (view) => {
        view.setUint32(INTERRUPTED_CONTEXT.context, context, true)
        view.setBigUint64(INTERRUPTED_CONTEXT.interrupts, BigInt(interrupts), true)
        view.setBigUint64(INTERRUPTED_CONTEXT.periods, BigInt(periods), true)
        if (time !== undefined) view.setBigUint64(INTERRUPTED_CONTEXT.time, BigInt(time), true)
      },
    )
  }

  /** @param samples [context, µs since base, µs of CPU time] */
  trace(writer: number, base: number, samples: Array<[number, number, number]>): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.trace, TRACE.size + samples.length * TRACE_SAMPLE.size, (view) => {
      view.setBigUint64(TRACE.base, BigInt(base), true)
      view.setUint32(TRACE.count, samples.length, true)
      for (const [i, sample] of samples.entries())
        for (const [j, value] of sample.entries()) view.setUint32(TRACE.size + i * TRACE_SAMPLE.size + j * 4, value, true)
    })
  }

  trap(writer: number, time: number, pair: number, credit = 1): this {
    return this.#record(writer, EXTENT_LOG, RECORD.trap, TRAP.size, (view) => {
      view.setBigUint64(TRAP.time, BigInt(time), true)
      view.setUint32(TRAP.pair, pair, true)
      view.setFloat32(TRAP.credit, credit, true)
    })
  }

  reuse(writer: number, time: number, pair: number, distance: number, credit = 1, address = 0, periods = 1): this {
    return this.#record(writer, EXTENT_LOG, RECORD.reuse, REUSE.size, (view) => {
      view.setBigUint64(REUSE.time, BigInt(time), true)
      view.setBigUint64(REUSE.distance, BigInt(distance), true)
      view.setUint32(REUSE.pair, pair, true)
      view.setFloat32(REUSE.credit, credit, true)
      view.setBigUint64(REUSE.address, BigInt(address), true)
      view.setUint32(REUSE.periods, periods, true)
    })
  }

  censored(writer: number, time: number, context: number, distance: number, flags = 0, address = 0, periods = 1): this {
    return this.#record(writer, EXTENT_LOG, RECORD.censored, CENSORED.size, (view) => {
      view.setBigUint64(CENSORED.time, BigInt(time), true)
      view.setBigUint64(CENSORED.distance, BigInt(distance), true)
      view.setUint32(CENSORED.context, context, true)
      view.setUint32(CENSORED.flags, flags, true)
      view.setBigUint64(CENSORED.address, BigInt(address), true)
      view.setUint32(CENSORED.periods, periods, true)
    })
  }

  statistics(writer: number, values: Partial<Record<StatisticName, number>>): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.statistics, STATISTICS.length * 8, (view) => {
      for (const [name, value] of Object.entries(values)) view.setBigUint64(STATISTIC_INDEX[name as StatisticName] * 8, BigInt(value), true)
    })
  }

  /** @returns the block's id */
  block(writer: number, module: number, offset: number, accesses: BlockAccess[], instructions = accesses.length): number {
    const id = ++this.#blocks
    this.#record(writer, EXTENT_LOG, RECORD.block, BLOCK.size + accesses.length * (BLOCK_ACCESS.size + BLOCK_INSTRUCTIONS_SIZE), (view) => {
      setUint32s(view, { [BLOCK.id]: id, [BLOCK.module]: module, [BLOCK.access_count]: accesses.length, [BLOCK.instruction_count]: instructions })
      setUint64s(view, { [BLOCK.offset]: offset })
      accesses.forEach((access, i) => {
        const at = BLOCK.size + i * BLOCK_ACCESS.size
        view.setUint32(at + BLOCK_ACCESS.offset, access.offset, true)
        view.setUint8(at + BLOCK_ACCESS.kind, access.kind)
        view.setUint16(at + BLOCK_ACCESS.bytes, access.bytes, true)
        view.setUint16(BLOCK.size + accesses.length * BLOCK_ACCESS.size + i * BLOCK_INSTRUCTIONS_SIZE, access.instructions ?? 1, true)
      })
    })
    return id
  }

  /** @param context calling context; 0: of all together */
  blockCount(writer: number, block: number, context: number, count: number): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.blockCount, BLOCK_COUNT.size, (view) => {
      setUint32s(view, { [BLOCK_COUNT.block]: block, [BLOCK_COUNT.context]: context })
      setUint64s(view, { [BLOCK_COUNT.count]: count })
    })
  }

  /** @param context of the access itself */
  accessCount(writer: number, context: number, kind: number, instances: number, bytes: number): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.accessCount, ACCESS_COUNT.size, (view) => {
      setUint32s(view, { [ACCESS_COUNT.context]: context, [ACCESS_COUNT.kind]: kind })
      setUint64s(view, { [ACCESS_COUNT.instances]: instances, [ACCESS_COUNT.bytes]: bytes })
    })
  }

  /** @param context of one of the accesses */
  contextCount(writer: number, context: number, kind: number, instances: number, bytes: number): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.contextCount, CONTEXT_COUNT.size, (view) => {
      setUint32s(view, { [CONTEXT_COUNT.context]: context, [CONTEXT_COUNT.kind]: kind })
      setUint64s(view, { [CONTEXT_COUNT.instances]: instances, [CONTEXT_COUNT.bytes]: bytes })
    })
  }

  /** @returns the pair's id */
  exactPair(
    writer: number,
    watch: number,
    trap: number,
    { tool, relation, flags = 0, scope = 0, object = 0 }: ExactPairIdentity,
    counters: ExactPairCounters,
  ): number {
    const id = ++this.#pairs
    this.#record(writer, EXTENT_COUNTERS, RECORD.exactPair, EXACT_PAIR.size, (view) => {
      setUint32s(view, { [EXACT_PAIR.id]: id, [EXACT_PAIR.watch]: watch, [EXACT_PAIR.trap]: trap, [EXACT_PAIR.scope]: scope, [EXACT_PAIR.object]: object })
      view.setUint8(EXACT_PAIR.tool, tool)
      view.setUint8(EXACT_PAIR.relation, relation)
      view.setUint16(EXACT_PAIR.flags, flags, true)
      setUint64s(view, {
        [EXACT_PAIR.instances]: counters.instances,
        [EXACT_PAIR.bytes]: counters.bytes,
        [EXACT_PAIR.interleaved_instances]: counters.interleavedInstances ?? 0,
        [EXACT_PAIR.interleaved_bytes]: counters.interleavedBytes ?? 0,
      })
    })
    return id
  }

  /** Counts of pairs with ids from `first` on: [instances, bytes] each. */
  pairCounts(writer: number, first: number, counts: Array<[number, number]>): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.pairCounts, PAIR_COUNTS.counts + counts.length * PAIR_COUNT.size, (view) => {
      setUint32s(view, { [PAIR_COUNTS.first]: first })
      counts.forEach(([instances, bytes], i) => {
        const at = PAIR_COUNTS.counts + i * PAIR_COUNT.size
        setUint32s(view, { [at + PAIR_COUNT.instances]: instances, [at + PAIR_COUNT.bytes]: bytes })
      })
    })
  }

  withoutPair(writer: number, context: number, tool: number, bytes: { unfinished?: number; freed?: number; interleaved?: number; first?: number }): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.withoutPair, WITHOUT_PAIR.size, (view) => {
      setUint32s(view, { [WITHOUT_PAIR.context]: context, [WITHOUT_PAIR.tool]: tool })
      setUint64s(view, {
        [WITHOUT_PAIR.unfinished]: bytes.unfinished ?? 0,
        [WITHOUT_PAIR.freed]: bytes.freed ?? 0,
        [WITHOUT_PAIR.interleaved]: bytes.interleaved ?? 0,
        [WITHOUT_PAIR.first]: bytes.first ?? 0,
      })
    })
  }

  /** @param pair 0: of the whole process */
  reuseCount(writer: number, pair: number, axis: number, granularity: number, bucket: number, count: number): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.reuseCount, REUSE_COUNT.size, (view) => {
      setUint32s(view, { [REUSE_COUNT.pair]: pair, [REUSE_COUNT.bucket]: bucket })
      view.setUint8(REUSE_COUNT.axis, axis)
      view.setUint8(REUSE_COUNT.granularity, granularity)
      setUint64s(view, { [REUSE_COUNT.count]: count })
    })
  }

  objectReuseCount(writer: number, object: number, axis: number, granularity: number, bucket: number, count: number): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.objectReuseCount, OBJECT_REUSE_COUNT.size, (view) => {
      setUint32s(view, { [OBJECT_REUSE_COUNT.object]: object, [OBJECT_REUSE_COUNT.bucket]: bucket })
      view.setUint8(OBJECT_REUSE_COUNT.axis, axis)
      view.setUint8(OBJECT_REUSE_COUNT.granularity, granularity)
      setUint64s(view, { [OBJECT_REUSE_COUNT.count]: count })
    })
  }

  timePoint(writer: number, tool: number, point: { time: number; instructions: number; waste: number; accessed: number }): this {
    return this.#record(writer, EXTENT_LOG, RECORD.timePoint, TIME_POINT.size, (view) => {
      setUint32s(view, { [TIME_POINT.tool]: tool })
      setUint64s(view, {
        [TIME_POINT.time]: point.time,
        [TIME_POINT.instructions]: point.instructions,
        [TIME_POINT.waste]: point.waste,
        [TIME_POINT.accessed]: point.accessed,
      })
    })
  }

  /** @returns the scope's id */
  scope(writer: number, kind: number, context: number, module: number, offset: number): number {
    const id = ++this.#scopes
    this.#record(writer, EXTENT_LOG, RECORD.scope, SCOPE.size, (view) => {
      setUint32s(view, { [SCOPE.id]: id, [SCOPE.kind]: kind, [SCOPE.context]: context, [SCOPE.module]: module })
      setUint64s(view, { [SCOPE.offset]: offset })
    })
    return id
  }

  /** @returns the object's id */
  object(writer: number, { kind, context = 0, module = MODULE_UNKNOWN, offset = 0, bytes = 0, name = '' }: ObjectDescription): number {
    const id = ++this.#objects
    const text = new TextEncoder().encode(name)
    this.#record(writer, EXTENT_LOG, RECORD.object, OBJECT.size + text.length, (view, payload) => {
      setUint32s(view, { [OBJECT.id]: id, [OBJECT.kind]: kind, [OBJECT.context]: context, [OBJECT.module]: module, [OBJECT.name_length]: text.length })
      setUint64s(view, { [OBJECT.offset]: offset, [OBJECT.bytes]: bytes })
      payload.set(text, OBJECT.size)
    })
    return id
  }

  /** @param loads all, precisely and approximately redundant ones as [instances, bytes] */
  objectCount(writer: number, object: number, tool: number, loads: { all: [number, number]; precise: [number, number]; approximate: [number, number] }): this {
    return this.#record(writer, EXTENT_COUNTERS, RECORD.objectCount, OBJECT_COUNT.size, (view) => {
      setUint32s(view, { [OBJECT_COUNT.object]: object, [OBJECT_COUNT.tool]: tool })
      setUint64s(view, {
        [OBJECT_COUNT.instances]: loads.all[0],
        [OBJECT_COUNT.bytes]: loads.all[1],
        [OBJECT_COUNT.redundant_instances]: loads.precise[0],
        [OBJECT_COUNT.redundant_bytes]: loads.precise[1],
        [OBJECT_COUNT.approximate_instances]: loads.approximate[0],
        [OBJECT_COUNT.approximate_bytes]: loads.approximate[1],
      })
    })
  }

  /** `profiled` is by default the sum of the entries, `executions` as many. */
  valueTable(writer: number, described: ValueTableDescription): this {
    const { entries } = described
    const profiled = described.profiled ?? entries.reduce((sum, [, count]) => sum + count, 0)
    const id = ++this.#valueTables
    return this.#record(writer, EXTENT_COUNTERS, RECORD.valueTable, VALUE_TABLE.size + entries.length * VALUE_COUNT.size, (view) => {
      setUint32s(view, { [VALUE_TABLE.id]: id, [VALUE_TABLE.module]: described.module })
      described.inMemory?.forEach((entry) =>
        view.setUint8(VALUE_TABLE.in_memory + (entry >> 3), view.getUint8(VALUE_TABLE.in_memory + (entry >> 3)) | (1 << (entry & 7))),
      )
      const bytes = {
        role: described.role,
        instruction_class: described.instructionClass ?? 0,
        element: described.element ?? 0,
        bytes: described.bytes ?? 8,
        flags: described.flags ?? 0,
        entry_count: entries.length,
        operation: described.operation ?? 0,
      }
      for (const [name, value] of Object.entries(bytes)) view.setUint8(VALUE_TABLE[name as keyof typeof bytes], value)
      view.setUint16(VALUE_TABLE.slot, described.slot ?? 0, true)
      setUint64s(view, { [VALUE_TABLE.offset]: described.offset, [VALUE_TABLE.executions]: described.executions ?? profiled, [VALUE_TABLE.profiled]: profiled })
      for (const name of ['repeats', 'zeros', 'retried', 'converged', 'increasing', 'decreasing'] as const)
        setUint64s(view, { [VALUE_TABLE[name]]: described[name] ?? 0 })
      entries.forEach(([value, count], i) => {
        const at = VALUE_TABLE.size + i * VALUE_COUNT.size
        view.setBigUint64(at + VALUE_COUNT.value, BigInt(value), true)
        setUint64s(view, { [at + VALUE_COUNT.count]: count })
      })
    })
  }

  /** A record of any type, for readers that must skip unknown ones. */
  other(writer: number, type: number, length: number): this {
    return this.#record(writer, EXTENT_LOG, type, length, () => {})
  }

  bytes(): Uint8Array {
    this.header.setUint32(HEADER.extent_count, this.#extents.length, true)
    const file = new Uint8Array(HEADER_SIZE + this.#extents.length * EXTENT_SIZE)
    file.set(new Uint8Array(this.header.buffer))
    this.#extents.forEach((extent, i) => {
      const view = new DataView(extent.bytes.buffer)
      view.setUint32(EXTENT.magic, EXTENT_MAGIC, true)
      view.setUint32(EXTENT.kind, extent.kind, true)
      view.setUint32(EXTENT.writer, extent.writer, true)
      view.setUint32(EXTENT.ordinal, extent.ordinal, true)
      view.setBigUint64(EXTENT.used, BigInt(extent.used), true)
      file.set(extent.bytes, HEADER_SIZE + i * EXTENT_SIZE)
    })
    return file
  }

  write(path: string): string {
    writeFileSync(path, this.bytes())
    return path
  }

  #record(writer: number, kind: number, type: number, length: number, fill: (view: DataView, bytes: Uint8Array) => void): this {
    const size = 8 + Math.ceil(length / 8) * 8
    const place = `${writer} ${kind}`
    let extent = this.#current.get(place)
    if (!extent || extent.used + size > EXTENT_SIZE) {
      extent = { kind, writer, ordinal: extent ? extent.ordinal + 1 : 0, bytes: new Uint8Array(EXTENT_SIZE), used: EXTENT_HEADER_SIZE }
      this.#extents.push(extent)
      this.#current.set(place, extent)
    }
    const payload = extent.used + 8
    fill(new DataView(extent.bytes.buffer, payload, length), extent.bytes.subarray(payload, payload + length))
    const view = new DataView(extent.bytes.buffer)
    view.setUint32(extent.used, type | (length << 8), true)
    view.setUint32(extent.used + 4, kind === EXTENT_LOG ? rawChecksum(view, payload, length) : 0, true)
    extent.used += size
    return this
  }
}

/** @param values by offset */
function setUint32s(view: DataView, values: Record<number, number>): void {
  for (const [offset, value] of Object.entries(values)) view.setUint32(Number(offset), value, true)
}

function setUint64s(view: DataView, values: Record<number, number>): void {
  for (const [offset, value] of Object.entries(values)) view.setBigUint64(Number(offset), BigInt(value), true)
}

interface PairIdentity {
  id: number
  tool: number
  relation: number
  watch: number
  trap: number
}

function fillPair(view: DataView, { id, tool, relation, watch, trap }: PairIdentity, counters: PairCounters): void {
  view.setUint32(PAIR.id, id, true)
  view.setUint8(PAIR.tool, tool)
  view.setUint8(PAIR.relation, relation)
  view.setUint16(PAIR.flags, counters.flags ?? 0, true)
  view.setUint32(PAIR.watch, watch, true)
  view.setUint32(PAIR.trap, trap, true)
  view.setBigUint64(PAIR.traps, BigInt(counters.traps), true)
  view.setFloat64(PAIR.credit, counters.credit, true)
  view.setFloat64(PAIR.amount, counters.amount, true)
  view.setBigUint64(PAIR.bytes, BigInt(counters.bytes ?? 0), true)
  view.setBigUint64(PAIR.partial, BigInt(counters.partial ?? 0), true)
  if (counters.short) return
  view.setFloat64(PAIR.latency, counters.latency ?? 0, true)
  view.setFloat64(PAIR.latency_credit, counters.latencyCredit ?? 0, true)
  view.setFloat64(PAIR.cache_misses, counters.cacheMisses ?? 0, true)
}
