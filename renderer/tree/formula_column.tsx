import { parseFormula, type Formula } from '../../shared/metrics/formula.ts'
import type { Totals, Unit } from '../../shared/run.ts'
import type { NodeMetrics, TreeRow } from '../../shared/rpc/trees.ts'
import type { FormulaColumn } from '../application/preferences.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countText } from '../format/quantities.ts'
import { shareEvidence, type EvidenceBasis } from '../tools/evidence.ts'
import type { GridColumn } from '../grid/columns.ts'
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

/** The denominator of a share, as `shareEvidence` takes it. */
interface KnownShare {
  of: 'waste' | 'all' | null
}

/** Recognised by their values, since one share can be written in many ways. */
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

/** The share with a known interval that the formula is; null: a ratio of another kind. */
export function shareOfFormula({ evaluate }: Formula): KnownShare | null {
  const same = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) < 1e-12
  return KNOWN.find(({ value }) => PROBES.every(([row, whole]) => same(evaluate(row, whole), value(row, whole)))) ?? null
}
