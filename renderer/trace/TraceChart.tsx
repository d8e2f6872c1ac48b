import type { KeyboardEvent, PointerEvent } from 'react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TraceMoment, TraceSummary } from '../../shared/rpc/trace.ts'
import type { Tool } from '../../shared/run.ts'
import { useApplication } from '../application/context.ts'
import { useAnswer } from '../application/use_answer.ts'
import { timeTicks } from '../charts/time_ticks.ts'
import { Failure } from '../components/Failure.tsx'
import { placeIn } from '../components/text_scale.ts'
import { useViewKeys } from '../focus/view_focus.ts'
import { countedText, quantityText } from '../format/quantities.ts'
import { dragged } from './lane_selection.ts'
import type { ShownTrace } from './save_trace.ts'
import { emptyDrawing, laneNames, noCells, pictureOf } from './trace_drawing.ts'
import { panLanes, panTo, zoomLanes, zoomTime, type TraceChoices } from './trace_viewport.ts'
import { useSize } from './use_size.ts'
import { useTheme, useTraceColours } from './use_trace_colours.ts'

/** All lengths are CSS pixels at the usual font size; the drawing grows with it. */
const gutter = 150
const axisHeight = 22
const tallestLane = 36
const lowestNamed = 11
const panShare = 0.2
const zoomStep = 0.7
const shortestDrag = 4
/** Per CSS pixel of a wheel's turn. */
const wheelZoom = 0.0015

interface TracePoint {
  x: number
  y: number
  time: number
  lane: number
}

interface TraceChartProps {
  trace: TraceSummary
  shown: TraceChoices
  profile: number
  tool: Tool
  /** The activity of the thread under the cursor; null: none, or not known yet. */
  moment: TraceMoment | null
  onChoose(change: Partial<TraceChoices>): void
  onDrawn(drawn: ShownTrace): void
  onFilter(): void
}

/** Lanes over time on a canvas. Arrow keys move the cursor; + and - zoom, A and D pan, PageDown and PageUp change the depth. */
export function TraceChart({ trace, shown, profile, tool, moment, onChoose, onDrawn, onFilter }: TraceChartProps) {
  const application = useApplication()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<HTMLDivElement>(null)
  useViewKeys(chart)
  const canvas = useRef<HTMLCanvasElement>(null)
  const statusId = useId()
  const { width, height, scale } = useSize(box)
  useTheme()
  const [drag, setDrag] = useState<{ from: TracePoint; to: TracePoint } | null>(null)
  const lanes = shown.lastLane - shown.firstLane
  const plot = { width: Math.max(50, width - gutter), height: Math.max(20, Math.min(height - axisHeight, lanes * tallestLane)) }
  const [columns, rows] = [Math.round(plot.width * scale), Math.min(lanes, Math.round(plot.height * scale))]
  const viewport = {
    profile,
    tool,
    from: shown.from,
    to: shown.to,
    firstLane: shown.firstLane,
    lastLane: shown.lastLane,
    columns,
    rows,
    depth: shown.depth,
    colour: shown.colour,
  }
  const answer = useAnswer(width === 0 ? null : JSON.stringify(viewport), async (signal) => ({
    viewport,
    cells: await application.client.call('trace.cells', viewport, { signal }),
  }))
  const drawn = answer.state === 'here' ? answer.value : null
  const colours = useTraceColours(drawn?.cells ?? noCells)
  const tellDrawn = useEffectEvent(onDrawn)
  useEffect(() => {
    if (drawn !== null) tellDrawn(drawn)
  }, [drawn])

  const timeAt = (x: number): number => shown.from + (Math.max(0, Math.min(plot.width, x - gutter)) / plot.width) * (shown.to - shown.from)
  const laneAt = (y: number): number => Math.max(shown.firstLane, Math.min(shown.lastLane - 1, shown.firstLane + Math.floor((y / plot.height) * lanes)))
  const names = useMemo(() => laneNames(trace.lanes), [trace])
  const nameOf = (lane: number): string => names[lane] ?? ''

  useLayoutEffect(() => {
    const drawing = emptyDrawing(canvas.current, width, height, scale)
    if (drawing === null) return
    const { context, token } = drawing
    const x = (time: number): number => gutter + ((time - shown.from) / (shown.to - shown.from)) * plot.width
    const y = (lane: number): number => ((lane - shown.firstLane) / lanes) * plot.height
    context.fillStyle = token('--raised')
    context.fillRect(gutter, 0, plot.width, plot.height)
    if (drawn !== null && drawn.cells.lanes.length > 0) {
      const { viewport: at, cells } = drawn
      const picture = pictureOf(cells, at.columns, colours)
      context.save()
      context.beginPath()
      context.rect(gutter, 0, plot.width, plot.height)
      context.clip()
      context.imageSmoothingEnabled = false
      // Until the next answer is there the last one is shown where it belongs now.
      context.drawImage(picture, x(at.from), y(at.firstLane), x(at.to) - x(at.from), y(at.lastLane) - y(at.firstLane))
      context.restore()
    }
    context.font = `11px ${token('--font')}`
    context.textBaseline = 'middle'
    const laneHeight = plot.height / lanes
    const step = Math.max(1, Math.ceil(lowestNamed / laneHeight))
    for (let lane = shown.firstLane; lane < shown.lastLane; lane += step) {
      context.fillStyle = token(lane === shown.cursor?.lane ? '--text' : '--text-dim')
      context.fillText(nameOf(lane), 8, y(lane) + Math.max(laneHeight, lowestNamed) / 2, gutter - 14)
      if (laneHeight >= lowestNamed) {
        context.fillStyle = token('--surface')
        context.fillRect(gutter, y(lane + 1) - 1, plot.width, 1)
      }
    }
    context.textAlign = 'center'
    for (const tick of timeTicks(shown.from, shown.to, plot.width)) {
      context.fillStyle = token('--line')
      context.fillRect(x(tick), plot.height, 1, 4)
      context.fillStyle = token('--text-dim')
      if (x(tick) > gutter + 20 && x(tick) < width - 20) context.fillText(quantityText(tick, 'ns'), x(tick), plot.height + 13)
    }
    context.textAlign = 'left'
    const moved = drag === null ? {} : selectionOf(drag.from, drag.to)
    const selected = moved.time ?? shown.selected
    const rows = moved.lanes ?? shown.selectedLanes
    if (rows !== null) {
      context.globalAlpha = 0.55
      context.fillStyle = token('--window')
      const [top, bottom] = [Math.max(0, y(rows.first)), Math.min(plot.height, y(rows.last + 1))]
      context.fillRect(gutter, 0, plot.width, Math.max(0, top))
      context.fillRect(gutter, bottom, plot.width, Math.max(0, plot.height - bottom))
      context.globalAlpha = 1
      context.fillStyle = token('--focus')
      context.fillRect(gutter - 4, top, 3, Math.max(2, bottom - top))
    }
    if (selected !== null) {
      const [left, right] = [Math.max(gutter, x(Math.min(selected.from, selected.to))), Math.min(width, x(Math.max(selected.from, selected.to)))]
      context.globalAlpha = 0.55
      context.fillStyle = token('--window')
      context.fillRect(gutter, 0, Math.max(0, left - gutter), plot.height)
      context.fillRect(right, 0, Math.max(0, width - right), plot.height)
      context.globalAlpha = 1
      context.fillStyle = token('--focus')
      if (right > gutter && left < width) for (const edge of [left, right - 1]) context.fillRect(edge, 0, 1, plot.height + 4)
    }
    if (shown.cursor !== null) {
      context.fillStyle = token('--text')
      if (shown.cursor.time >= shown.from && shown.cursor.time <= shown.to) context.fillRect(Math.min(width - 1, x(shown.cursor.time)), 0, 1, plot.height)
      if (shown.cursor.lane >= shown.firstLane && shown.cursor.lane < shown.lastLane) {
        context.strokeStyle = token('--text')
        context.strokeRect(gutter + 0.5, y(shown.cursor.lane) + 0.5, plot.width - 1, Math.max(2, laneHeight - 2))
      }
    }
  })

  // React listens to wheels passively, so that they could not be kept from scrolling the page.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const { time, lane } = place(event)
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const turn = sideways && event.deltaX !== 0 ? event.deltaX : event.deltaY
    if (sideways) onChoose(panTo(shown, shown.from + (turn / plot.width) * (shown.to - shown.from), trace.end))
    else if (event.altKey) onChoose(zoomLanes(shown, Math.exp(turn * wheelZoom), lane, trace.lanes.length))
    else onChoose(zoomTime(shown, Math.exp(turn * wheelZoom), time, trace.end))
  })
  useEffect(() => {
    const { current } = canvas
    current?.addEventListener('wheel', onWheel, { passive: false })
    return () => current?.removeEventListener('wheel', onWheel)
  }, [])

  function place(event: Pick<PointerEvent, 'clientX' | 'clientY'>): TracePoint {
    const { x, y } = placeIn(canvas.current!, event, scale)
    return { x, y, time: timeAt(x), lane: laneAt(y) }
  }
  /** Over the names, every drag is across the lanes; over the trace, a click is no drag. */
  function selectionOf(from: TracePoint, to: TracePoint): ReturnType<typeof dragged> {
    if (from.x < gutter) return { lanes: { first: Math.min(from.lane, to.lane), last: Math.max(from.lane, to.lane) } }
    const isClick = Math.hypot(to.x - from.x, to.y - from.y) < shortestDrag
    return isClick ? {} : dragged(from, to, { x: to.x - from.x, y: to.y - from.y }, trace.lanes.length)
  }
  function onPointerUp(event: PointerEvent): void {
    if (drag === null) return
    const to = place(event)
    setDrag(null)
    const { time, lanes: rows } = selectionOf(drag.from, to)
    if (time === undefined && rows === undefined) return onChoose({ cursor: { time: to.time, lane: to.lane }, selected: null, selectedLanes: null })
    const isAgain = rows !== undefined && rows.first === shown.selectedLanes?.first && rows.last === shown.selectedLanes.last
    onChoose({ cursor: null, ...(time === undefined ? {} : { selected: time }), ...(rows === undefined ? {} : { selectedLanes: isAgain ? null : rows }) })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return
    const length = shown.to - shown.from
    const cursor = shown.cursor ?? { time: shown.selected?.to ?? (shown.from + shown.to) / 2, lane: shown.firstLane }
    const move =
      (time: number, lane: number): (() => void) =>
      () => {
        const at = { time: Math.max(0, Math.min(trace.end, cursor.time + time)), lane: Math.max(0, Math.min(trace.lanes.length - 1, cursor.lane + lane)) }
        const first = at.lane < shown.firstLane || at.lane >= shown.lastLane ? panLanes(shown, shown.firstLane + lane, trace.lanes.length) : shown
        const selection = !event.shiftKey ? {} : time !== 0 ? { selected: spanTo(cursor.time, at.time) } : { selectedLanes: lanesTo(cursor.lane, at.lane) }
        onChoose({ ...(at.time < shown.from || at.time > shown.to ? panTo(first, at.time - length / 2, trace.end) : first), ...selection, cursor: at })
      }
    /** Moves the end of the selected time where the cursor is. */
    const spanTo = (from: number, to: number): TraceChoices['selected'] => {
      const { selected } = shown
      const fixed = selected?.to === from ? selected.from : selected?.from === from ? selected.to : from
      return fixed === to ? null : { from: Math.min(fixed, to), to: Math.max(fixed, to) }
    }
    const lanesTo = (from: number, to: number): TraceChoices['selectedLanes'] => {
      const { selectedLanes } = shown
      const fixed = selectedLanes?.last === from ? selectedLanes.first : selectedLanes?.first === from ? selectedLanes.last : from
      return { first: Math.min(fixed, to), last: Math.max(fixed, to) }
    }
    const depth =
      (by: number): (() => void) =>
      () =>
        onChoose({ depth: Math.max(1, Math.min(trace.deepest, shown.depth + by)) })
    const zoom =
      (factor: number): (() => void) =>
      () =>
        onChoose(zoomTime(shown, factor, cursor.time, trace.end))
    const pan =
      (share: number): (() => void) =>
      () =>
        onChoose(panTo(shown, shown.from + share * length, trace.end))
    const cell = (4 * length) / plot.width
    const keys: Record<string, () => void> = {
      ArrowLeft: move(-cell, 0),
      ArrowRight: move(cell, 0),
      ArrowUp: move(0, -1),
      ArrowDown: move(0, 1),
      PageDown: depth(1),
      PageUp: depth(-1),
      '+': zoom(zoomStep),
      '=': zoom(zoomStep),
      w: zoom(zoomStep),
      '-': zoom(1 / zoomStep),
      s: zoom(1 / zoomStep),
      a: pan(-panShare),
      d: pan(panShare),
      0: () => onChoose({ from: 0, to: trace.end, firstLane: 0, lastLane: trace.lanes.length }),
      Enter: () => {
        if (shown.selected !== null) onChoose({ ...shown.selected, selected: null })
      },
      ' ': () =>
        onChoose({
          selectedLanes:
            shown.selectedLanes?.first === cursor.lane && shown.selectedLanes.last === cursor.lane ? null : { first: cursor.lane, last: cursor.lane },
        }),
      f: onFilter,
      Escape: () => onChoose({ selected: null, selectedLanes: null, cursor: null }),
    }
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const { cursor, selected } = shown
  const what = moment === null ? 'not running' : (moment.path.at(-1)?.name ?? '')
  const { selectedLanes } = shown
  const rowsText =
    selectedLanes === null
      ? ''
      : selectedLanes.first === selectedLanes.last
        ? ` of ${nameOf(selectedLanes.first)}`
        : ` of ${countedText(selectedLanes.last - selectedLanes.first + 1, 'thread')}`
  const status =
    selected === null && selectedLanes !== null
      ? `Selected${rowsText.slice(3)}: F filters all views, Esc clears`
      : selected !== null
        ? `Selected ${quantityText(selected.from, 'ns')} – ${quantityText(selected.to, 'ns')} (${quantityText(selected.to - selected.from, 'ns')})${rowsText}: Enter zooms in, F filters all views, Esc clears`
        : cursor !== null
          ? `${nameOf(cursor.lane)} at ${quantityText(cursor.time, 'ns')}: ${what}`
          : 'Wheel: zoom (Shift: pan, Alt: lanes). Drag, or Shift and arrow keys: select a time, over the names threads. Click or arrow keys: call path.'
  return (
    <div
      ref={chart}
      className="trace-chart"
      tabIndex={0}
      data-keys
      role="group"
      aria-label="Trace of the threads"
      aria-describedby={statusId}
      onKeyDown={onKeyDown}
    >
      <div className="trace-canvas" ref={box}>
        {answer.state === 'failed' ? <Failure text={answer.message} again={answer.again} /> : null}
        <canvas
          ref={canvas}
          role="img"
          style={{ width: width * scale, height: height * scale }}
          aria-label={`Trace of ${countedText(lanes, 'thread')} from ${quantityText(shown.from, 'ns')} to ${quantityText(shown.to, 'ns')} of the run${drawn === null || drawn.cells.names.length === 0 ? '' : `, most of the time in ${drawn.cells.names.slice(0, 3).join(', ')}`}`}
          data-runs={drawn === null ? undefined : drawn.cells.runs.length}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture?.(event.pointerId)
            const point = place(event)
            setDrag({ from: point, to: point })
          }}
          onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: place(event) })}
          onPointerUp={onPointerUp}
          onPointerCancel={() => setDrag(null)}
          onDoubleClick={(event) => onChoose(zoomTime(shown, zoomStep * zoomStep, timeAt(event.nativeEvent.offsetX / scale), trace.end))}
        />
      </div>
      <div className="trace-status" id={statusId} aria-live="polite">
        {status}
      </div>
    </div>
  )
}
