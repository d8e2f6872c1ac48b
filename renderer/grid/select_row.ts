import type { RowPager } from './row_pager.ts'

interface SelectableTable<Row> {
  readonly pager: RowPager<Row>
  selectedIndex: number | null
}

/** Marks a row at once, and hands it over when it is here, unless another one was selected meanwhile. */
export async function selectRow<Row>(table: SelectableTable<Row>, index: number, onRow: (row: Row) => void, onFailure: (error: unknown) => void): Promise<void> {
  table.selectedIndex = index
  table.pager.changed()
  try {
    const row = await table.pager.row(index)
    if (row !== undefined && table.selectedIndex === index) onRow(row)
  } catch (error) {
    onFailure(error)
  }
}
