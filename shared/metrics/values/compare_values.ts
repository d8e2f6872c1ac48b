/**
 * Two value profiles of the same code (Calder, Feller and Eustace, section 5.1; Tables 3, 4 and 6). Everything is weighted
 * by the executions of the first.
 */
import type { ValueComparison, ValueKind } from '../../values.ts'
import { meanInvariances, tablesOf, type InvarianceColumns, type ValueProfile } from './invariance.ts'

export interface ComparedProfile {
  profile: Pick<ValueProfile, 'valueTables' | 'valueEntries'>
  columns: InvarianceColumns
  /** Tables to compare. */
  tables: Int32Array
  /** The key of a table: equal in both profiles for the same instruction, register and lane. */
  key(table: number): string
}

/** Less invariant instructions have random top values, which are of no interest. */
export const LEAST_INVARIANCE = 0.3
const FEW = 5

/** @param kind for the result */
export function compareValues(kind: ValueKind, first: ComparedProfile, second: ComparedProfile): ValueComparison {
  const partners = new Map(Array.from(second.tables, (table) => [second.key(table), table]))
  const pairs: Array<[number, number]> = []
  let all = 0
  for (const table of first.tables) {
    if (!isProfiled(first, table)) continue
    all += first.profile.valueTables.executions[table]!
    const partner = partners.get(first.key(table))
    if (partner !== undefined && isProfiled(second, partner)) pairs.push([table, partner])
  }
  const weights = pairs.map(([table]) => first.profile.valueTables.executions[table]!)
  const common = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (value: (table: number, partner: number) => number): number | null =>
    common > 0 ? pairs.reduce((sum, [table, partner], i) => sum + weights[i]! * value(table, partner), 0) / common : null
  return {
    kind,
    overlap: all > 0 ? common / all : null,
    difference1: mean((table, partner) => Math.abs(first.columns.inv1[table]! - second.columns.inv1[partner]!)),
    difference5: mean((table, partner) => Math.abs(first.columns.inv5[table]! - second.columns.inv5[partner]!)),
    ...matches(first, second, pairs),
    aboveThreshold: mean((table) => (first.columns.inv1[table]! > LEAST_INVARIANCE ? 1 : 0)),
    first: meanInvariances(
      first.profile,
      first.columns,
      pairs.map(([table]) => table),
    ),
    second: meanInvariances(
      second.profile,
      second.columns,
      pairs.map(([, partner]) => partner),
    ),
    sites: pairs.length,
  }
}

function isProfiled({ columns }: ComparedProfile, table: number): boolean {
  return !Number.isNaN(columns.inv1[table]!)
}

/**
 * Occurrences of the first's values that the second has as its commonest (Same-1) or among its five (Find-1, Find-5), of
 * the occurrences of those values: a perfect match is 1, not the invariance.
 */
function matches(first: ComparedProfile, second: ComparedProfile, pairs: Array<[number, number]>): Pick<ValueComparison, 'same1' | 'find1' | 'find5'> {
  const sums = { same1: 0, find1: 0, find5: 0, one: 0, five: 0 }
  const { count } = first.profile.valueEntries
  for (const [table, partner] of pairs) {
    if (!(first.columns.inv1[table]! > LEAST_INVARIANCE)) continue
    const theirs = topValues(second, partner)
    // Convergent profiles saw a part of the executions only.
    const scale = first.profile.valueTables.executions[table]! / first.profile.valueTables.profiled[table]!
    topEntries(first, table).forEach((entry, rank) => {
      const weight = count[entry]! * scale
      const position = theirs.indexOf(valueOf(first, entry))
      sums.five += weight
      if (position >= 0) sums.find5 += weight
      if (rank > 0) return
      sums.one += weight
      if (position >= 0) sums.find1 += weight
      if (position === 0) sums.same1 += weight
    })
  }
  return { same1: ratio(sums.same1, sums.one), find1: ratio(sums.find1, sums.one), find5: ratio(sums.find5, sums.five) }
}

function topEntries({ columns: { start } }: ComparedProfile, table: number): number[] {
  return Array.from({ length: Math.min(FEW, start[table + 1]! - start[table]!) }, (_, rank) => start[table]! + rank)
}

function topValues(compared: ComparedProfile, table: number): string[] {
  return topEntries(compared, table).map((entry) => valueOf(compared, entry))
}

function valueOf(
  {
    profile: {
      valueEntries: { low, high },
    },
  }: ComparedProfile,
  entry: number,
): string {
  return `${high[entry]} ${low[entry]}`
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}

/** The full profile of a run against the convergent one of the same executions; empty without both. */
export function convergentAgainstFull(profile: ValueProfile, columns: InvarianceColumns): ValueComparison[] {
  if (!profile.run.values?.reference) return []
  const { role, slot, instruction } = profile.valueTables
  const key = (table: number): string => `${instruction[table]} ${role[table]} ${slot[table]}`
  const kinds: ValueKind[] = ['loads', 'instructions', 'parameters', 'operands']
  return kinds.flatMap((kind) => {
    const [full, convergent] = [tablesOf(profile, kind, true), tablesOf(profile, kind)]
    return full.length === 0 ? [] : [compareValues(kind, { profile, columns, tables: full, key }, { profile, columns, tables: convergent, key })]
  })
}
