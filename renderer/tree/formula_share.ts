/** Formulas that are shares with a known interval: recognised by their values, since one share can be written in many ways. */
import type { Formula } from '../../shared/metrics/formula.ts'
import type { NodeMetrics } from '../../shared/rpc/trees.ts'

/** The denominator of a share, as `shareEvidence` takes it. */
export interface KnownShare {
  of: 'waste' | 'all' | null
}

const KNOWN: ReadonlyArray<KnownShare & { value(row: NodeMetrics, whole: NodeMetrics): number }> = [
  { of: null, value: (row) => row.wasteInclusive / (row.wasteInclusive + row.useInclusive) },
  { of: null, value: (row) => row.useInclusive / (row.wasteInclusive + row.useInclusive) },
  { of: 'waste', value: (row, whole) => row.wasteInclusive / whole.wasteInclusive },
  { of: 'all', value: (row, whole) => (row.wasteInclusive + row.useInclusive) / (whole.wasteInclusive + whole.useInclusive) },
  { of: 'all', value: (row, whole) => row.traps / whole.traps },
]

/** Amounts for which no two different formulas of a usual length give the same result. */
const PROBES: ReadonlyArray<[row: NodeMetrics, whole: NodeMetrics]> = [
  [
    { wasteInclusive: 7.3, useInclusive: 3.1, wasteExclusive: 2.7, useExclusive: 1.9, traps: 17 },
    { wasteInclusive: 23.9, useInclusive: 41.7, wasteExclusive: 23.9, useExclusive: 41.7, traps: 211 },
  ],
  [
    { wasteInclusive: 11.9, useInclusive: 29.3, wasteExclusive: 5.3, useExclusive: 13.7, traps: 97 },
    { wasteInclusive: 83.1, useInclusive: 37.7, wasteExclusive: 83.1, useExclusive: 37.7, traps: 307 },
  ],
]

/** Null: a ratio of another kind. */
export function shareOfFormula({ evaluate }: Formula): KnownShare | null {
  const same = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) < 1e-12
  return KNOWN.find(({ value }) => PROBES.every(([row, whole]) => same(evaluate(row, whole), value(row, whole)))) ?? null
}
