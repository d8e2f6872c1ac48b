import type { MeasuredPart } from '../../shared/outcome.ts'
import type { MetricColumn, NodeMetrics, Sort, TreeRow } from '../../shared/rpc/trees.ts'
import type { RunDescription, Tool, Totals, Unit } from '../../shared/run.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import type { GridColumn } from '../grid/columns.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { evidenceBasis, shareEvidence, type EvidenceBasis } from '../tools/evidence.ts'
import { ofPart, partClass } from '../tools/measured_columns.ts'

/** Another tool's column has its tool and metric for a name; the shown tool's columns have their metric alone. */
const separator = '/'
/** Columns by formula have it for a name. */
const formulaPrefix = '='

export function formulaColumnId(formula: string): string {
  return `${formulaPrefix}${formula}`
}

export function sortedColumnId({ column, tool, formula }: Sort): string {
  if (formula !== undefined) return formulaColumnId(formula)
  return tool === undefined ? column : `${tool}${separator}${column}`
}

export function sortOfColumn(id: string, descending: boolean): Sort {
  if (id.startsWith(formulaPrefix)) return { column: 'formula', formula: id.slice(formulaPrefix.length), descending }
  const at = id.indexOf(separator)
  return at < 0 ? { column: id as MetricColumn, descending } : { tool: id.slice(0, at) as Tool, column: id.slice(at + 1) as MetricColumn, descending }
}

/**
 * A row's amounts of the run's other tools, side by side with the shown one; tools without waste have no column.
 * @param partOf the denominator of a tool's shares; null: everything
 */
export function toolColumns(
  shown: Tool,
  run: RunDescription,
  totals: Partial<Record<Tool, Totals>>,
  partOf: (tool: Tool) => MeasuredPart | null,
): Array<GridColumn<TreeRow>> {
  const { tools, unit, engine } = run
  // Samplers share their samples among the tools; each has seldom enough samples of a row to stand side by side.
  const hiddenAtFirst = engine !== 'exhaustive'
  return tools
    .filter((tool) => tool !== shown && !isNeutral(tool))
    .flatMap((tool) => columnsOf(tool, totals[tool]?.waste ?? 0, unit, hiddenAtFirst, evidenceBasis(run, totals[tool]), partOf(tool)))
}

function columnsOf(
  tool: Tool,
  totalWaste: number,
  unit: Unit,
  hiddenAtFirst: boolean,
  basis: EvidenceBasis,
  part: MeasuredPart | null,
): Array<GridColumn<TreeRow>> {
  const { name } = toolWords[tool]
  const own = (row: TreeRow): NodeMetrics | undefined => row.tools?.[tool]
  const fraction = (metrics: NodeMetrics | undefined): number | null =>
    metrics === undefined || metrics.wasteInclusive + metrics.useInclusive === 0
      ? null
      : metrics.wasteInclusive / (metrics.wasteInclusive + metrics.useInclusive)
  const column = (
    metric: MetricColumn,
    title: string,
    description: string,
    width: number,
    rest: Pick<GridColumn<TreeRow>, 'render' | 'bar' | 'hiddenAtFirst'>,
  ): GridColumn<TreeRow> => ({
    id: `${tool}${separator}${metric}`,
    title,
    description,
    width,
    minimumWidth: 48,
    alignment: 'end',
    sortable: true,
    descendingFirst: true,
    ...rest,
  })
  return [
    column(
      'wasteInclusive',
      name,
      ofPart(`Waste of ${name} in the row and everything below it; the bar is its share of all waste of ${name}`, part),
      name.length * 6 + 28,
      {
        hiddenAtFirst,
        render: (row) => <OwnAmount value={own(row)?.wasteInclusive} unit={unit} />,
        bar: (row) => ({ share: totalWaste === 0 ? 0 : (own(row)?.wasteInclusive ?? 0) / totalWaste, meaning: 'waste' }),
      },
    ),
    column('useInclusive', `${name}: use`, `Useful accesses (${name}) in the row and everything below it`, 128, {
      hiddenAtFirst: true,
      render: (row) => <OwnAmount value={own(row)?.useInclusive} unit={unit} />,
    }),
    column('fractionInclusive', `${name}: fraction`, ofPart(`waste / (waste + use) of ${name} in the row and everything below it`, part), 148, {
      hiddenAtFirst: true,
      render: (row) => (
        <span className={partClass(part)}>
          <Percent
            share={fraction(own(row))}
            of={`the accesses in the row and below it checked for ${name}`}
            evidence={shareEvidence(basis, fraction(own(row)), own(row)?.traps ?? 0)}
          />
        </span>
      ),
    }),
  ]
}

/** Huge profiles tell a row's numbers for the shown tool only. */
function OwnAmount({ value, unit }: { value: number | undefined; unit: Unit }) {
  return value === undefined ? <span className="dim">–</span> : <Amount value={value} unit={unit} />
}
