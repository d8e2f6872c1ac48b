/** Columns of a grid: their order, width, and visibility. Widths are CSS pixels at the usual font size, and grow with it. */
import type { ReactNode } from 'react'
import { rem } from '../components/text_scale.ts'

export interface GridColumn<Row> {
  id: string
  title: string
  /** The column's meaning; tooltip of its header. */
  description: string
  /** CSS pixels at first; the person's own width is remembered. */
  width: number
  minimumWidth: number
  alignment: 'start' | 'end'
  /** Takes the room that is left, and stays in sight at the left; exactly one column of a grid does. */
  flexible?: boolean
  /** For the flexible column, in CSS pixels: it shrinks to this width before other columns leave; absent: they leave first. */
  narrowestBeside?: number
  /** Shares that room with it. */
  grows?: boolean
  sortable: boolean
  /** Direction of the first click. */
  descendingFirst: boolean
  /** Not shown until chosen in the column menu. */
  hiddenAtFirst?: boolean
  /** Must not be hidden: names the row. */
  fixed?: boolean
  /** In a narrow table, the least important columns are hidden first; absent: the further right, the less important. Infinity: never hidden. */
  importance?: number
  render(row: Row): ReactNode
  /** Share 0..1 drawn as a bar behind the figure, in the hue of its meaning; neutral: neither waste nor use. */
  bar?(row: Row): { share: number; meaning: 'waste' | 'use' | 'neutral' } | null
}

export interface GridSort {
  column: string
  descending: boolean
}

/** A person's changes to a grid's columns. */
export interface ColumnSettings {
  widths: Record<string, number>
  /** Explicitly shown (true) or hidden (false); absent: as the column says. */
  shown: Record<string, boolean>
  /** Ids in the person's order; absent: as they come. Columns that it does not name come last. */
  order?: string[]
  /** Columns that stay in sight at the left, behind the one that names the row. */
  pinned?: string[]
}

export const noColumnSettings: ColumnSettings = { widths: {}, shown: {} }

/** In the order they are drawn: the row's name, pinned columns, the rest. */
export function shownColumns<Row>(columns: Array<GridColumn<Row>>, settings: ColumnSettings): Array<GridColumn<Row>> {
  return orderedColumns(columns, settings).filter((column) => column.fixed || (settings.shown[column.id] ?? !column.hiddenAtFirst))
}

/**
 * Shown columns for which a grid has no room, so that the others are whole. What the person chose, pinned, or sorted by
 * stays, and so does every column when the person's own widths need more room: then the grid scrolls sideways.
 */
export function columnsWithoutRoom<Row>(shown: Array<GridColumn<Row>>, settings: ColumnSettings, sortedBy: string | null, gridWidth: number): string[] {
  const stays = (column: GridColumn<Row>): boolean =>
    column.fixed === true ||
    column.importance === Infinity ||
    column.id === sortedBy ||
    settings.shown[column.id] === true ||
    settings.pinned?.includes(column.id) === true
  const leaving = shown
    .map((column, index) => ({ column, importance: column.importance ?? -index }))
    .filter(({ column }) => !stays(column))
    .toSorted((a, b) => a.importance - b.importance)
  const left: string[] = []
  // Before the grid is laid out, it has no width.
  if (gridWidth <= 0) return left
  const widthOf = (column: GridColumn<Row>): number => column.narrowestBeside ?? columnWidth(column, noColumnSettings)
  let needed = shown.reduce((sum, column) => sum + widthOf(column), 0)
  for (const { column } of leaving) {
    if (needed <= gridWidth) break
    needed -= widthOf(column)
    left.push(column.id)
  }
  return left
}

/** The settings with a narrower column of names, if the others would not fit otherwise and the person gave it no width. */
export function fittedSettings<Row>(shown: Array<GridColumn<Row>>, settings: ColumnSettings, gridWidth: number): ColumnSettings {
  const tooWide = minimumGridWidth(shown, settings) - gridWidth
  const flexible = shown.find((column) => column.flexible)
  if (tooWide <= 0 || gridWidth <= 0 || flexible === undefined || settings.widths[flexible.id] !== undefined) return settings
  const width = Math.max(flexible.minimumWidth, columnWidth(flexible, settings) - tooWide)
  return { ...settings, widths: { ...settings.widths, [flexible.id]: width } }
}

/** All columns in the order they are drawn, shown or not. */
export function orderedColumns<Row>(columns: Array<GridColumn<Row>>, { order = [], pinned = [] }: ColumnSettings): Array<GridColumn<Row>> {
  const rank = (column: GridColumn<Row>): number => {
    if (column.fixed) return -1
    const own = order.indexOf(column.id)
    return (pinned.includes(column.id) ? 0 : columns.length) + (own < 0 ? columns.length * 2 : own)
  }
  return columns.toSorted((a, b) => rank(a) - rank(b))
}

/** The settings with a column one place further left or right among those that are shown and have room. */
export function withColumnMoved<Row>(
  columns: Array<GridColumn<Row>>,
  settings: ColumnSettings,
  id: string,
  by: 1 | -1,
  withoutRoom: readonly string[] = [],
): ColumnSettings {
  const movable = shownColumns(columns, settings)
    .filter((column) => !column.fixed && !withoutRoom.includes(column.id))
    .map((column) => column.id)
  const at = movable.indexOf(id)
  const other = movable[at + by]
  if (at < 0 || other === undefined) return settings
  const order = orderedColumns(columns, settings).map((column) => column.id)
  const [from, to] = [order.indexOf(id), order.indexOf(other)]
  order[from] = other
  order[to] = id
  return { ...settings, order }
}

/** How far from the left edge each pinned column stays, CSS pixels. */
export function pinnedOffsets<Row>(shown: Array<GridColumn<Row>>, settings: ColumnSettings): Map<string, number> {
  const offsets = new Map<string, number>()
  let left = 0
  for (const column of shown) {
    if (!column.flexible && settings.pinned?.includes(column.id) !== true) continue
    offsets.set(column.id, left)
    left += columnWidth(column, settings)
  }
  return offsets
}

/** CSS pixels of a letter in a title, and of the mark of the sorting and the margins beside it. */
const [letterWidth, besideTitle] = [7, 27]

/** The first width fits the whole title, sorted by this column or not. */
export function columnWidth<Row>(column: GridColumn<Row>, settings: ColumnSettings): number {
  return Math.max(column.minimumWidth, settings.widths[column.id] ?? Math.max(column.width, column.title.length * letterWidth + besideTitle))
}

/** Value of `grid-template-columns` shared by the header and every row. */
export function columnTemplate<Row>(columns: Array<GridColumn<Row>>, settings: ColumnSettings): string {
  return columns
    .map((column) => (column.flexible || column.grows ? `minmax(${rem(columnWidth(column, settings))}, 1fr)` : rem(columnWidth(column, settings))))
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
