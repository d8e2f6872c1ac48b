import { memo } from 'react'
import type { CSSProperties } from 'react'
import { rem } from '../components/text_scale.ts'
import type { GridColumn } from './columns.ts'
import type { GridHierarchy } from './hierarchy.ts'

interface GridRowProps<Row> {
  id: string
  index: number
  row: Row
  columns: Array<GridColumn<Row>>
  template: string
  /** Distance of pinned columns from the left. */
  offsets: ReadonlyMap<string, number>
  hierarchy: GridHierarchy<Row> | undefined
  selected: boolean
  className: string
}

function GridRowOnce<Row>({ id, index, row, columns, template, offsets, hierarchy, selected, className }: GridRowProps<Row>) {
  const expandable = hierarchy?.expandable(row) ?? false
  const expanded = hierarchy?.expanded(row) ?? false
  return (
    <div
      id={id}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-level={hierarchy === undefined ? undefined : hierarchy.level(row) + 1}
      aria-expanded={expandable ? expanded : undefined}
      className={`grid-row ${selected ? 'grid-row-selected' : ''} ${className}`}
      style={{ gridTemplateColumns: template }}
    >
      {columns.map((column, position) => {
        const bar = column.bar?.(row) ?? null
        const left = offsets.get(column.id)
        const style = {
          ...(bar === null ? {} : { '--share': `${Math.min(1, Math.max(0, bar.share)) * 100}%` }),
          ...(left === undefined ? {} : { '--left': rem(left) }),
        } as CSSProperties
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={position + 1}
            className={`grid-cell grid-cell-${column.alignment} ${bar === null ? '' : `grid-bar-${bar.meaning}`} ${left === undefined ? '' : 'grid-pinned'}`}
            style={style}
          >
            {column.flexible && hierarchy !== undefined ? (
              <>
                <span className="grid-indent" style={{ width: `max(0px, calc((${hierarchy.level(row)} - var(--indent-from)) * var(--indent)))` }} />
                {expandable ? (
                  <span className="grid-toggle" aria-hidden onClick={() => hierarchy.onToggle(index, row)} onDoubleClick={(event) => event.stopPropagation()}>
                    {expanded ? '▾' : '▸'}
                  </span>
                ) : (
                  <span className="grid-toggle" />
                )}
              </>
            ) : null}
            {column.render(row)}
          </div>
        )
      })}
    </div>
  )
}

export const GridRow = memo(GridRowOnce) as typeof GridRowOnce
