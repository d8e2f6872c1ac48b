/** Tables of a comparison as CSV and Markdown. */
import type { ComparedFlatRow, ComparedObject, ComparedPair } from '../../../shared/comparison.ts'
import type { ComparedNumber, ComparedRatio } from '../../../shared/compare/compared_number.ts'
import type { RunMeasure } from '../../../shared/findings/finding.ts'
import { COST_NAMES } from '../../../shared/names/cost_names.ts'
import type { ComparedFinding, ComparedFindings } from '../../../shared/findings/compare_findings.ts'
import { csvText, markdownText } from '../../../shared/tables/table_text.ts'
import { amountOf } from './comparison_text.ts'

export type TableFormat = 'csv' | 'markdown'

interface Column<T> {
  title: string
  cell(row: T): string | number | null
}

function numberColumns<T>(title: string, of: (row: T) => ComparedNumber): Column<T>[] {
  return [
    { title: `old ${title}`, cell: (row) => of(row).old },
    { title: `new ${title}`, cell: (row) => of(row).new },
    { title: `${title} change`, cell: (row) => of(row).change },
    { title: `${title} change %`, cell: (row) => percent(of(row).relative) },
    { title: `${title} change from`, cell: (row) => of(row).ci95?.[0] ?? null },
    { title: `${title} change to`, cell: (row) => of(row).ci95?.[1] ?? null },
    { title: `${title} certainty`, cell: (row) => of(row).significance },
  ]
}

function ratioColumns<T>(title: string, of: (row: T) => ComparedRatio): Column<T>[] {
  return [
    { title: `old ${title}`, cell: (row) => of(row).old },
    { title: `new ${title}`, cell: (row) => of(row).new },
    { title: `${title} change`, cell: (row) => of(row).change },
  ]
}

const place = (file: string | null, line: number | null): string | null => (file === null ? null : line === null ? file : `${file}:${line}`)

const FINDINGS: Column<ComparedFinding>[] = [
  { title: 'status', cell: ({ status }) => status },
  { title: 'title', cell: ({ old, new: recent }) => (recent ?? old)!.title },
  { title: 'old id', cell: ({ old }) => old?.id ?? null },
  { title: 'new id', cell: ({ new: recent }) => recent?.id ?? null },
  { title: 'old share of run', cell: ({ old }) => old?.shareOfRun ?? null },
  { title: 'new share of run', cell: ({ new: recent }) => recent?.shareOfRun ?? null },
  { title: 'old share', cell: ({ old }) => old?.share ?? null },
  { title: 'new share', cell: ({ new: recent }) => recent?.share ?? null },
  ...numberColumns<ComparedFinding>('amount', ({ amount }) => amount),
]

const PAIRS: Column<ComparedPair>[] = [
  { title: 'tool', cell: ({ tool }) => tool },
  { title: 'status', cell: ({ status }) => status },
  { title: 'moved', cell: ({ moved }) => moved },
  { title: 'relation', cell: ({ relation }) => relation },
  { title: 'earlier access', cell: ({ source }) => source.function },
  { title: 'old earlier place', cell: ({ source }) => place(source.files.old, source.oldLine) },
  { title: 'new earlier place', cell: ({ source }) => place(source.files.new, source.newLine) },
  { title: 'later access', cell: ({ target }) => target.function },
  { title: 'old later place', cell: ({ target }) => place(target.files.old, target.oldLine) },
  { title: 'new later place', cell: ({ target }) => place(target.files.new, target.newLine) },
  { title: 'object', cell: ({ object }) => object },
  ...numberColumns<ComparedPair>('amount', amountOf),
  ...ratioColumns<ComparedPair>('share of total', ({ shareOfTotal }) => shareOfTotal),
  { title: 'old traps', cell: ({ traps }) => traps.old },
  { title: 'new traps', cell: ({ traps }) => traps.new },
]

const FUNCTIONS: Column<ComparedFlatRow>[] = [
  { title: 'name', cell: ({ name }) => name },
  { title: 'old place', cell: ({ places, only }) => (only === 'new' ? null : place(places.old?.file ?? null, places.old?.line ?? null)) },
  { title: 'new place', cell: ({ places, only }) => (only === 'old' ? null : place(places.new?.file ?? null, places.new?.line ?? null)) },
  { title: 'module', cell: ({ module }) => module },
  ...numberColumns<ComparedFlatRow>('own waste', ({ wasteExclusive }) => wasteExclusive),
  ...numberColumns<ComparedFlatRow>('inclusive waste', ({ wasteInclusive }) => wasteInclusive),
  ...numberColumns<ComparedFlatRow>('inclusive use', ({ useInclusive }) => useInclusive),
  ...ratioColumns<ComparedFlatRow>('fraction', ({ fractionInclusive }) => fractionInclusive),
  { title: 'old traps', cell: ({ traps }) => traps.old },
  { title: 'new traps', cell: ({ traps }) => traps.new },
]

const OBJECTS: Column<ComparedObject>[] = [
  { title: 'tool', cell: ({ tool }) => tool },
  { title: 'object', cell: ({ name }) => name },
  { title: 'module', cell: ({ module }) => module },
  ...numberColumns<ComparedObject>('waste', ({ waste }) => waste),
  ...numberColumns<ComparedObject>('use', ({ use }) => use),
  { title: 'old pairs', cell: ({ pairs }) => pairs.old },
  { title: 'new pairs', cell: ({ pairs }) => pairs.new },
]

export function comparedFindingTable({ findings }: ComparedFindings, format: TableFormat): string {
  return tableText(FINDINGS, findings, format)
}

export function comparedPairTable(rows: ComparedPair[], format: TableFormat): string {
  return tableText(PAIRS, rows, format)
}

/** @param measure the cost that both runs have; null: none */
export function comparedFlatTable(rows: ComparedFlatRow[], format: TableFormat, measure: RunMeasure | null = null): string {
  if (measure === null) return tableText(FUNCTIONS, rows, format)
  const { title, ownTitle } = COST_NAMES[measure]
  const unit = measure === 'cpu-time' ? ' (ns)' : ''
  const spent = rows.filter((row): row is ComparedFlatRow & { runCost: NonNullable<ComparedFlatRow['runCost']> } => row.runCost !== undefined)
  return tableText(
    [
      ...FUNCTIONS,
      ...numberColumns<(typeof spent)[number]>(`${ownTitle}${unit}`, ({ runCost }) => runCost.exclusive),
      ...numberColumns<(typeof spent)[number]>(`${title}${unit}`, ({ runCost }) => runCost.inclusive),
    ],
    spent,
    format,
  )
}

export function comparedObjectTable(rows: ComparedObject[], format: TableFormat): string {
  return tableText(OBJECTS, rows, format)
}

function tableText<T>(columns: Column<T>[], rows: T[], format: TableFormat): string {
  const titles = columns.map(({ title }) => title)
  const table = [titles, ...rows.map((row) => columns.map(({ cell }) => cell(row)))]
  return format === 'csv' ? csvText(table) : markdownText(table)
}

function percent(relative: number | null): number | null {
  return relative === null ? null : relative * 100
}
