import { parseFormula, type Formula } from '../../shared/metrics/formula.ts'
import type { Totals, Unit } from '../../shared/run.ts'
import type { NodeMetrics, TreeRow } from '../../shared/rpc/trees.ts'
import type { FormulaColumn } from '../application/preferences.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countText } from '../format/quantities.ts'
import { shareEvidence, type EvidenceBasis } from '../tools/evidence.ts'
import type { GridColumn } from '../grid/columns.ts'
import { shareOfFormula } from './formula_share.ts'
import { formulaColumnId } from './tool_columns.tsx'

/** The denominator of percentages in formulas. */
export function wholeOf(totals: Totals | undefined): NodeMetrics {
  const { waste, use, traps } = totals ?? { waste: 0, use: 0, traps: 0 }
  return { wasteInclusive: waste, useInclusive: use, wasteExclusive: waste, useExclusive: use, traps }
}

/** Null where the formula is none: one that was kept by another version of the program. */
export function formulaColumn({ title, formula }: FormulaColumn, unit: Unit, whole: NodeMetrics, basis: EvidenceBasis): GridColumn<TreeRow> | null {
  const parsed = parsedOrNull(formula)
  if (parsed === null) return null
  const share = parsed.kind === 'ratio' ? shareOfFormula(parsed) : null
  const evidence = (value: number | null, { traps }: NodeMetrics): string => {
    if (parsed.kind !== 'ratio' || value === null) return ''
    if (share !== null) return shareEvidence(basis, value, traps, share.of)
    return basis.exact ? 'exact: every access was counted' : 'no interval: the correlation of errors in this formula is unknown'
  }
  return {
    id: formulaColumnId(formula),
    // The person made it.
    importance: Infinity,
    title,
    description: `${title} = ${formula}`,
    width: Math.max(72, title.length * 7 + 19),
    minimumWidth: 48,
    alignment: 'end',
    sortable: true,
    descendingFirst: true,
    render({ metrics }) {
      const value = parsed.evaluate(metrics, whole)
      return (
        <span className={parsed.kind === 'ratio' && share === null && !basis.exact ? 'dim' : undefined} title={evidence(value, metrics) || undefined}>
          <FormulaValue kind={parsed.kind} value={value} unit={unit} />
        </span>
      )
    },
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
    case 'ratio':
      return <Percent share={value} />
    case 'amount':
      return <Amount value={value} unit={unit} />
    case 'rate':
      return (
        <>
          <Amount value={value} unit={unit} />
          <span className="unit">per trap</span>
        </>
      )
    default:
      return <span>{Number.isInteger(value) ? countText(value) : Number(value.toPrecision(3))}</span>
  }
}
