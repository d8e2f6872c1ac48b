import type { ReactNode } from 'react'
import type { ComparedNode, ComparedSide, ComparedTotals, ComparisonHead } from '../../../shared/comparison.ts'
import type { ComparedNumber, Side } from '../../../shared/compare/compared_number.ts'
import { capitalized } from '../../../shared/names/capitalized.ts'
import { COST_NAMES } from '../../../shared/names/cost_names.ts'
import type { Tool, Unit } from '../../../shared/run.ts'
import type { MetricColumn, Sort, TreeRow } from '../../../shared/rpc/trees.ts'
import { Amount, Percent } from '../../components/Figures.tsx'
import { countText } from '../../format/quantities.ts'
import type { GridColumn } from '../../grid/columns.ts'
import { shareEvidence, type EvidenceBasis } from '../../tools/evidence.ts'
import { ofPart, partClass } from '../../tools/measured_columns.ts'
import { isNeutral } from '../../tools/tools.ts'
import { TreeLabel } from '../../tree/TreeLabel.tsx'
import { AmountChange, Relative, ShareChange } from '../ChangeFigures.tsx'
import { toneOf } from '../change_text.ts'

/** A column is a metric of one run or of their difference: "wasteInclusive/change"; names have neither. */
const separator = '/'
const idOf = ({ column, side = 'new' }: Sort): string => (column === 'name' ? column : `${column}${separator}${side}`)

/** The column that is shown as sorted: sorting by the size of a change orders the column of the change. */
export function shownTreeSort(sort: Sort): { column: string; descending: boolean } {
  return { column: idOf(sort.side === 'impact' ? { ...sort, side: 'change' } : sort), descending: sort.descending }
}

/** The sort order that a click on a header chooses: on Δ the largest changes first, then the greatest losses, then the greatest wins. */
export function nextTreeSort(clicked: { column: string; descending: boolean }, present: Sort): Sort {
  const [column, side] = clicked.column.split(separator) as [MetricColumn, ComparedSide | undefined]
  if (side === undefined) return { column, descending: clicked.descending }
  const same = present.column === column
  if (side !== 'change') return { column, side, descending: clicked.descending }
  if (same && present.side === 'impact') return { column, side, descending: true }
  return same && present.side === 'change' && present.descending ? { column, side, descending: false } : { column, side: 'impact', descending: true }
}

interface Words {
  name: string
  description: string
}
const metrics: Record<'wasteInclusive' | 'useInclusive' | 'wasteExclusive' | 'useExclusive', Words> = {
  wasteInclusive: { name: 'waste', description: 'Wasted accesses of the row and everything below it' },
  useInclusive: { name: 'use', description: 'Useful accesses of the row and everything below it' },
  wasteExclusive: { name: 'own waste', description: 'Wasted accesses of the row itself' },
  useExclusive: { name: 'own use', description: 'Useful accesses of the row itself' },
}

/** The columns of a metric's four that are shown at first. */
type Shown = 'all' | 'change' | 'none'

/**
 * Old, new, Δ and Δ % of every metric; at first those of the waste with everything below.
 * @param own rows mainly show their own accesses: in all views but the top-down one
 */
export function comparedTreeColumns(
  tool: Tool,
  own: boolean,
  unit: Unit,
  totals: ComparedTotals | undefined,
  spent: ComparisonHead['spent'],
  basis: Record<Side, EvidenceBasis>,
  search: RegExp | null,
): Array<GridColumn<TreeRow>> {
  const name: GridColumn<TreeRow> = {
    id: 'name',
    title: 'context',
    description: 'Calling context; + marks contexts that only the new run has, − those that only the old run has',
    width: 240,
    minimumWidth: 140,
    alignment: 'start',
    flexible: true,
    fixed: true,
    sortable: true,
    descendingFirst: false,
    render: (row) => (
      <>
        <OnlyMark row={row} />
        <TreeLabel row={row} search={search} />
      </>
    ),
  }
  const seen = [
    column('traps/old', 'seen old', 'Observations in the old run', 80, {
      hiddenAtFirst: true,
      render: (row) => countText(row.compared?.traps.old ?? 0),
    }),
    column('traps/new', 'seen new', 'Observations in the new run', 80, {
      hiddenAtFirst: true,
      render: (row) => countText(row.compared?.traps.new ?? 0),
    }),
  ]
  const costs =
    spent === null
      ? []
      : [
          ...costColumns('runCostInclusive', spent, !own),
          ...costColumns('runCostExclusive', spent, own),
          ...(spent.waiting === undefined ? [] : costColumns('runCostWaiting', spent, false)),
        ]
  // Reuses stand as use.
  if (isNeutral(tool)) return [name, ...reuseColumns(own), ...costs]
  const largest = Math.max(totals?.waste.old ?? 0, totals?.waste.new ?? 0)
  return [
    name,
    ...(own ? amountColumns('wasteExclusive', unit, largest, 'all') : []),
    ...amountColumns('wasteInclusive', unit, largest, own ? 'change' : 'all'),
    ...ratioColumns(basis, totals?.measured ?? {}),
    ...amountColumns('useInclusive', unit, null, 'none'),
    ...(own ? [] : amountColumns('wasteExclusive', unit, largest, 'none')),
    ...amountColumns('useExclusive', unit, null, 'none'),
    ...costs,
    ...seen,
  ]
}

function column(
  id: string,
  title: string,
  description: string,
  width: number,
  rest: Pick<GridColumn<TreeRow>, 'render'> & Partial<GridColumn<TreeRow>>,
): GridColumn<TreeRow> {
  return { id, title, description, width, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, ...rest }
}

/** @param largest the change that fills a bar; null: no bars, since more use is neither win nor loss */
function amountColumns(metric: keyof typeof metrics, unit: Unit, largest: number | null, shown: Shown): Array<GridColumn<TreeRow>> {
  const words = metrics[metric]
  const better = largest === null ? 'neither' : 'less'
  const hiddenAtFirst = shown !== 'all'
  const width = metric.endsWith('Inclusive') ? 98 : 124
  const of = (row: TreeRow, draw: (value: ComparedNumber) => ReactNode): ReactNode => (row.compared === undefined ? '–' : draw(row.compared[metric]))
  return [
    column(`${metric}/old`, `${words.name} old`, `${words.description}, in the old run`, width, {
      hiddenAtFirst,
      render: (row) => of(row, (value) => <Amount value={value.old} unit={unit} />),
    }),
    column(`${metric}/new`, `${words.name} new`, `${words.description}, in the new run, normalised`, width, {
      hiddenAtFirst,
      render: (row) => of(row, (value) => <Amount value={value.new} unit={unit} />),
    }),
    column(`${metric}/change`, `Δ ${words.name}`, `${words.description}: new − old. Sorts by size, then by sign`, width + 2, {
      importance: hiddenAtFirst ? 0 : 2,
      hiddenAtFirst: shown === 'none',
      render: (row) => of(row, (value) => <AmountChange value={value} unit={unit} better={better} />),
      ...(largest === null ? {} : { bar: (row: TreeRow) => barOf(row.compared, metric, largest) }),
    }),
    column(
      `${metric}/relative`,
      words.name === 'waste' ? 'Δ %' : `Δ % ${words.name}`,
      `${words.description}: (new − old) / old`,
      words.name === 'waste' ? 72 : width,
      { hiddenAtFirst, importance: hiddenAtFirst ? 0 : 1, render: (row) => of(row, (value) => <Relative value={value} better={better} />) },
    ),
  ]
}

/** Observed reuses, as trees of one run have them: of the row itself where that comes first, else with everything below. */
function reuseColumns(own: boolean): Array<GridColumn<TreeRow>> {
  const metric = own ? 'useExclusive' : 'useInclusive'
  const title = own ? 'own reuses' : 'reuses'
  const width = own ? 144 : 112
  const description = own ? 'Observed reuses of the row itself' : 'Observed reuses of the row and everything below it'
  const of = (row: TreeRow, draw: (value: ComparedNumber) => ReactNode): ReactNode => (row.compared === undefined ? '–' : draw(row.compared[metric]))
  return [
    column(`${metric}/old`, `${title} old`, `${description}, in the old run`, width, {
      importance: 1,
      render: (row) => of(row, ({ old }) => countText(Math.round(old))),
    }),
    column(`${metric}/new`, `${title} new`, `${description}, in the new run, normalised`, width, {
      importance: 2,
      render: (row) => of(row, (value) => countText(Math.round(value.new))),
    }),
    column(`${metric}/relative`, 'Δ %', `${description}: (new − old) / old`, 72, {
      render: (row) => of(row, (value) => <Relative value={value} better="neither" />),
    }),
  ]
}

/** @param shown its old and new number and Δ % are shown at first */
function costColumns(
  metric: 'runCostInclusive' | 'runCostExclusive' | 'runCostWaiting',
  { measure }: NonNullable<ComparisonHead['spent']>,
  shown: boolean,
): Array<GridColumn<TreeRow>> {
  const { title, ownTitle } = COST_NAMES[measure]
  const name = { runCostInclusive: title, runCostExclusive: ownTitle, runCostWaiting: 'waiting' }[metric]
  const part = ({ runCost }: ComparedNode): ComparedNumber | undefined =>
    ({ runCostInclusive: runCost?.inclusive, runCostExclusive: runCost?.exclusive, runCostWaiting: runCost?.waiting })[metric]
  const description =
    metric === 'runCostWaiting'
      ? `${capitalized(title)} that waits for other threads, of the row and everything below it`
      : `${capitalized(name)} of the row ${metric === 'runCostInclusive' ? 'and everything below it' : 'alone'}`
  const of = (row: TreeRow, draw: (value: ComparedNumber) => ReactNode): ReactNode => {
    const value = row.compared === undefined ? undefined : part(row.compared)
    return value === undefined ? '–' : draw(value)
  }
  const amount = (value: number): ReactNode => (measure === 'cpu-time' ? <Amount value={value} unit="ns" /> : countText(value))
  const width = measure === 'cpu-time' ? 124 : 190
  return [
    column(`${metric}/old`, `${name} old`, `${description}, in the old run`, width, {
      hiddenAtFirst: !shown,
      render: (row) => of(row, (value) => amount(value.old)),
    }),
    column(`${metric}/new`, `${name} new`, `${description}, in the new run; never normalised`, width, {
      hiddenAtFirst: !shown,
      render: (row) => of(row, (value) => amount(value.new)),
    }),
    column(`${metric}/relative`, `Δ % ${name}`, `${description}: (new − old) / old`, width, {
      hiddenAtFirst: !shown,
      render: (row) => of(row, (value) => <Relative value={value} better="less" />),
    }),
  ]
}

function ratioColumns(basis: Record<Side, EvidenceBasis>, measured: NonNullable<ComparedTotals['measured']>): Array<GridColumn<TreeRow>> {
  const description = 'waste / (waste + use) of the row and everything below it'
  return [
    column('fractionInclusive/old', 'fraction old', ofPart(`${description}, in the old run`, measured.old), 104, {
      hiddenAtFirst: true,
      render: (row) => (
        <span className={partClass(measured.old)}>
          <Fraction of="old" row={row} basis={basis} />
        </span>
      ),
    }),
    column('fractionInclusive/new', 'fraction new', ofPart(`${description}, in the new run`, measured.new), 104, {
      hiddenAtFirst: true,
      render: (row) => (
        <span className={partClass(measured.new)}>
          <Fraction of="new" row={row} basis={basis} />
        </span>
      ),
    }),
    column('fractionInclusive/change', 'Δ fraction', `${description}: new − old, in percentage points`, 96, {
      render: (row) => (row.compared === undefined ? '–' : <ShareChange value={row.compared.fractionInclusive} />),
    }),
  ]
}

function Fraction({ of, row: { compared }, basis }: { of: Side; row: TreeRow; basis: Record<Side, EvidenceBasis> }) {
  const share = compared?.fractionInclusive[of] ?? null
  return <Percent share={share} evidence={shareEvidence(basis[of], share, compared?.traps[of] ?? 0)} />
}

function barOf(
  compared: ComparedNode | undefined,
  metric: keyof typeof metrics,
  largest: number,
): { share: number; meaning: 'waste' | 'use' | 'neutral' } | null {
  if (compared === undefined || largest === 0) return null
  const value = compared[metric]
  const tone = toneOf(value, 'less')
  return { share: Math.abs(value.change) / largest, meaning: tone === 'use' || tone === 'waste' ? tone : 'neutral' }
}

/** The mark of a row that only one run has. */
function OnlyMark({ row }: { row: TreeRow }) {
  const only = row.compared?.only ?? null
  if (only === null) return null
  return (
    <span className="only-mark" title={only === 'new' ? 'Only the new run has it' : 'Only the old run has it'}>
      {only === 'new' ? '+ ' : '− '}
    </span>
  )
}
