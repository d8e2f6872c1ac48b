import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useApplication } from '../application/context.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import type { GridColumn, GridSort } from '../grid/columns.ts'
import { Grid } from '../grid/Grid.tsx'
import type { SortValue } from './table_rows.ts'
import { ExportMenu, type ExportChoice } from '../components/ExportMenu.tsx'
import { TableRows } from './table_rows.ts'
import { RowMenu } from './RowMenu.tsx'

export interface SortedColumn<Row> extends GridColumn<Row> {
  /** The value that the column sorts by. */
  value(row: Row): SortValue
}

interface SortedGridProps<Row> {
  /** Name under which the columns are remembered. */
  id: string
  label: string
  /** Must stay the same array while its rows do. */
  rows: readonly Row[]
  columns: Array<SortedColumn<Row>>
  firstSort: string
  rowKey(row: Row): string
  rowClass?(row: Row): string
  /** The command "export.TABLE" that saves the table; "copy-table.TABLE" copies it; null: nothing does. */
  exportCommand: string | null
  empty: ReactNode
  /** The context menu's choices for a row besides copying it. */
  rowChoices?(row: Row): ExportChoice[]
  /** A remark on the rows as a whole. */
  remark?: string | null
}

/** A small table: every column sorts it, its columns can be chosen, and it can be saved as CSV. */
export function SortedGrid<Row>({
  id,
  label,
  rows,
  columns,
  firstSort,
  rowKey,
  rowClass,
  exportCommand,
  empty,
  rowChoices,
  remark = null,
}: SortedGridProps<Row>) {
  const application = useApplication()
  const [sort, setSort] = useState<GridSort>({ column: firstSort, descending: true })
  const [selected, setSelected] = useState<string | null>(null)
  const table = useMemo(
    () => new TableRows(rows, sort, (row, column) => columns.find((candidate) => candidate.id === column)?.value(row) ?? null),
    [rows, columns, sort],
  )
  const selectedIndex = table.indexWhere((row) => rowKey(row) === selected)
  const [chosen] = selectedIndex === null ? [] : table.rows(selectedIndex, 1)
  const select = (at: number): void => setSelected(table.rows(at, 1).map(rowKey)[0] ?? null)
  return (
    <div className="view">
      <div className="toolbar" role="toolbar" aria-label={label}>
        <span className="dim">{rows.length === 1 ? '1 row' : `${rows.length} rows`}</span>
        {remark === null ? null : <span className="chip">{remark}</span>}
        <span className="toolbar-space" />
        {exportCommand === null ? null : (
          <ExportMenu
            what={label}
            disabled={rows.length === 0}
            choices={[
              { title: 'Save as CSV', run: () => application.runCommand(exportCommand) },
              { title: 'Copy as Markdown', run: () => application.runCommand(exportCommand.replace(/^export/, 'copy-table')) },
            ]}
          />
        )}
        <ColumnMenu gridId={id} columns={columns} />
      </div>
      <RowMenu selected={selectedIndex} {...(rowChoices === undefined || chosen === undefined ? {} : { choices: rowChoices(chosen) })}>
        <Grid<Row>
          id={id}
          label={label}
          source={table}
          columns={columns}
          sort={sort}
          onSort={setSort}
          selectedIndex={selectedIndex}
          onSelect={select}
          onActivate={() => {}}
          onContextMenu={select}
          rowKey={rowKey}
          {...(rowClass === undefined ? {} : { rowClass })}
          empty={empty}
        />
      </RowMenu>
    </div>
  )
}

/** A column of a small table; figures are right-aligned and sort downwards first. */
export function sortedColumn<Row>(
  id: string,
  title: string,
  description: string,
  width: number,
  value: (row: Row) => SortValue,
  rest: Partial<SortedColumn<Row>> & Pick<SortedColumn<Row>, 'render'>,
): SortedColumn<Row> {
  return { id, title, description, width, value, minimumWidth: 48, alignment: 'end', sortable: true, descendingFirst: true, ...rest }
}
