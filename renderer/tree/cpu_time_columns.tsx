import { scoreInterval } from '../../shared/metrics/binomial.ts'
import type { CpuTimeTotal } from '../../shared/metrics/cpu_time.ts'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { Percent } from '../components/Figures.tsx'
import { countedText, percentText, quantityText } from '../format/quantities.ts'
import type { GridColumn } from '../grid/columns.ts'

/** Share of the run's CPU time, with everything below and of the row alone. @param own the row's own share is what the view is about */
export function cpuTimeColumns(total: CpuTimeTotal, own: boolean): Array<GridColumn<TreeRow>> {
  const share = (time: number | undefined): number | null => (time === undefined || total.time === 0 ? null : time / total.time)
  const column = (id: string, title: string, description: string, width: number, hiddenAtFirst: boolean, timeOf: (row: TreeRow) => number | undefined): GridColumn<TreeRow> => ({
    id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, hiddenAtFirst,
    render: (row) => <Percent share={share(timeOf(row))} evidence={timeOf(row) === undefined ? '' : cpuTimeEvidence(timeOf(row)!, total)} />,
    bar: (row) => ({ share: share(timeOf(row)) ?? 0, meaning: 'neutral' }),
  })
  return [
    column('cpuTimeInclusive', 'CPU time', "Share of the run's CPU time in the row and everything below it", 80, own, ({ cpuTime }) => cpuTime?.inclusive),
    column('cpuTimeExclusive', 'own CPU time', "Share of the run's CPU time in the row alone", 116, !own, ({ cpuTime }) => cpuTime?.exclusive),
  ]
}

/** What a share of CPU time rests on: "0.42 s of CPU time, 95 % CI 9.02 % to 16.4 %; 41 interrupts of 334". */
export function cpuTimeEvidence(time: number, total: CpuTimeTotal): string {
  const interrupts = Math.round((time / total.time) * total.interrupts)
  const [low, high] = scoreInterval(interrupts, total.interrupts)
  return `${quantityText(time, 'ns')} of CPU time, 95 % CI ${percentText(low)} to ${percentText(high)}; ${countedText(interrupts, 'interrupt')} of ${total.interrupts.toLocaleString('en-US')}`
}
