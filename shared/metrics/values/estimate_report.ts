/** Table 5 of Calder, Feller and Eustace: invariance estimated from the loads against the measured. */
import type { EstimateReport } from '../../values.ts'
import { executionsByInstruction, tablesOf, type InvarianceColumns, type ValueProfile } from './invariance.ts'
import { executedShare } from './summaries.ts'

const THRESHOLDS = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9]
/** Runs whose results differ by rounding only are on the same side of a threshold. */
const ROUNDING = 1e-9

/** Compares instructions that write a register and load nothing; null if none was both measured and estimated. */
export function estimateReport(profile: ValueProfile, { inv1 }: InvarianceColumns): EstimateReport | null {
  const { executions, estimated } = profile.valueTables
  const measured = tablesOf(profile, 'results').filter((table) => !Number.isNaN(inv1[table]!))
  const tables = measured.filter((table) => estimated[table]! >= 0)
  if (tables.length === 0) return null
  const weigh = (own: Int32Array, value: (table: number) => number): number => own.reduce((sum, table) => sum + executions[table]! * value(table), 0)
  const weight = weigh(tables, () => 1)
  const isAbove = (value: number, threshold: number): boolean => value > threshold + ROUNDING
  return {
    executedShare: executedShare(
      profile,
      [...executionsByInstruction(profile, measured).values()].reduce((sum, count) => sum + count, 0),
    ),
    undefinedShare: 1 - weight / weigh(measured, () => 1),
    measured: weigh(tables, (table) => inv1[table]!) / weight,
    estimated: weigh(tables, (table) => estimated[table]!) / weight,
    difference: weigh(tables, (table) => Math.abs(estimated[table]! - inv1[table]!)) / weight,
    thresholds: THRESHOLDS.map((threshold) => {
      const above = weigh(tables, (table) => Number(isAbove(inv1[table]!, threshold)))
      const found = weigh(tables, (table) => Number(isAbove(inv1[table]!, threshold) && isAbove(estimated[table]!, threshold)))
      const wrongly = weigh(tables, (table) => Number(!isAbove(inv1[table]!, threshold) && isAbove(estimated[table]!, threshold)))
      return { threshold, above: above / weight, found: above > 0 ? found / above : null, overestimated: above > 0 ? wrongly / above : null }
    }),
  }
}
