/** Invariance of value tables (metrics.md section 8; Calder, Feller and Eustace, sections 3 and 5.1). */
import type { Profile, ProfileTables } from '../../profile/profile.ts'
import { NOT_A_PARAMETER, VALUE_REFERENCE } from '../../profile/tables.ts'
import { LOADED, OPERAND, PARAMETER, RESULT, STORED } from '../../profile/value_names.ts'
import type { Invariances, ValueKind } from '../../values.ts'

/** The part of a profile that a view of the tables needs; advice reads the machine code where it is present. */
export type ValueProfile = Pick<ProfileTables, 'run' | 'valueTables' | 'valueEntries' | 'valueNames' | 'instructions' | 'functions' | 'files' | 'modules'> &
  Partial<Pick<Profile, 'codeAt'>>

/** By table; NaN where nothing was profiled. */
export interface InvarianceColumns {
  /** Entries of table i: rows start[i] … start[i + 1] − 1. */
  start: Int32Array
  inv1: Float64Array
  inv5: Float64Array
  mrv1: Float64Array
  zero: Float64Array
}

const FEW = 5

export function invariances({ valueTables, valueEntries }: Pick<ValueProfile, 'valueTables' | 'valueEntries'>): InvarianceColumns {
  const { length, profiled, repeats, zeros } = valueTables
  const start = new Int32Array(length + 1)
  for (const table of valueEntries.table) start[table + 1]!++
  for (let table = 0; table < length; table++) start[table + 1]! += start[table]!
  const top = (count: number): Float64Array =>
    Float64Array.from({ length }, (_, table) => {
      let sum = 0
      for (let entry = start[table]!; entry < Math.min(start[table + 1]!, start[table]! + count); entry++) sum += valueEntries.count[entry]!
      return share(sum, profiled[table]!)
    })
  return {
    start,
    inv1: top(1),
    inv5: top(FEW),
    mrv1: repeats.map((count, table) => share(count, profiled[table]!)),
    zero: zeros.map((count, table) => share(count, profiled[table]!)),
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : Number.NaN
}

const ROLES: Record<ValueKind, ReadonlySet<number>> = {
  instructions: new Set([LOADED, STORED, RESULT]),
  loads: new Set([LOADED]),
  stores: new Set([STORED]),
  results: new Set([RESULT]),
  parameters: new Set([PARAMETER]),
  operands: new Set([OPERAND]),
}

export const VALUE_KINDS = ['instructions', 'loads', 'stores', 'results', 'parameters', 'operands'] as const satisfies ValueKind[]

/** Rows of a kind. Of a convergent run with full tables beside it those of the convergent profile, or with `reference` the full ones. */
export function tablesOf(
  { valueTables: { role, flags, executions, name } }: Pick<ValueProfile, 'valueTables'>,
  kind: ValueKind,
  reference = false,
): Int32Array {
  const roles = ROLES[kind]
  const wanted = reference ? VALUE_REFERENCE : 0
  return Int32Array.from(role.keys()).filter(
    (table) => roles.has(role[table]!) && (flags[table]! & VALUE_REFERENCE) === wanted && executions[table]! > 0 && name[table] !== NOT_A_PARAMETER,
  )
}

/** Averages weighted by executions. */
export function meanInvariances(
  { valueTables: { executions } }: Pick<ValueProfile, 'valueTables'>,
  columns: InvarianceColumns,
  tables: Iterable<number>,
): Invariances {
  const sums = { inv1: 0, inv5: 0, mrv1: 0, zero: 0 }
  let weight = 0
  for (const table of tables) {
    if (Number.isNaN(columns.inv1[table]!)) continue
    weight += executions[table]!
    for (const name of NAMES) sums[name] += executions[table]! * columns[name][table]!
  }
  return Object.fromEntries(NAMES.map((name) => [name, weight > 0 ? sums[name] / weight : null])) as unknown as Invariances
}

const NAMES = ['inv1', 'inv5', 'mrv1', 'zero'] as const

export function totalExecutions({ valueTables: { executions } }: Pick<ValueProfile, 'valueTables'>, tables: Iterable<number>): number {
  let sum = 0
  for (const table of tables) sum += executions[table]!
  return sum
}

/** Counts instructions with several tables (lanes, registers) once. @returns executions by instruction row */
export function executionsByInstruction(
  { valueTables: { executions, instruction } }: Pick<ValueProfile, 'valueTables'>,
  tables: Iterable<number>,
): Map<number, number> {
  const byInstruction = new Map<number, number>()
  for (const table of tables) byInstruction.set(instruction[table]!, Math.max(byInstruction.get(instruction[table]!) ?? 0, executions[table]!))
  return byInstruction
}
