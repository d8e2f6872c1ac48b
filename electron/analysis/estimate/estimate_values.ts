/** Estimates for the value tables of a profile: from the loads alone, the invariance of every other result. */
import { invariances } from '../../../shared/metrics/values/invariance.ts'
import type { ProfileInstruction } from '../../../shared/profile/profile.ts'
import { VALUE_REFERENCE, type ValueEntryTable, type ValueTable } from '../../../shared/profile/tables.ts'
import { LOADED, RESULT, slotSubject } from '../../../shared/profile/value_names.ts'
import type { SymbolModule } from '../symbols/symbol_source.ts'
import type { ObservedJumps } from './observed_targets.ts'
import { procedureOf, type ObservedTargets, type Procedure, type Target } from './procedure.ts'
import { propagate } from './propagate.ts'

/** Longer functions are tables of generated code, without loops worth specialising. */
const LARGEST_PROCEDURE = 1 << 20
/** General registers and XMM; others are not followed. */
const FOLLOWED_REGISTERS = 32

/** All modules share one address space, of which each gets this much. */
const MODULE_SPACE = 2 ** 43
const MOST_MODULES = 2 ** 53 / MODULE_SPACE

/**
 * Fills the column `estimated` of results in registers.
 * @param opened by module; null where it could not be opened
 */
export function estimateValues(
  valueTables: ValueTable,
  valueEntries: ValueEntryTable,
  instructions: ProfileInstruction[],
  opened: Array<SymbolModule | null>,
  jumps: ObservedJumps,
): void {
  const { length, role, flags, instruction, slot } = valueTables
  const { inv1 } = invariances({ valueTables, valueEntries })
  const tables = Array.from({ length }, (_, table) => table).filter(
    (table) => (flags[table]! & VALUE_REFERENCE) === 0 && isPlaced(instructions[instruction[table]!]!),
  )
  const results = tables.filter((table) => role[table] === RESULT)
  const loads = tables.filter((table) => role[table] === LOADED && !Number.isNaN(inv1[table]!))
  if (results.length === 0 || loads.length === 0) return
  const addressOf = (table: number): number => {
    const { module, address } = instructions[instruction[table]!]!
    return inSpace(module, address)
  }
  const loaded = meanByAddress(loads, addressOf, inv1)
  const executions = new Map<number, number>()
  for (const table of tables) executions.set(addressOf(table), Math.max(executions.get(addressOf(table)) ?? 0, valueTables.executions[table]!))
  const observed = targetsByAddress(jumps)
  const byModule = Map.groupBy(executions.keys(), (address) => Math.floor(address / MODULE_SPACE))
  const procedures = [...byModule].flatMap(([module, addresses]) => proceduresAt(module, opened[module] ?? null, addresses, observed))
  const estimates = propagate(procedures, { loaded: (address) => loaded.get(address), executions: (address) => executions.get(address) })
  for (const table of results)
    if (slotSubject(slot[table]!) < FOLLOWED_REGISTERS) valueTables.estimated[table] = estimates.get(addressOf(table)) ?? valueTables.estimated[table]!
}

function isPlaced({ module, address }: ProfileInstruction): boolean {
  return module >= 0 && module < MOST_MODULES && address < MODULE_SPACE
}

function inSpace(module: number, address: number): number {
  return module * MODULE_SPACE + address
}

function targetsByAddress({ length, module, address, targetModule, targetAddress, count }: ObservedJumps): ObservedTargets {
  const observed = new Map<number, Target[]>()
  for (let row = 0; row < length; row++) {
    const from = inSpace(module[row]!, address[row]!)
    const target = { address: inSpace(targetModule[row]!, targetAddress[row]!), count: count[row]! }
    const known = observed.get(from)
    if (known) known.push(target)
    else observed.set(from, [target])
  }
  return observed
}

/** The mean for instructions with several tables (lanes). */
function meanByAddress(tables: number[], addressOf: (table: number) => number, values: Float64Array): Map<number, number> {
  const byAddress = Map.groupBy(tables, addressOf)
  return new Map([...byAddress].map(([address, own]) => [address, own.reduce((sum, table) => sum + values[table]!, 0) / own.length]))
}

/** The functions of a module that contain any of the addresses, in order. */
function proceduresAt(module: number, symbols: SymbolModule | null, addresses: number[], observed: ObservedTargets): Procedure[] {
  const procedures: Procedure[] = []
  if (!symbols) return procedures
  const start = inSpace(module, 0)
  let end = -1
  for (const address of addresses.map((own) => own - start).sort((a, b) => a - b)) {
    if (address < end) continue
    const found = symbols.functionAt(address)
    if (!found || found.high - found.low > LARGEST_PROCEDURE) continue
    end = found.high
    const flow = symbols.registerFlow(found.low, found.high)
    procedures.push(
      procedureOf(
        start + found.low,
        { ...flow, address: flow.address.map((own) => start + own), target: flow.target.map((own) => (own === 0 ? 0 : start + own)) },
        observed,
      ),
    )
  }
  return procedures
}
