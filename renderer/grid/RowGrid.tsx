import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { NamesApartContext, noneAlike, type NamesApart } from '../components/names_apart.ts'
import { rem, useTextScale } from '../components/text_scale.ts'
import type { ColumnSettings, GridColumn, GridSort } from './columns.ts'
import { columnTemplate, columnsWithoutRoom, fittedSettings, flexibleWidth, minimumGridWidth, pinnedOffsets, shownColumns } from './columns.ts'
import { useViewKeys } from '../focus/view_focus.ts'
import { GridHeader } from './GridHeader.tsx'
import { GridRow } from './GridRow.tsx'
import { indentOf } from './indent.ts'
import type { RowSource } from './row_source.ts'
import { fullRows, topRowShowing, visibleRows } from './scroll_map.ts'
import { useRowScroll } from './use_row_scroll.ts'
import type { GridHierarchy } from './hierarchy.ts'
import './grid.css'

/** Operations of keyboard commands on the grid that has the focus. */
export interface GridHandle {
  move(by: number | 'first' | 'last' | 'page-up' | 'page-down'): void
  focus(): void
}

export interface RowGridProps<Row> {
  label: string
  source: RowSource<Row>
  columns: Array<GridColumn<Row>>
  settings: ColumnSettings
  onResize(column: string, width: number): void
  /** Called with the columns that are hidden because there is no room for them. */
  onWithoutRoom?(columns: readonly string[]): void
  sort: GridSort | null
  onSort(sort: GridSort): void
  /** CSS pixels at the usual font size. */
  rowHeight: number
  selectedIndex: number | null
  /** @param row the clicked row as drawn, because the source may have another at its index by now; absent: selected by keyboard */
  onSelect(index: number, row?: Row): void
  /** A key moves the selection. @returns whether the move starts where earlier keys lead; false: it starts at the selected row */
  onMove?(by: number | 'first' | 'last'): boolean
  /** Double click. @param row as it is drawn */
  onActivate(index: number, row: Row): void
  rowKey(row: Row): string
  rowClass?(row: Row): string
  /** Distinguishes rows in sight whose names look equal. */
  namesApart?(rows: readonly Row[]): NamesApart
  hierarchy?: GridHierarchy<Row>
  onContextMenu?(index: number, row: Row): void
  /** Called with the handle when the grid gets the focus. */
  onFocus?(handle: GridHandle): void
  /** Takes the focus on appearing if nothing else has it. */
  takesFocus?: boolean
  /** Shown instead of rows when there are none. */
  empty: ReactNode
}

/**
 * A table or tree of any number of rows. Only the visible rows exist; while others are fetched, the last ones
 * stay, so there is never a blank row.
 */
export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { source, columns, selectedIndex, onSelect, onMove, onWithoutRoom } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const snapshot = useSyncExternalStore(source.subscribe, source.snapshot)
  const scale = useTextScale()
  const rowHeight = props.rowHeight * scale
  const scroll = useRowScroll(scroller, source.rowCount, rowHeight, rowHeight + 1)
  const gridWidth = scroll.clientWidth / scale
  const sortedBy = props.sort?.column ?? null
  const { shown, settings, withoutRoom } = useMemo(() => {
    const wanted = shownColumns(columns, props.settings)
    const withoutRoom = columnsWithoutRoom(wanted, props.settings, sortedBy, gridWidth)
    const shown = wanted.filter(({ id }) => !withoutRoom.includes(id))
    return { shown, withoutRoom, settings: fittedSettings(shown, props.settings, gridWidth) }
  }, [columns, props.settings, sortedBy, gridWidth])
  useEffect(() => onWithoutRoom?.(withoutRoom), [onWithoutRoom, withoutRoom])
  const template = columnTemplate(shown, settings)
  const offsets = useMemo(() => pinnedOffsets(shown, settings), [shown, settings])

  const count = visibleRows(scroll.geometry)
  const fetched = source.rows(scroll.topRow, count)
  const displayed = useRef<{ start: number; rows: Row[] } | null>(null)
  // An empty fetch must not stay displayed: while the next rows are fetched, the grid would look empty.
  if (fetched !== null) displayed.current = fetched.length === 0 ? null : { start: scroll.topRow, rows: fetched }

  useEffect(() => {
    if (source.rowCount > 0) source.request(scroll.topRow, count)
  }, [source, scroll.topRow, count, source.rowCount, snapshot])

  const { topRow, geometry, scrollToRow } = scroll
  const place = useRef({ topRow, geometry, selectedIndex })
  place.current = { topRow, geometry, selectedIndex }
  useLayoutEffect(() => {
    const { topRow, geometry } = place.current
    if (selectedIndex !== null && geometry.bodyHeight > 0) scrollToRow(topRowShowing(selectedIndex, topRow, geometry))
  }, [selectedIndex, geometry.bodyHeight, geometry.rowCount, scrollToRow])

  const handle = useMemo<GridHandle>(
    () => ({
      move(by) {
        const { selectedIndex, topRow, geometry } = place.current
        const last = geometry.rowCount - 1
        if (last < 0) return
        const page = Math.max(1, fullRows(geometry) - 1)
        const step = by === 'page-up' ? -page : by === 'page-down' ? page : by
        if (onMove?.(step) === true) return
        const from = selectedIndex ?? topRow - 1
        const to = step === 'first' ? 0 : step === 'last' ? last : from + step
        const clipped = Math.min(last, Math.max(0, to))
        place.current.selectedIndex = clipped
        onSelect(clipped)
      },
      focus: () => scroller.current?.focus(),
    }),
    [onSelect, onMove],
  )

  const { takesFocus = false } = props
  useViewKeys(scroller, takesFocus)

  const rowsShown = displayed.current
  const { hierarchy } = props
  const deepest = hierarchy === undefined || rowsShown === null ? 0 : Math.max(...rowsShown.rows.map((row) => hierarchy.level(row)))
  const indent = indentOf(deepest, flexibleWidth(shown, settings, gridWidth))
  const activeRow = selectedIndex !== null && rowsShown !== null && selectedIndex >= rowsShown.start && selectedIndex < rowsShown.start + rowsShown.rows.length
  const withRowOf = (event: MouseEvent, act: (index: number, row: Row) => void): void => {
    const element = (event.target as Element).closest<HTMLElement>('[data-index]')
    if (element === null || rowsShown === null) return
    const index = Number(element.dataset['index'])
    const row = rowsShown.rows[index - rowsShown.start]
    if (row !== undefined) act(index, row)
  }

  return (
    <div
      ref={scroller}
      className="grid"
      role={props.hierarchy === undefined ? 'grid' : 'treegrid'}
      aria-label={props.label}
      aria-rowcount={source.rowCount + 1}
      aria-colcount={shown.length}
      aria-busy={fetched === null && source.failure === null}
      aria-activedescendant={activeRow ? `${id}-${selectedIndex}` : undefined}
      tabIndex={0}
      data-keys
      onFocus={() => props.onFocus?.(handle)}
      onClick={(event) => withRowOf(event, onSelect)}
      onDoubleClick={(event) => withRowOf(event, props.onActivate)}
      onContextMenu={(event) => {
        // By a key, the browser names the middle of the grid.
        if (event.target === scroller.current && activeRow) openAt(event, document.getElementById(`${id}-${selectedIndex}`)!)
        else withRowOf(event, (index, row) => props.onContextMenu?.(index, row))
      }}
    >
      <div role="presentation" style={{ height: scroll.clientHeight + scroll.range, minWidth: rem(minimumGridWidth(shown, settings)) }}>
        <div
          role="presentation"
          className="grid-layer"
          style={{ height: scroll.clientHeight, '--indent': rem(indent.step), '--indent-from': indent.from } as CSSProperties}
        >
          <GridHeader
            columns={shown}
            settings={settings}
            template={template}
            offsets={offsets}
            sort={props.sort}
            onSort={props.onSort}
            onResize={props.onResize}
          />
          {source.failure !== null ? (
            <Message columns={shown.length}>
              <p role="alert" className="grid-failure selectable">
                {source.failure}
              </p>
              <button type="button" className="action" onClick={() => source.retry()}>
                Load again
              </button>
            </Message>
          ) : rowsShown !== null ? (
            <Apart<Row> rows={rowsShown.rows} namesApart={props.namesApart}>
              <Rows<Row>
                id={id}
                start={rowsShown.start}
                rows={rowsShown.rows}
                columns={shown}
                template={template}
                offsets={offsets}
                hierarchy={props.hierarchy}
                selectedIndex={selectedIndex}
                rowKey={props.rowKey}
                rowClass={props.rowClass}
              />
            </Apart>
          ) : source.ready && source.rowCount === 0 ? (
            <Message columns={shown.length}>{props.empty}</Message>
          ) : (
            <Skeleton count={Math.min(count, 12)} />
          )}
        </div>
      </div>
    </div>
  )
}

function Apart<Row>({ rows, namesApart, children }: { rows: readonly Row[]; namesApart: RowGridProps<Row>['namesApart'] | undefined; children: ReactNode }) {
  const apart = useMemo(() => namesApart?.(rows) ?? noneAlike, [namesApart, rows])
  return <NamesApartContext value={apart}>{children}</NamesApartContext>
}

/** Opens the menu below the start of a row instead of where the event is. */
function openAt(event: MouseEvent, row: Element): void {
  event.preventDefault()
  event.stopPropagation()
  const { left, bottom } = row.getBoundingClientRect()
  row.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 32, clientY: bottom }))
}

/** Instead of rows; a grid may contain nothing but rows. */
function Message({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" aria-colspan={columns} className="grid-message">
        {children}
      </div>
    </div>
  )
}

interface RowsProps<Row> {
  id: string
  start: number
  rows: Row[]
  columns: Array<GridColumn<Row>>
  template: string
  offsets: ReadonlyMap<string, number>
  hierarchy: GridHierarchy<Row> | undefined
  selectedIndex: number | null
  rowKey(row: Row): string
  rowClass: ((row: Row) => string) | undefined
}

function RowsOnce<Row>({ id, start, rows, columns, template, offsets, hierarchy, selectedIndex, rowKey, rowClass }: RowsProps<Row>): ReactNode {
  return rows.map((row, offset) => (
    <GridRow
      key={rowKey(row)}
      id={`${id}-${start + offset}`}
      index={start + offset}
      row={row}
      columns={columns}
      template={template}
      offsets={offsets}
      hierarchy={hierarchy}
      selected={selectedIndex === start + offset}
      className={rowClass?.(row) ?? ''}
    />
  ))
}
const Rows = memo(RowsOnce) as typeof RowsOnce

function Skeleton({ count }: { count: number }) {
  return (
    <div className="grid-skeleton" role="row">
      <div role="gridcell">
        <Waiting inline>Loading rows…</Waiting>
      </div>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid-skeleton-row" aria-hidden style={{ width: `${70 - ((index * 17) % 45)}%` }} />
      ))}
    </div>
  )
}
