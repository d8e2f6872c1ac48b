import type { CSSProperties } from 'react'
import { useRef } from 'react'
import { rem, textScale } from '../components/text_scale.ts'
import type { ColumnSettings, GridColumn, GridSort } from './columns.ts'
import { columnWidth } from './columns.ts'

interface GridHeaderProps<Row> {
  columns: Array<GridColumn<Row>>
  settings: ColumnSettings
  template: string
  offsets: ReadonlyMap<string, number>
  sort: GridSort | null
  onSort(sort: GridSort): void
  onResize(column: string, width: number): void
}

/** Titles that sort on click, and edges that resize by pointer and arrow keys. How keys reach them: components/explained_heads.ts. */
export function GridHeader<Row>({ columns, settings, template, offsets, sort, onSort, onResize }: GridHeaderProps<Row>) {
  return (
    <div role="row" aria-rowindex={1} className="grid-header" style={{ gridTemplateColumns: template }}>
      {columns.map((column, index) => {
        const left = offsets.get(column.id)
        const sorted = sort !== null && sort.column === column.id
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
            className={`grid-title grid-title-${column.alignment} ${left === undefined ? '' : 'grid-pinned'}`}
            {...(left === undefined ? {} : { style: { '--left': rem(left) } as CSSProperties })}
            title={`${column.title}: ${column.description}`}
            tabIndex={index === 0 ? 0 : -1}
          >
            {column.sortable ? (
              <button
                type="button"
                tabIndex={-1}
                className="grid-sort"
                onClick={() => onSort({ column: column.id, descending: sorted ? !sort.descending : column.descendingFirst })}
              >
                <span className="grid-sort-title">{column.title}</span>
                <span aria-hidden className="grid-sort-mark">
                  {sorted ? (sort.descending ? '▾' : '▴') : ''}
                </span>
              </button>
            ) : (
              <span>{column.title}</span>
            )}
            <ResizeEdge
              title={column.title}
              width={columnWidth(column, settings)}
              minimum={column.minimumWidth}
              onResize={(width) => onResize(column.id, Math.min(Math.max(column.minimumWidth, width), maximum))}
            />
          </div>
        )
      })}
    </div>
  )
}

/** CSS pixels at the usual font size. */
const maximum = 2000
const keyStep = 16

interface ResizeEdgeProps {
  title: string
  width: number
  minimum: number
  onResize(width: number): void
}

function ResizeEdge({ title, width, minimum, onResize }: ResizeEdgeProps) {
  const drag = useRef<{ x: number; width: number } | null>(null)
  /** A column that takes the room that is left is wider than its own width. */
  const shownWidth = (edge: Element): number => edge.parentElement!.offsetWidth / textScale() || width
  return (
    <div
      className="grid-resize"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of column ${title}`}
      title="Width: drag, or Tab to this edge and ← →"
      aria-valuenow={Math.round(width)}
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      tabIndex={-1}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key]
        if (by === undefined) return
        // Otherwise they fold and unfold rows.
        event.stopPropagation()
        onResize(shownWidth(event.currentTarget) + by)
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, width: shownWidth(event.currentTarget) }
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) onResize(drag.current.width + (event.clientX - drag.current.x) / textScale())
      }}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    />
  )
}
