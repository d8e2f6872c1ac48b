/**
 * Parameters from debug information: names, parameters without registers, and the meaningful bytes of a register.
 */
import { NOT_A_PARAMETER } from '../../../shared/profile/tables.ts'
import { PARAMETER, slotSubject } from '../../../shared/profile/value_names.ts'
import type { FunctionParameters } from '../../symbols/symbols_addon.ts'
import type { Locations } from '../merged.ts'
import type { MergedEntries, MergedValues } from '../merged.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'

const REGISTER_BYTES = 8

export interface NamedParameters {
  /** Same as in the value tables of a profile. */
  name: Int32Array
  bytes: Uint8Array
  /** Values of parameters narrower than their register are narrowed too: the other bytes mean nothing. */
  entries: MergedEntries
}

/** @param opened by module; null where it could not be opened @param names grows */
export function nameParameters(values: MergedValues, locations: Locations, opened: Array<SymbolModule | null>, names: string[]): NamedParameters {
  const { length, role, slot, location } = values
  const rows = new Map(names.map((name, row) => [name, row]))
  const known = new Map<number, FunctionParameters | null>()
  const name = new Int32Array(length).fill(-1)
  const bytes = values.bytes.slice()
  for (let table = 0; table < length; table++) {
    if (role[table] !== PARAMETER) continue
    const place = location[table]!
    if (!known.has(place)) known.set(place, opened[locations.module[place]!]?.parameters(locations.offset[place]!) ?? null)
    const parameters = known.get(place)!
    const own = parameters?.inRegisters.find(({ register }) => register === slotSubject(slot[table]!))
    if (own) bytes[table] = Math.min(bytes[table]!, own.bytes)
    if (own && own.name !== '') {
      const row = rows.get(own.name) ?? names.push(own.name) - 1
      rows.set(own.name, row)
      name[table] = row
    } else if (!own && parameters?.complete) {
      name[table] = NOT_A_PARAMETER
    }
  }
  return { name, bytes, entries: narrowed(values.entries, (table) => (role[table] === PARAMETER ? bytes[table]! : REGISTER_BYTES)) }
}

/** Values that differ only in meaningless bytes are joined. */
function narrowed(entries: MergedEntries, bytesOf: (table: number) => number): MergedEntries {
  if (entries.table.every((table) => bytesOf(table) === REGISTER_BYTES)) return entries
  const kept: Array<{ table: number; low: number; high: number; count: number; inMemory: number }> = []
  for (let entry = 0; entry < entries.length; entry++) {
    const table = entries.table[entry]!
    const [low, high] = halves(entries.low[entry]!, entries.high[entry]!, bytesOf(table))
    const same = bytesOf(table) === REGISTER_BYTES ? undefined : sameOf(kept, table, low, high)
    if (same) same.count += entries.count[entry]!
    else kept.push({ table, low, high, count: entries.count[entry]!, inMemory: entries.inMemory[entry]! })
  }
  kept.sort((a, b) => a.table - b.table || b.count - a.count)
  return {
    length: kept.length,
    table: Int32Array.from(kept, ({ table }) => table),
    low: Int32Array.from(kept, ({ low }) => low),
    high: Int32Array.from(kept, ({ high }) => high),
    count: Float64Array.from(kept, ({ count }) => count),
    inMemory: Uint8Array.from(kept, ({ inMemory }) => inMemory),
  }
}

/** Those of the table, which come last. */
function sameOf<T extends { table: number; low: number; high: number }>(kept: T[], table: number, low: number, high: number): T | undefined {
  for (let i = kept.length - 1; i >= 0 && kept[i]!.table === table; i--) if (kept[i]!.low === low && kept[i]!.high === high) return kept[i]
  return undefined
}

function halves(low: number, high: number, bytes: number): [number, number] {
  const mask = (count: number): number => (count >= 4 ? -1 : count <= 0 ? 0 : (1 << (8 * count)) - 1)
  return [low & mask(bytes), high & mask(bytes - 4)]
}
