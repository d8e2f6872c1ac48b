/** Selects a row of a grid, which may still be on its way from the host. */
import type { RowPager } from './row_pager.ts'

interface SelectableTable<Row> {
  readonly pager: RowPager<Row>
  selectedIndex: number | null
}

interface RowSelection<Row> {
  index: number
  /** The row as it was drawn when it was clicked; undefined: chosen by its place. */
  drawn: Row | undefined
  onRow(row: Row): void
  onFailure(error: unknown): void
}

/**
 * Marks a row at once, and hands it over when it is here, unless another one was selected meanwhile. A row that was
 * clicked is the one drawn: where the table has others by now, not drawn yet, no row is marked.
 */
export async function selectRow<Row>(table: SelectableTable<Row>, { index, drawn, onRow, onFailure }: RowSelection<Row>): Promise<void> {
  const stale = drawn !== undefined && table.pager.rows(index, 1)?.[0] !== drawn
  table.selectedIndex = stale ? null : index
  table.pager.changed()
  if (drawn !== undefined) return onRow(drawn)
  try {
    const row = await table.pager.row(index)
    if (row !== undefined && table.selectedIndex === index) onRow(row)
  } catch (error) {
    onFailure(error)
  }
}
