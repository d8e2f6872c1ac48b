import { parseFormula, type Formula } from '../../shared/metrics/formula.ts'
import type { Totals, Unit } from '../../shared/report.ts'
import type { NodeMetrics, TreeRow } from '../../shared/rpc/contract.ts'
import type { FormulaColumn } from '../application/preferences.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countText } from '../format/quantities.ts'
import type { GridColumn } from '../grid/columns.ts'
import { formulaColumnId } from './tool_columns.tsx'

/** What percentages in formulas are of. */
export function wholeOf(totals: Totals | undefined): NodeMetrics {
  const { waste, use, traps } = totals ?? { waste: 0, use: 0, traps: 0 }
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: waste, useExclusive: use, traps }
}

/** Null where the formula is none: one that was kept by another version of the program. */
export function formulaColumn({ title, formula }: FormulaColumn, unit: Unit, whole: NodeMetrics): GridColumn<TreeRow> | null {
  const parsed = parsedOrNull(formula)
  if (parsed === null) return null
  return {
    id: formulaColumnId(formula), title, description: `${title} = ${formula}`, width: Math.max(72, title.length * 7 + 19), minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true,
    render: ({ metrics }) => <FormulaValue kind={parsed.kind} value={parsed.evaluate(metrics, whole)} unit={unit} />,
  }
}

function parsedOrNull(formula: string): Formula | null {
  try {
    return parseFormula(formula)
  } catch {
    return null
  }
}

function FormulaValue({ kind, value, unit }: { kind: Formula['kind']; value: number | null; unit: Unit }) {
  if (value === null) return <span className="dim">–</span>
  switch (kind) {
    case 'ratio': return <Percent share={value} />
    case 'amount': return <Amount value={value} unit={unit} />
    case 'rate': return <><Amount value={value} unit={unit} /><span className="unit">per trap</span></>
    default: return <span>{Number.isInteger(value) ? countText(value) : Number(value.toPrecision(3))}</span>
  }
}
