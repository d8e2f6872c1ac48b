import type { ReactNode } from 'react'

export interface GridColumn<Row> {
  id: string
  title: string
  /** What the column means; tooltip of its header. */
  description: string
  /** CSS pixels at first; the person's own width is remembered. */
  width: number
  minimumWidth: number
  alignment: 'start' | 'end'
  /** Takes the room that is left; exactly one column of a grid does. */
  flexible?: boolean
  sortable: boolean
  /** Direction of the first click. */
  descendingFirst: boolean
  /** Not shown until chosen in the column menu. */
  hiddenAtFirst?: boolean
  /** Must not be hidden: names the row. */
  fixed?: boolean
  render(row: Row): ReactNode
  /** Share 0..1 drawn as a bar behind the figure, in the hue of its meaning; neutral: neither waste nor use. */
  bar?(row: Row): { share: number; meaning: 'waste' | 'use' | 'neutral' } | null
}

export interface GridSort { column: string; descending: boolean }

/** What a person changed about a grid's columns. */
export interface ColumnSettings {
  widths: Record<string, number>
  /** Explicitly shown (true) or hidden (false); absent: as the column says. */
  shown: Record<string, boolean>
}

export const noColumnSettings: ColumnSettings = { widths: {}, shown: {} }

export function shownColumns<Row>(columns: Array<GridColumn<Row>>, settings: ColumnSettings): Array<GridColumn<Row>> {
  return columns.filter((column) => column.fixed || (settings.shown[column.id] ?? !column.hiddenAtFirst))
}

export function columnWidth<Row>(column: GridColumn<Row>, settings: ColumnSettings): number {
  return Math.max(column.minimumWidth, settings.widths[column.id] ?? column.width)
}

/** Value of `grid-template-columns` shared by the header and every row. */
export function columnTemplate<Row>(columns: Array<GridColumn<Row>>, settings: ColumnSettings): string {
  return columns
    .map((column) => (column.flexible ? `minmax(${columnWidth(column, settings)}px, 1fr)` : `${columnWidth(column, settings)}px`))
    .join(' ')
}

/** Width that the flexible column has in a grid of the given width. */
export function flexibleWidth<Row>(columns: Array<GridColumn<Row>>, settings: ColumnSettings, gridWidth: number): number {
  const flexible = columns.find((column) => column.flexible)
  const own = flexible === undefined ? 0 : columnWidth(flexible, settings)
  return Math.max(own, gridWidth - minimumGridWidth(columns, settings) + own)
}

export function minimumGridWidth<Row>(columns: Array<GridColumn<Row>>, settings: ColumnSettings): number {
  return columns.reduce((sum, column) => sum + columnWidth(column, settings), 0)
}
