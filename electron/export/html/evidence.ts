/** The evidence for a page's shares: interval and traps, as in the windows (docs/metrics.md, "How sure"). */
import { intervalText } from '../../../shared/names/interval_text.ts'
import { proportionInterval } from '../../../shared/compare/numbers.ts'
import { FEWEST_TRAPS } from '../../../shared/metrics/statistics/bootstrap.ts'
import { costInterval, type RunCostTotal } from '../../../shared/metrics/run_cost.ts'
import { COST_NAMES } from '../../../shared/names/cost_names.ts'
import { effectiveTrials } from '../../../shared/metrics/unequal_periods.ts'
import { counted } from '../../../shared/names/counted.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { costText, percentText } from '../../report/format.ts'
import { html, type Markup } from './markup.ts'

/** Too few to trust estimates. */
function isFew({ engine }: Pick<RunDescription, 'engine'>, traps: number): boolean {
  return engine !== 'exhaustive' && traps < FEWEST_TRAPS
}

/** @param traps behind the amount @param allTraps behind the denominator of its share */
export function evidenceText(run: Pick<RunDescription, 'engine' | 'sampleWeights'>, share: number, traps: number, allTraps: number): string {
  if (run.engine === 'exhaustive') return counted(traps, 'instance')
  const interval =
    allTraps < FEWEST_TRAPS
      ? null
      : proportionInterval(Math.min(1, share), effectiveTrials({ amount: share, trials: traps }, { amount: 1, trials: allTraps }, run.sampleWeights))
  return `${interval === null ? '' : `95 % interval ${intervalText(interval)}; `}${isFew(run, traps) ? 'few samples: ' : ''}${counted(traps, 'observation')}`
}

/** A share with its evidence as tooltip; dimmed if it has few samples. */
export function shareMarkup(run: Pick<RunDescription, 'engine' | 'sampleWeights'>, share: number, traps: number, allTraps: number): Markup {
  return html`<span${isFew(run, traps) ? html` class="few"` : null} title="${evidenceText(run, share, traps, allTraps)}">${percentText(share)}</span>`
}

/** A share of the run's cost, with the amount and its interval as tooltip; empty if the cost is zero. */
export function costMarkup(amount: number, total: RunCostTotal): Markup | null {
  if (amount === 0) return null
  const interval = costInterval(amount, null, total)
  const evidence = `${costText(amount, total.measure)} ${COST_NAMES[total.measure].amountOf}${interval === null ? ' (exact)' : `; 95 % interval ${intervalText(interval)}`}`
  return html`<span title="${evidence}">${percentText(amount / total.amount)}</span>`
}
