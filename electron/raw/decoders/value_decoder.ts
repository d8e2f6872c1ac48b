/** Collects top-N-value tables into columns; contradictory records are counted and left out. */
import { growingFloat64, growingInt32, growingUint32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import { VALUE_CLASSES, VALUE_ELEMENTS, VALUE_OPERATIONS, VALUE_ROLES } from '../../../shared/profile/value_names.ts'
import { finishColumns } from '../columns.ts'
import type { Damage } from '../damage.ts'
import { readUint64 } from '../raw_fields.ts'
import { MODULE_UNKNOWN, VALUE_COUNT, VALUE_TABLE, VALUE_TABLE_FLAG_REFERENCE, VALUE_TARGET } from '../raw_layout.ts'
import type { RawValues } from '../raw_values.ts'

export interface ValueScope {
  damage: Damage
  knowsModule(index: number): boolean
}

/** Counters of a table: more of any of them than of `profiled` contradicts itself. */
const COUNTED = ['repeats', 'zeros', 'retried'] as const
const TESTS = ['converged', 'increasing', 'decreasing'] as const
const WIDEST_VALUE = 8
const IN_MEMORY_BITS = 8 * (VALUE_TABLE.executions - VALUE_TABLE.in_memory)

export class ValueDecoder {
  readonly #scope: ValueScope
  readonly #tables = {
    module: growingUint32(),
    offset: growingFloat64(),
    role: growingUint8(),
    instructionClass: growingUint8(),
    operation: growingUint8(),
    element: growingUint8(),
    bytes: growingUint8(),
    slot: growingUint32(),
    flags: growingUint8(),
    executions: growingFloat64(),
    profiled: growingFloat64(),
    repeats: growingFloat64(),
    zeros: growingFloat64(),
    retried: growingFloat64(),
    converged: growingFloat64(),
    increasing: growingFloat64(),
    decreasing: growingFloat64(),
  }
  readonly #start = growingInt32()
  readonly #entries = { low: growingUint32(), high: growingUint32(), count: growingFloat64(), inMemory: growingUint8() }

  constructor(scope: ValueScope) {
    this.#scope = scope
  }

  table(view: DataView, at: number, length: number): void {
    const { damage } = this.#scope
    if (length < VALUE_TABLE.size) return damage.count('recordContent')
    const byte = (field: number): number => view.getUint8(at + field)
    const entryCount = byte(VALUE_TABLE.entry_count)
    const kind = {
      role: byte(VALUE_TABLE.role),
      instructionClass: byte(VALUE_TABLE.instruction_class),
      operation: byte(VALUE_TABLE.operation),
      element: byte(VALUE_TABLE.element),
      bytes: byte(VALUE_TABLE.bytes),
    }
    if (!isKind(kind) || VALUE_TABLE.size + entryCount * VALUE_COUNT.size > length) return damage.count('recordContent')
    const counts = this.#counts(view, at)
    if (counts === null) return damage.count('recordContent')
    const module = view.getUint32(at + VALUE_TABLE.module, true)
    const isKnown = module === MODULE_UNKNOWN || this.#scope.knowsModule(module)
    if (!isKnown) damage.count('recordReference')
    const row = {
      ...kind,
      ...counts,
      module: isKnown ? module : MODULE_UNKNOWN,
      offset: readUint64(view, at + VALUE_TABLE.offset),
      slot: view.getUint16(at + VALUE_TABLE.slot, true),
      flags: byte(VALUE_TABLE.flags) & VALUE_TABLE_FLAG_REFERENCE,
    }
    for (const [name, column] of Object.entries(this.#tables)) column.push(row[name as keyof typeof row])
    this.#start.push(this.#entries.count.length)
    this.#readEntries(view, at, entryCount)
  }

  finish(): RawValues {
    this.#start.push(this.#entries.count.length)
    return { tables: { ...finishColumns(this.#tables), start: this.#start.finish() }, entries: finishColumns(this.#entries) }
  }

  #counts(view: DataView, at: number): Record<(typeof COUNTED)[number] | (typeof TESTS)[number] | 'executions' | 'profiled', number> | null {
    const number = (field: number): number => readUint64(view, at + field)
    const profiled = number(VALUE_TABLE.profiled)
    const executions = number(VALUE_TABLE.executions)
    const counted = Object.fromEntries(COUNTED.map((name) => [name, number(VALUE_TABLE[name])])) as Record<(typeof COUNTED)[number], number>
    const tests = Object.fromEntries(TESTS.map((name) => [name, number(VALUE_TABLE[name])])) as Record<(typeof TESTS)[number], number>
    if (Object.values(counted).some((count) => count > profiled)) return null
    return { executions: Math.max(executions, profiled), profiled, ...counted, ...tests }
  }

  #readEntries(view: DataView, table: number, count: number): void {
    for (let i = 0; i < count; i++) {
      const entry = table + VALUE_TABLE.size + i * VALUE_COUNT.size
      const occurrences = readUint64(view, entry + VALUE_COUNT.count)
      if (occurrences === 0) return
      this.#entries.low.push(view.getUint32(entry + VALUE_COUNT.value, true))
      this.#entries.high.push(view.getUint32(entry + VALUE_COUNT.value + 4, true))
      this.#entries.count.push(occurrences)
      this.#entries.inMemory.push(i < IN_MEMORY_BITS ? (view.getUint8(table + VALUE_TABLE.in_memory + (i >> 3)) >> (i & 7)) & 1 : 0)
    }
  }
}

function isKind({
  role,
  instructionClass,
  operation,
  element,
  bytes,
}: {
  role: number
  instructionClass: number
  operation: number
  element: number
  bytes: number
}): boolean {
  return (
    ((role >= 1 && role <= VALUE_ROLES.length) || role === VALUE_TARGET) &&
    instructionClass <= VALUE_CLASSES.length &&
    operation <= VALUE_OPERATIONS.length &&
    element < VALUE_ELEMENTS.length &&
    bytes >= 1 &&
    bytes <= WIDEST_VALUE
  )
}
