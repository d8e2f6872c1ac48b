/** The run's cost of a line or an instruction, beside its waste in the margin. */
import type { RunCostTotal } from '../../shared/metrics/run_cost.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { LineHeat } from '../editor/CodeView.tsx'
import { percentText } from '../format/quantities.ts'
import { runCostEvidence } from '../tree/run_cost_columns.tsx'

/** @param cost of the line; null: not known @param waste share of what `words` says, 0..1 */
export function spentIn(
  cost: { inclusive: number; exclusive: number } | null,
  total: RunCostTotal | null,
  waste: number,
  words: string,
): Pick<LineHeat, 'spent' | 'detail'> {
  const wasted = `waste: ${percentText(waste)} of ${words}`
  if (cost === null || total === null || total.amount === 0) return { spent: null, detail: wasted }
  const share = (amount: number): string => percentText(amount / total.amount)
  const own = cost.exclusive === cost.inclusive ? '' : `; ${share(cost.exclusive)} without the calls`
  return {
    spent: cost.inclusive / total.amount,
    detail: `${wasted}\n\n${share(cost.inclusive)} of ${COST_NAMES[total.measure].whole}${own}: ${runCostEvidence(cost.inclusive, null, total)}`,
  }
}
