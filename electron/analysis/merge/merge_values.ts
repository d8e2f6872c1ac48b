/**
 * Joins the value tables of all processes. Tables of the same instruction, role and slot become one: its counters are
 * the sums, its entries the most frequent values overall.
 */
import { growingFloat64, growingInt32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { VALUE_TARGET } from '../../raw/raw_layout.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { RawValueEntries, RawValueTables, RawValues } from '../../raw/raw_values.ts'
import type { ContextMerger } from './context_merger.ts'
import { VALUE_COUNTERS, type MergedEntries, type MergedValues } from '../merged.ts'

/** A table of a process: its subject, and where its entries are. */
interface Source {
  values: RawValues
  row: number
  process: number
}

export function mergeValues(processes: RawProcess[], merger: Pick<ContextMerger, 'location'>): MergedValues {
  const rows = new PairInterner()
  const sources: Source[][] = []
  processes.forEach(({ writers }, process) =>
    writers.forEach(({ values }) => {
      if (!values) return
      const { tables } = values
      for (let row = 0; row < tables.length; row++) {
        if (tables.role[row] === VALUE_TARGET) continue
        const location = merger.location({ process, module: tables.module[row]!, offset: tables.offset[row]! })
        const merged = rows.intern(location, identityOf(tables, row))
        ;(sources[merged] ??= []).push({ values, row, process })
      }
    }),
  )
  const first = <T extends Uint8Array | Int32Array>(make: (length: number) => T, column: (tables: RawValueTables) => ArrayLike<number>): T => {
    const values = make(sources.length)
    sources.forEach(([source], merged) => {
      values[merged] = column(source!.values.tables)[source!.row]!
    })
    return values
  }
  const bytes = (length: number): Uint8Array => new Uint8Array(length)
  const sums = VALUE_COUNTERS.map((name) => [
    name,
    Float64Array.from(sources, (own) => own.reduce((sum, { values, row }) => sum + values.tables[name][row]!, 0)),
  ])
  return {
    length: sources.length,
    location: rows.columns().first,
    role: first(bytes, ({ role }) => role),
    instructionClass: first(bytes, ({ instructionClass }) => instructionClass),
    operation: first(bytes, ({ operation }) => operation),
    element: first(bytes, ({ element }) => element),
    bytes: first(bytes, ({ bytes }) => bytes),
    slot: first(
      (length) => new Int32Array(length),
      ({ slot }) => slot,
    ),
    flags: first(bytes, ({ flags }) => flags),
    process: Int32Array.from(sources, ([source]) => source!.process),
    counts: Object.fromEntries(sums) as MergedValues['counts'],
    entries: mergeEntries(sources, Math.max(0, ...processes.map(({ header }) => header.values?.tableSize ?? 0))),
  }
}

/** Role, slot and flags as one number. */
function identityOf({ role, slot, flags }: RawValueTables, row: number): number {
  return (role[row]! * 0x10000 + slot[row]!) * 0x100 + flags[row]!
}

function mergeEntries(sources: Source[][], tableSize: number): MergedEntries {
  const columns = { table: growingInt32(), low: growingInt32(), high: growingInt32(), count: growingFloat64(), inMemory: growingUint8() }
  sources.forEach((own, table) => {
    for (const { low, high, count, inMemory } of topValues(own, tableSize)) {
      columns.table.push(table)
      columns.low.push(low)
      columns.high.push(high)
      columns.count.push(count)
      columns.inMemory.push(inMemory)
    }
  })
  return {
    length: columns.table.length,
    table: columns.table.finish(),
    low: columns.low.finish(),
    high: columns.high.finish(),
    count: columns.count.finish(),
    inMemory: columns.inMemory.finish(),
  }
}

interface Occurrences {
  low: number
  high: number
  count: number
  inMemory: number
}

function topValues(own: Source[], tableSize: number): Occurrences[] {
  const byValue = new Map<string, Occurrences>()
  for (const {
    values: { tables, entries },
    row,
  } of own) {
    for (let entry = tables.start[row]!; entry < tables.start[row + 1]!; entry++) addOccurrences(byValue, entries, entry)
  }
  return [...byValue.values()].sort((a, b) => b.count - a.count).slice(0, tableSize)
}

function addOccurrences(byValue: Map<string, Occurrences>, { low, high, count, inMemory }: RawValueEntries, entry: number): void {
  const key = `${high[entry]} ${low[entry]}`
  const known = byValue.get(key)
  if (known) {
    known.count += count[entry]!
    known.inMemory |= inMemory[entry]!
  } else {
    byValue.set(key, { low: low[entry]!, high: high[entry]!, count: count[entry]!, inMemory: inMemory[entry]! })
  }
}
