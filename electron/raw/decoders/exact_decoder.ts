/**
 * Collects the counts of the exhaustive engine into columns; records with dangling references are counted and left out.
 */
import { TOOLS } from '../../../shared/tools.ts'
import { BUCKET_COUNT } from '../../../shared/metrics/reuse/distance_bucket.ts'
import { growingFloat64, growingInt32, growingUint32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import { finishColumns, pushRow } from '../columns.ts'
import type { Damage } from '../damage.ts'
import { IdIndex } from '../id_index.ts'
import { PairCounts } from '../pair_counts.ts'
import type { RawExact, RawObject } from '../raw_exact.ts'
import { readText, readUint64 } from '../raw_fields.ts'
import {
  ACCESS_COUNT,
  ACCESS_LOAD,
  ACCESS_LOADED_REGISTER,
  ACCESS_STORE,
  AXES,
  BLOCK,
  BLOCK_ACCESS,
  BLOCK_COUNT,
  BLOCK_INSTRUCTIONS_SIZE,
  CONTEXT_COUNT,
  EXACT_PAIR,
  GRANULARITIES,
  MODULE_SYSTEM_CALL,
  MODULE_UNKNOWN,
  OBJECT,
  OBJECT_COUNT,
  OBJECT_REUSE_COUNT,
  OBJECTS,
  RECORD,
  RELATION_COUNT,
  REUSE_COUNT,
  SCOPE,
  SCOPES,
  TIME_POINT,
  WITHOUT_PAIR,
} from '../raw_layout.ts'

export interface ExactScope {
  damage: Damage
  /** No file of the recording's size holds as many records. */
  largestId: number
  /** Whether the header has the unit of distances: without it they mean nothing. */
  hasDistances: boolean
  knowsModule(index: number): boolean
  /** Row of one of the writer's contexts; −1 if there is none. */
  contextRow(id: number): number
}

/** Call `log` for all log records of the writer before `counter`: counters refer to blocks, scopes and objects. */
export class ExactDecoder {
  readonly #scope: ExactScope
  readonly #blockRows: IdIndex
  readonly #pairRows: IdIndex
  readonly #scopeRows: IdIndex
  readonly #objectRows: IdIndex
  readonly #blocks = { module: growingUint32(), offset: growingFloat64(), instructions: growingUint32(), start: growingInt32() }
  readonly #accesses = { offset: growingUint32(), kind: growingUint8(), element: growingUint8(), bytes: growingUint32(), instructions: growingUint32() }
  readonly #blockCounts = { block: growingInt32(), context: growingInt32(), count: growingFloat64() }
  readonly #accessCounts = { context: growingInt32(), kind: growingUint8(), instances: growingFloat64(), bytes: growingFloat64() }
  readonly #contextCounts = { context: growingInt32(), kind: growingUint8(), instances: growingFloat64(), bytes: growingFloat64() }
  readonly #pairs = {
    tool: growingUint8(),
    relation: growingUint8(),
    flags: growingUint8(),
    watch: growingInt32(),
    trap: growingInt32(),
    scope: growingInt32(),
    object: growingInt32(),
    instances: growingFloat64(),
    bytes: growingFloat64(),
    interleavedInstances: growingFloat64(),
    interleavedBytes: growingFloat64(),
  }
  readonly #pairCounts = new PairCounts()
  readonly #withoutPairs = {
    context: growingInt32(),
    tool: growingUint8(),
    unfinished: growingFloat64(),
    freed: growingFloat64(),
    interleaved: growingFloat64(),
    first: growingFloat64(),
  }
  readonly #reuseCounts = { pair: growingInt32(), axis: growingUint8(), granularity: growingUint8(), bucket: growingInt32(), count: growingFloat64() }
  readonly #objectReuseCounts = { object: growingInt32(), axis: growingUint8(), granularity: growingUint8(), bucket: growingInt32(), count: growingFloat64() }
  readonly #scopes = { kind: growingUint8(), context: growingInt32(), module: growingUint32(), offset: growingFloat64() }
  readonly #objects: RawObject[] = []
  readonly #objectCounts = {
    object: growingInt32(),
    tool: growingUint8(),
    instances: growingFloat64(),
    bytes: growingFloat64(),
    redundantInstances: growingFloat64(),
    redundantBytes: growingFloat64(),
    approximateInstances: growingFloat64(),
    approximateBytes: growingFloat64(),
  }

  readonly #timePoints = { time: growingFloat64(), instructions: growingFloat64(), tool: growingUint8(), waste: growingFloat64(), accessed: growingFloat64() }

  constructor(scope: ExactScope) {
    this.#scope = scope
    this.#blockRows = new IdIndex(scope.largestId)
    this.#pairRows = new IdIndex(scope.largestId)
    this.#scopeRows = new IdIndex(scope.largestId)
    this.#objectRows = new IdIndex(scope.largestId)
  }

  /** Blocks, scopes and objects refer to contexts written before them. */
  log(type: number, view: DataView, at: number, length: number): void {
    if (type === RECORD.block) this.#block(view, at, length)
    else if (type === RECORD.scope) this.#readScope(view, at, length)
    else if (type === RECORD.object) this.#object(view, at, length)
    else if (type === RECORD.timePoint) this.#timePoint(view, at, length)
  }

  /** Row of the object of this id; −1 if there is none. */
  objectRow(id: number): number {
    return this.#objectRows.row(id)
  }

  counter(type: number, view: DataView, at: number, length: number): void {
    if (type === RECORD.exactPair) this.#pair(view, at, length)
    else if (type === RECORD.pairCounts) this.#readPairCounts(view, at, length)
    else if (type === RECORD.blockCount) this.#blockCount(view, at, length)
    else if (type === RECORD.accessCount) this.#accessCount(view, at, length)
    else if (type === RECORD.contextCount) this.#contextCount(view, at, length)
    else if (type === RECORD.withoutPair) this.#withoutPair(view, at, length)
    else if (type === RECORD.reuseCount) this.#reuseCount(view, at, length)
    else if (type === RECORD.objectReuseCount) this.#objectReuseCount(view, at, length)
    else if (type === RECORD.objectCount) this.#objectCount(view, at, length)
  }

  finish(): RawExact {
    this.#blocks.start.push(this.#accesses.kind.length)
    const pairs = finishColumns(this.#pairs)
    this.#addPairCounts(pairs)
    return {
      blocks: { ...finishColumns(this.#blocks), length: this.#blocks.module.length },
      accesses: finishColumns(this.#accesses),
      blockCounts: finishColumns(this.#blockCounts),
      accessCounts: finishColumns(this.#accessCounts),
      contextCounts: finishColumns(this.#contextCounts),
      pairs,
      withoutPairs: finishColumns(this.#withoutPairs),
      reuseCounts: finishColumns(this.#reuseCounts),
      objectReuseCounts: finishColumns(this.#objectReuseCounts),
      scopes: finishColumns(this.#scopes),
      objects: this.#objects,
      objectCounts: finishColumns(this.#objectCounts),
      timePoints: finishColumns(this.#timePoints),
    }
  }

  #block(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < BLOCK.size) return damage.count('recordContent')
    const id = view.getUint32(at + BLOCK.id, true)
    const accessCount = view.getUint32(at + BLOCK.access_count, true)
    if (id === 0 || BLOCK.size + accessCount * BLOCK_ACCESS.size > length) return damage.count('recordContent')
    if (this.#blockRows.row(id) >= 0) return damage.count('recordDuplicate')
    this.#blockRows.add(id, this.#blocks.module.length)
    this.#blocks.module.push(this.#module(view.getUint32(at + BLOCK.module, true)))
    this.#blocks.offset.push(readUint64(view, at + BLOCK.offset))
    this.#blocks.instructions.push(view.getUint32(at + BLOCK.instruction_count, true))
    this.#blocks.start.push(this.#accesses.kind.length)
    const end = at + BLOCK.size + accessCount * BLOCK_ACCESS.size
    const hasInstructions = BLOCK.size + accessCount * (BLOCK_ACCESS.size + BLOCK_INSTRUCTIONS_SIZE) <= length
    for (let access = at + BLOCK.size, instructions = end; access < end; access += BLOCK_ACCESS.size, instructions += BLOCK_INSTRUCTIONS_SIZE) {
      const kind = view.getUint8(access + BLOCK_ACCESS.kind)
      if (kind < ACCESS_LOAD || kind > ACCESS_LOADED_REGISTER) {
        damage.count('recordContent')
        continue
      }
      this.#accesses.element.push(view.getUint8(access + BLOCK_ACCESS.element))
      this.#accesses.offset.push(view.getUint32(access + BLOCK_ACCESS.offset, true))
      this.#accesses.kind.push(kind)
      this.#accesses.bytes.push(view.getUint16(access + BLOCK_ACCESS.bytes, true))
      this.#accesses.instructions.push(hasInstructions ? view.getUint16(instructions, true) : 0)
    }
  }

  #timePoint(view: DataView, at: number, length: number): void {
    const tool = length < TIME_POINT.size ? 0 : view.getUint32(at + TIME_POINT.tool, true)
    if (tool < 1 || tool > TOOLS.length) return this.#scope.damage.count('recordContent')
    const number = (offset: number): number => readUint64(view, at + offset)
    pushRow(this.#timePoints, {
      time: number(TIME_POINT.time),
      instructions: number(TIME_POINT.instructions),
      tool: tool - 1,
      waste: number(TIME_POINT.waste),
      accessed: number(TIME_POINT.accessed),
    })
  }

  #readScope(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < SCOPE.size) return damage.count('recordContent')
    const id = view.getUint32(at + SCOPE.id, true)
    const kind = view.getUint32(at + SCOPE.kind, true)
    if (id === 0 || !Object.hasOwn(SCOPES, kind)) return damage.count('recordContent')
    if (this.#scopeRows.row(id) >= 0) return damage.count('recordDuplicate')
    this.#scopeRows.add(id, this.#scopes.kind.length)
    pushRow(this.#scopes, {
      kind,
      context: this.#context(view.getUint32(at + SCOPE.context, true)),
      module: this.#module(view.getUint32(at + SCOPE.module, true)),
      offset: readUint64(view, at + SCOPE.offset),
    })
  }

  #object(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < OBJECT.size) return damage.count('recordContent')
    const id = view.getUint32(at + OBJECT.id, true)
    const kind = view.getUint32(at + OBJECT.kind, true)
    const nameLength = view.getUint32(at + OBJECT.name_length, true)
    if (id === 0 || !Object.hasOwn(OBJECTS, kind) || OBJECT.size + nameLength > length) return damage.count('recordContent')
    if (this.#objectRows.row(id) >= 0) return damage.count('recordDuplicate')
    this.#objectRows.add(id, this.#objects.length)
    this.#objects.push({
      kind: OBJECTS[kind as keyof typeof OBJECTS],
      context: this.#context(view.getUint32(at + OBJECT.context, true)),
      module: this.#module(view.getUint32(at + OBJECT.module, true)),
      offset: readUint64(view, at + OBJECT.offset),
      bytes: readUint64(view, at + OBJECT.bytes),
      name: readText(view, at + OBJECT.size, nameLength),
    })
  }

  #pair(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < EXACT_PAIR.size) return damage.count('recordContent')
    const id = view.getUint32(at + EXACT_PAIR.id, true)
    const tool = view.getUint8(at + EXACT_PAIR.tool)
    const relation = view.getUint8(at + EXACT_PAIR.relation)
    const watch = this.#scope.contextRow(view.getUint32(at + EXACT_PAIR.watch, true))
    const trap = this.#scope.contextRow(view.getUint32(at + EXACT_PAIR.trap, true))
    if (id === 0 || !isTool(tool) || relation < 1 || relation > RELATION_COUNT) return damage.count('recordContent')
    if (watch < 0 || trap < 0) return damage.count('recordReference')
    if (this.#pairRows.row(id) >= 0) return damage.count('recordDuplicate')
    const {
      tool: tools,
      relation: relations,
      flags,
      watch: watches,
      trap: traps,
      scope,
      object,
      instances,
      bytes,
      interleavedInstances,
      interleavedBytes,
    } = this.#pairs
    this.#pairRows.add(id, tools.length)
    tools.push(tool - 1)
    relations.push(relation - 1)
    flags.push(view.getUint16(at + EXACT_PAIR.flags, true) & 0xff)
    watches.push(watch)
    traps.push(trap)
    scope.push(this.#reference(this.#scopeRows, view.getUint32(at + EXACT_PAIR.scope, true)))
    object.push(this.#reference(this.#objectRows, view.getUint32(at + EXACT_PAIR.object, true)))
    instances.push(readUint64(view, at + EXACT_PAIR.instances))
    bytes.push(readUint64(view, at + EXACT_PAIR.bytes))
    interleavedInstances.push(readUint64(view, at + EXACT_PAIR.interleaved_instances))
    interleavedBytes.push(readUint64(view, at + EXACT_PAIR.interleaved_bytes))
  }

  #readPairCounts(view: DataView, at: number, length: number): void {
    if (!this.#pairCounts.add(view, at, length)) this.#scope.damage.count('recordContent')
  }

  /** Counts precede their pairs. */
  #addPairCounts(pairs: RawExact['pairs']): void {
    this.#pairCounts.forEach((id, instances, bytes) => {
      const row = this.#pairRows.row(id)
      if (row < 0) return this.#scope.damage.count('recordReference')
      pairs.instances[row]! += instances
      pairs.bytes[row]! += bytes
    })
  }

  #blockCount(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < BLOCK_COUNT.size) return damage.count('recordContent')
    const block = this.#blockRows.row(view.getUint32(at + BLOCK_COUNT.block, true))
    const contextId = view.getUint32(at + BLOCK_COUNT.context, true)
    const context = contextId === 0 ? -1 : this.#scope.contextRow(contextId)
    if (block < 0 || (contextId !== 0 && context < 0)) return damage.count('recordReference')
    this.#blockCounts.block.push(block)
    this.#blockCounts.context.push(context)
    this.#blockCounts.count.push(readUint64(view, at + BLOCK_COUNT.count))
  }

  #accessCount(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < ACCESS_COUNT.size) return damage.count('recordContent')
    const context = this.#scope.contextRow(view.getUint32(at + ACCESS_COUNT.context, true))
    const kind = view.getUint32(at + ACCESS_COUNT.kind, true)
    if (!isAccessKind(kind)) return damage.count('recordContent')
    if (context < 0) return damage.count('recordReference')
    pushRow(this.#accessCounts, { context, kind, instances: readUint64(view, at + ACCESS_COUNT.instances), bytes: readUint64(view, at + ACCESS_COUNT.bytes) })
  }

  #contextCount(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < CONTEXT_COUNT.size) return damage.count('recordContent')
    const context = this.#scope.contextRow(view.getUint32(at + CONTEXT_COUNT.context, true))
    const kind = view.getUint32(at + CONTEXT_COUNT.kind, true)
    if (!isAccessKind(kind)) return damage.count('recordContent')
    if (context < 0) return damage.count('recordReference')
    pushRow(this.#contextCounts, {
      context,
      kind,
      instances: readUint64(view, at + CONTEXT_COUNT.instances),
      bytes: readUint64(view, at + CONTEXT_COUNT.bytes),
    })
  }

  #withoutPair(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < WITHOUT_PAIR.size) return damage.count('recordContent')
    const context = this.#scope.contextRow(view.getUint32(at + WITHOUT_PAIR.context, true))
    const tool = view.getUint32(at + WITHOUT_PAIR.tool, true)
    if (!isTool(tool)) return damage.count('recordContent')
    if (context < 0) return damage.count('recordReference')
    pushRow(this.#withoutPairs, {
      context,
      tool: tool - 1,
      unfinished: readUint64(view, at + WITHOUT_PAIR.unfinished),
      freed: readUint64(view, at + WITHOUT_PAIR.freed),
      interleaved: readUint64(view, at + WITHOUT_PAIR.interleaved),
      first: readUint64(view, at + WITHOUT_PAIR.first),
    })
  }

  #reuseCount(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < REUSE_COUNT.size) return damage.count('recordContent')
    const pairId = view.getUint32(at + REUSE_COUNT.pair, true)
    const pair = pairId === 0 ? -1 : this.#pairRows.row(pairId)
    const counted = readDistance(view, at)
    if (counted === null) return damage.count('recordContent')
    if (pairId !== 0 && pair < 0) return damage.count('recordReference')
    if (!this.#scope.hasDistances) return damage.count('recordContent')
    pushRow(this.#reuseCounts, { pair, ...counted })
  }

  #objectReuseCount(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < OBJECT_REUSE_COUNT.size) return damage.count('recordContent')
    const object = this.#objectRows.row(view.getUint32(at + OBJECT_REUSE_COUNT.object, true))
    const counted = readDistance(view, at)
    if (counted === null) return damage.count('recordContent')
    if (object < 0) return damage.count('recordReference')
    if (!this.#scope.hasDistances) return damage.count('recordContent')
    pushRow(this.#objectReuseCounts, { object, ...counted })
  }

  #objectCount(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < OBJECT_COUNT.size) return damage.count('recordContent')
    const object = this.#objectRows.row(view.getUint32(at + OBJECT_COUNT.object, true))
    const tool = view.getUint32(at + OBJECT_COUNT.tool, true)
    if (!isTool(tool)) return damage.count('recordContent')
    if (object < 0) return damage.count('recordReference')
    pushRow(this.#objectCounts, {
      object,
      tool: tool - 1,
      instances: readUint64(view, at + OBJECT_COUNT.instances),
      bytes: readUint64(view, at + OBJECT_COUNT.bytes),
      redundantInstances: readUint64(view, at + OBJECT_COUNT.redundant_instances),
      redundantBytes: readUint64(view, at + OBJECT_COUNT.redundant_bytes),
      approximateInstances: readUint64(view, at + OBJECT_COUNT.approximate_instances),
      approximateBytes: readUint64(view, at + OBJECT_COUNT.approximate_bytes),
    })
  }

  /** 0 means none; a dangling reference counts as damage and leaves the record as it is. */
  #reference(rows: IdIndex, id: number): number {
    if (id === 0) return -1
    const row = rows.row(id)
    if (row < 0) this.#scope.damage.count('recordReference')
    return row
  }

  #context(id: number): number {
    if (id === 0) return -1
    const row = this.#scope.contextRow(id)
    if (row < 0) this.#scope.damage.count('recordReference')
    return row
  }

  #module(index: number): number {
    if (index === MODULE_UNKNOWN || index === MODULE_SYSTEM_CALL || this.#scope.knowsModule(index)) return index
    this.#scope.damage.count('recordReference')
    return MODULE_UNKNOWN
  }
}

/** The common part of REUSE_COUNT and OBJECT_REUSE_COUNT; null: no such distance. */
function readDistance(view: DataView, at: number): { axis: number; granularity: number; bucket: number; count: number } | null {
  const axis = view.getUint8(at + REUSE_COUNT.axis)
  const granularity = view.getUint8(at + REUSE_COUNT.granularity)
  const bucket = view.getUint32(at + REUSE_COUNT.bucket, true)
  if (!Object.hasOwn(AXES, axis) || !Object.hasOwn(GRANULARITIES, granularity) || bucket >= BUCKET_COUNT) return null
  return { axis, granularity, bucket, count: readUint64(view, at + REUSE_COUNT.count) }
}

function isTool(number: number): boolean {
  return number >= 1 && number <= TOOLS.length
}

function isAccessKind(kind: number): boolean {
  return kind === ACCESS_LOAD || kind === ACCESS_STORE
}
