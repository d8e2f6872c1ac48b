/** `hagstone validate --tool values` for a terminal. */
import type { ValuesValidation } from '../../../shared/values.ts'
import { commandText } from '../../../shared/names/visible.ts'
import { fit, percentText, tableLines, wrap, type TableColumn } from '../../report/format.ts'

const right = (title: string): TableColumn => ({ title, align: 'right' })
const left = (title: string): TableColumn => ({ title, align: 'left' })

export function valuesValidationLines({ command, usual, variants, notes }: ValuesValidation, width: number): string[] {
  const loads = usual.kinds.find(({ kind }) => kind === 'loads')
  const columns = ['Diff-1', 'Diff-5', 'other top value', 'Find-1', 'Find-5', 'profiled', 'seconds']
  const table = tableLines(
    [left('loads'), ...columns.map(right)],
    variants.map(({ name, comparison, convergence, duration }) => [
      name,
      ...[comparison.difference1, comparison.difference5, comparison.same1 === null ? null : 1 - comparison.same1, comparison.find1, comparison.find5].map(
        percentText,
      ),
      percentText(convergence?.profiled ?? 1),
      duration.toFixed(1),
    ]),
  )
  const { estimate } = usual
  return [
    ...wrap(commandText(command), width, '  '),
    ...wrap(
      `The usual profile, tables of ${usual.settings.tableSize}: the top value of a load covers ${percentText(loads?.inv1 ?? null)} of its executions, the top five values ${percentText(loads?.inv5 ?? null)}; ${percentText(loads?.mrv1 ?? null)} repeat the value before; ${usual.duration.toFixed(1)} s with all that has values.`,
      width,
      '  ',
    ),
    '',
    ...table.map((line) => fit(line, width)),
    '',
    ...(estimate
      ? wrap(
          `Estimated from the loads: share of the top value ${percentText(estimate.estimated)} of what is ${percentText(estimate.measured)}, mean difference ${percentText(estimate.difference)}.`,
          width,
          '  ',
        )
      : []),
    ...notes.flatMap((note) => wrap(`- ${note}`, width, '  ')),
    '',
  ]
}
