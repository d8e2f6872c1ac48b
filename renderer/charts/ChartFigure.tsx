import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { announce } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { csvText, markdownText, type Rows } from '../../shared/tables/table_text.ts'
import { copyText, saveFile } from '../application/save.ts'
import { pngPicture, svgDocument } from './save_chart.ts'
import { useWidth } from './use_width.ts'
import { useViewKeys } from '../focus/view_focus.ts'
import { useTextScale } from '../components/text_scale.ts'
import { ExportMenu } from '../components/ExportMenu.tsx'
import './charts.css'

const chartHeight = 240
const leastWidth = 280
const firstWidth = 720

/** Lengths of charts are CSS pixels at the usual font size; the drawing grows with it. */
export interface ChartFrame {
  width: number
  height: number
  /** By which the drawing has grown. */
  scale: number
  /** The element that the cursor is on, by keyboard or mouse; null: none. */
  cursor: number | null
  onPoint(index: number | null): void
}

interface ChartFigureProps {
  title: string
  /** The chart as text, for screen readers. */
  summary: string
  /** Name of saved files, without an ending. */
  fileName: string
  /** Bars or points that the cursor goes through. */
  count: number
  /** The drawn data as figures. */
  table(): Rows
  /** One of them as text. */
  describe(index: number): string
  /** Absent: that of all charts. */
  height?: number
  /** Where a key leads the cursor in a chart that is not one row; undefined: the key is left to the chart's own. */
  step?(from: number | null, key: string, width: number): number | null | undefined
  /** Enter, or what the chart takes for it. */
  onChoose?(index: number): void
  children(frame: ChartFrame): ReactNode
}

/** A chart with its title, a text of the data under the cursor, and the ways to save it. Arrow keys move the cursor. */
export function ChartFigure({ title, summary, fileName, count, table, describe, height = chartHeight, step, onChoose, children }: ChartFigureProps) {
  const application = useApplication()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<SVGSVGElement>(null)
  useViewKeys(box)
  const scale = useTextScale()
  const width = Math.max(leastWidth, useWidth(box, firstWidth) / scale)
  const [cursor, setCursor] = useState<number | null>(null)
  const titleId = useId()
  const shown = cursor !== null && cursor < count ? cursor : null

  function onKeyDown(event: KeyboardEvent): void {
    const stepped = step?.(shown, event.key, width)
    if (stepped !== undefined || (event.key === 'Enter' && onChoose !== undefined)) {
      event.preventDefault()
      if (stepped !== undefined) setCursor(stepped)
      else if (shown !== null) onChoose?.(shown)
      return
    }
    const last = count - 1
    const to: Record<string, number | null> = {
      ArrowRight: Math.min(last, (shown ?? -1) + 1),
      ArrowLeft: Math.max(0, (shown ?? count) - 1),
      Home: 0,
      End: last,
      Escape: null,
    }
    if (!(event.key in to)) return
    event.preventDefault()
    setCursor(to[event.key] ?? null)
  }
  async function save(kind: 'svg' | 'png' | 'csv'): Promise<void> {
    if (chart.current === null) return
    const name = `${fileName}.${kind}`
    if (kind === 'csv') saveFile(name, csvText(table()), 'text/csv;charset=utf-8')
    else if (kind === 'svg') saveFile(name, svgDocument(chart.current, title), 'image/svg+xml;charset=utf-8')
    else saveFile(name, await pngPicture(chart.current, title))
    announce(application, `${name} was saved.`)
  }
  async function copy(): Promise<void> {
    await copyText(`${title}\n\n${markdownText(table())}`)
    announce(application, `Copied as a Markdown table: ${title}.`)
  }
  return (
    <figure className="chart" aria-labelledby={titleId}>
      <figcaption className="chart-head">
        <strong id={titleId}>{title}</strong>
        <span className="toolbar-space" />
        <ExportMenu
          what={title}
          choices={[
            { title: 'Save as SVG', run: () => save('svg') },
            { title: 'Save as PNG', run: () => save('png') },
            { title: 'Save as CSV', run: () => save('csv') },
            { title: 'Copy as Markdown', run: copy },
          ]}
        />
      </figcaption>
      <div
        ref={box}
        className="chart-box"
        tabIndex={0}
        data-keys
        role="group"
        aria-label={`${title}: arrow keys go through it`}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setCursor(null)}
      >
        <svg ref={chart} width={width * scale} height={height * scale} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
          {children({ width, height, scale, cursor: shown, onPoint: setCursor })}
        </svg>
      </div>
      <div className="chart-word" aria-live="polite">
        {shown === null ? ' ' : describe(shown)}
      </div>
    </figure>
  )
}
