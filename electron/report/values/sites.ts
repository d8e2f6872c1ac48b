/** Value tables as the report and the windows show them. */
import { shownValue } from '../../../shared/names/value_text.ts'
import type { InvarianceColumns, ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import { executedShare } from '../../../shared/metrics/values/summaries.ts'
import {
  LOADED,
  OPERAND,
  READ_ONLY_DATA,
  slotLane,
  slotRegister,
  slotSubject,
  STORED,
  VALUE_CLASSES,
  VALUE_ELEMENTS,
  VALUE_OPERATIONS,
  VALUE_ROLES,
} from '../../../shared/profile/value_names.ts'
import type { Invariances, ShownValue, ValueSite } from '../../../shared/values.ts'

/** @param mostValues of each table, the most frequent */
export function valueSite(profile: ValueProfile, columns: InvarianceColumns, site: number, mostValues = Infinity): ValueSite {
  const { valueTables: tables, functions, files, modules, instructions } = profile
  const { module, address, text } = instructions[tables.instruction[site]!]!
  const estimated = tables.estimated[site]!
  const line = tables.line[site]!
  return {
    site,
    role: VALUE_ROLES[tables.role[site]! - 1]!,
    instructionClass: VALUE_CLASSES[tables.instructionClass[site]! - 1] ?? null,
    operation: VALUE_OPERATIONS[tables.operation[site]! - 1] ?? null,
    subject: subjectOf(profile, site),
    name: nameOf(profile, site),
    function: functions[tables.functionIndex[site]!]!.name,
    file: files[tables.file[site]!] ?? null,
    line: line > 0 ? line : null,
    module: modules[module]?.path ?? '',
    moduleIndex: module,
    address: `0x${address.toString(16)}`,
    instruction: text,
    element: VALUE_ELEMENTS[tables.element[site]!]!,
    bytes: tables.bytes[site]!,
    executions: tables.executions[site]!,
    profiled: tables.profiled[site]!,
    executedShare: executedShare(profile, tables.executions[site]!),
    ...siteInvariances(columns, site),
    estimated: estimated < 0 ? null : estimated,
    values: shownValues(profile, columns, site, mostValues),
  }
}

function nameOf({ valueTables: { name }, valueNames }: Pick<ValueProfile, 'valueTables' | 'valueNames'>, site: number): string | null {
  const known = valueNames[name[site]!]
  return known === undefined || known === READ_ONLY_DATA ? null : known
}

function siteInvariances(columns: InvarianceColumns, site: number): Invariances {
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value)
  return { inv1: known(columns.inv1[site]!), inv5: known(columns.inv5[site]!), mrv1: known(columns.mrv1[site]!), zero: known(columns.zero[site]!) }
}

function shownValues({ valueTables, valueEntries, valueNames }: ValueProfile, { start }: InvarianceColumns, site: number, most: number): ShownValue[] {
  const form = { element: VALUE_ELEMENTS[valueTables.element[site]!]!, bytes: valueTables.bytes[site]! }
  const count = Math.min(most, start[site + 1]! - start[site]!)
  return Array.from({ length: count }, (_, rank) => {
    const entry = start[site]! + rank
    const bits = (BigInt(valueEntries.high[entry]! >>> 0) << 32n) | BigInt(valueEntries.low[entry]! >>> 0)
    return {
      ...shownValue(bits, form),
      pointer: valueNames[valueEntries.symbol[entry]!] ?? null,
      count: valueEntries.count[entry]!,
      share: Math.min(1, valueEntries.count[entry]! / valueTables.profiled[site]!),
    }
  })
}

const OPERANDS = { divide: ['numerator', 'divisor'], 'square-root': ['radicand', 'radicand'], multiply: ['first factor', 'second factor'] } as const
const LANE_BYTES = 8

/** The kind of value, in a word. */
export function subjectOf(profile: Pick<ValueProfile, 'valueTables' | 'valueNames'>, site: number): string {
  const { role, slot, operation, bytes } = profile.valueTables
  const lane = slotLane(slot[site]!)
  const suffix = lane > 0 ? `, bytes ${lane * LANE_BYTES}–${lane * LANE_BYTES + bytes[site]! - 1}` : ''
  return `${subjectWord()}${suffix}`

  function subjectWord(): string {
    const position = slotSubject(slot[site]!)
    const numbered = position > 0 ? ` ${position + 1}` : ''
    if (role[site] === LOADED) return named(`loaded value${numbered}`)
    if (role[site] === STORED) return `stored value${numbered}`
    if (role[site] === OPERAND) return named(OPERANDS[VALUE_OPERATIONS[operation[site]! - 1] ?? 'multiply'][position === 0 ? 0 : 1])
    return named(slotRegister(role[site]!, slot[site]!) ?? 'result')
  }

  function named(what: string): string {
    const known = nameOf(profile, site)
    return known === null ? what : `${known} (${what})`
  }
}
