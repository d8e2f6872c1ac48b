import { intervalText } from '../../shared/names/interval_text.ts'
import { costInterval, type RunCostTotal } from '../../shared/metrics/run_cost.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { Percent } from '../components/Figures.tsx'
import { countedText, quantityText } from '../format/quantities.ts'
import type { GridColumn } from '../grid/columns.ts'
import { groupedDigits } from '../../shared/names/counted.ts'

/** Share of the run's CPU time or executed instructions, with everything below and of the row alone, and the part that waits. @param own the view is about the row's own share */
export function runCostColumns(total: RunCostTotal, own: boolean): Array<GridColumn<TreeRow>> {
  const share = (cost: number | undefined): number | null => (cost === undefined || total.amount === 0 ? null : cost / total.amount)
  const { title, ownTitle, whole } = COST_NAMES[total.measure]
  // Interrupts behind the own time, as if the rate had been the same there as in its callees.
  const evidenceOf = ({ runCost }: TreeRow, cost: number | undefined): string =>
    cost === undefined || runCost === undefined
      ? ''
      : runCostEvidence(cost, runCost.inclusive > 0 ? Math.round((runCost.observations * cost) / runCost.inclusive) : 0, total)
  const column = (
    id: string,
    name: string,
    description: string,
    width: number,
    hiddenAtFirst: boolean,
    costOf: (row: TreeRow) => number | undefined,
  ): GridColumn<TreeRow> => ({
    id,
    title: name,
    description,
    width,
    minimumWidth: 48,
    alignment: 'end',
    sortable: true,
    descendingFirst: true,
    hiddenAtFirst,
    render: (row) => <Percent share={share(costOf(row))} of={whole} evidence={evidenceOf(row, costOf(row))} />,
    bar: (row) => ({ share: share(costOf(row)) ?? 0, meaning: 'neutral' }),
  })
  const waiting =
    (total.waiting ?? 0) > 0
      ? [
          column(
            'runCostWaiting',
            'waiting',
            `Share of ${whole} that waits for other threads in the row and everything below it: neither waste nor use`,
            72,
            false,
            ({ runCost }) => (runCost === undefined ? undefined : (runCost.waiting ?? 0)),
          ),
        ]
      : []
  return [
    column(
      'runCostInclusive',
      title,
      `Share of ${whole} in the row and everything below it`,
      total.measure === 'cpu-time' ? 80 : 160,
      own,
      ({ runCost }) => runCost?.inclusive,
    ),
    column(
      'runCostExclusive',
      ownTitle,
      `Share of ${whole} in the row alone`,
      total.measure === 'cpu-time' ? 116 : 190,
      !own,
      ({ runCost }) => runCost?.exclusive,
    ),
    ...waiting,
  ]
}

/** Evidence for a share of the run's cost, `interrupts` null where their number is not known: "0.42 s of CPU time, 95 % CI 9.02 % to 16.4 %; 41 interrupts of 334", "412k executed instructions (exact)". */
export function runCostEvidence(amount: number, interrupts: number | null, total: RunCostTotal): string {
  const interval = costInterval(amount, interrupts, total)
  if (interval === null || total.interrupts === null) return `${countedText(amount, 'executed instruction')} (exact)`
  return `${quantityText(amount, 'ns')} of CPU time, 95 % interval ${intervalText(interval)}; ${countedText(interrupts ?? Math.round((amount / total.amount) * total.interrupts), 'interrupt')} of ${groupedDigits(total.interrupts)}`
}
