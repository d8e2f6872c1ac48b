/** Sorting by a change: a table knows it by its size ("impact") and by its sign. */
interface ColumnSort {
  column: string
  descending: boolean
}

/** The sort order that a click on a header chooses: on Δ the largest changes first, then the greatest losses, then the greatest wins. */
export function nextSort<Sort extends ColumnSort>(clicked: Sort, present: Sort, change: Sort['column']): { column: string; descending: boolean } {
  if (clicked.column !== change) return clicked
  if (present.column === 'impact') return { column: change, descending: true }
  return present.column === change && present.descending ? { column: change, descending: false } : { column: 'impact', descending: true }
}

/** The column that is shown as sorted: sorting by the size of the change orders the column of the change. */
export function shownSort<Sort extends ColumnSort>(present: Sort, change: Sort['column']): { column: string; descending: boolean } {
  return present.column === 'impact' ? { column: change, descending: true } : present
}
