/** Estimates for the value tables of a profile: what the loads alone say of every other result. */
import { invariances } from '../../../shared/metrics/values/invariance.ts'
import type { ProfileInstruction } from '../../../shared/profile/profile.ts'
import { VALUE_REFERENCE, type ValueEntryTable, type ValueTable } from '../../../shared/profile/tables.ts'
import { LOADED, RESULT, slotSubject } from '../../../shared/profile/value_names.ts'
import type { SymbolModule } from '../symbol_source.ts'
import { procedureOf, type Procedure } from './procedure.ts'
import { propagate } from './propagate.ts'

/** Longer functions are tables of generated code, which have no loops that a person would specialise. */
const LARGEST_PROCEDURE = 1 << 20
/** General registers and XMM; others are not followed. */
const FOLLOWED_REGISTERS = 32

/** Fills the column `estimated` of results in registers. @param opened by module; null where it could not be opened */
export function estimateValues(valueTables: ValueTable, valueEntries: ValueEntryTable, instructions: ProfileInstruction[], opened: Array<SymbolModule | null>): void {
  const { length, role, flags, instruction, slot } = valueTables
  const { inv1 } = invariances({ valueTables, valueEntries })
  const byModule = Map.groupBy(Array.from({ length }, (_, table) => table).filter((table) => (flags[table]! & VALUE_REFERENCE) === 0), (table) => instructions[instruction[table]!]!.module)
  for (const [module, tables] of byModule) {
    const symbols = opened[module]
    const results = tables.filter((table) => role[table] === RESULT)
    if (!symbols || results.length === 0 || !tables.some((table) => role[table] === LOADED)) continue
    const addressOf = (table: number): number => instructions[instruction[table]!]!.address
    const loaded = meanByAddress(tables.filter((table) => role[table] === LOADED && !Number.isNaN(inv1[table]!)), addressOf, inv1)
    const executions = new Map<number, number>()
    for (const table of tables) executions.set(addressOf(table), Math.max(executions.get(addressOf(table)) ?? 0, valueTables.executions[table]!))
    const procedures = proceduresAt(symbols, [...executions.keys()])
    const estimates = propagate(procedures, { loaded: (address) => loaded.get(address), executions: (address) => executions.get(address) })
    for (const table of results) if (slotSubject(slot[table]!) < FOLLOWED_REGISTERS) valueTables.estimated[table] = estimates.get(addressOf(table)) ?? valueTables.estimated[table]!
  }
}

/** Of instructions with several tables (lanes) the mean. */
function meanByAddress(tables: number[], addressOf: (table: number) => number, values: Float64Array): Map<number, number> {
  const byAddress = Map.groupBy(tables, addressOf)
  return new Map([...byAddress].map(([address, own]) => [address, own.reduce((sum, table) => sum + values[table]!, 0) / own.length]))
}

/** Those that hold any of the addresses, in order. */
function proceduresAt(symbols: SymbolModule, addresses: number[]): Procedure[] {
  const procedures: Procedure[] = []
  let end = -1
  for (const address of addresses.sort((a, b) => a - b)) {
    if (address < end) continue
    const found = symbols.functionAt(address)
    if (!found || found.high - found.low > LARGEST_PROCEDURE) continue
    end = found.high
    procedures.push(procedureOf(found.low, symbols.registerFlow(found.low, found.high)))
  }
  return procedures
}
