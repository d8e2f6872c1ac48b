import type { KeyboardEvent, PointerEvent } from 'react'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TraceSummary } from '../../shared/rpc/trace.ts'
import { report } from '../application/application.ts'
import { useApplication, usePreference, useProfile } from '../application/context.ts'
import { showView } from '../application/profiles.ts'
import { useAnswer } from '../application/use_answer.ts'
import { placeIn } from '../components/text_scale.ts'
import { countedText, countText, quantityText } from '../format/quantities.ts'
import { dragged, threadsOf, type LanePoint } from './lane_selection.ts'
import { emptyDrawing, laneNames, noCells, pictureOf } from './trace_drawing.ts'
import { changePart } from './trace_part.ts'
import { wholeTrace } from './trace_viewport.ts'
import { useSize } from './use_size.ts'
import { useTheme, useTraceColours } from './use_trace_colours.ts'

/** All lengths are CSS pixels at the usual font size; the drawing grows with it. */
const laneHeight = 9
const [tallest, tallestInShortWindow, shortWindow] = [54, 27, 800]
/** From an end of the time that still mean the end. */
const edge = 3
/** Share of the time, per press of a key. */
const keyStep = 0.01

/** The trace in small above all views: each thread's activity over time, and the part of the run that they are of. */
export default function TraceLanes() {
  const application = useApplication()
  const isShown = usePreference((preferences) => preferences.lanesShown)
  const profile = useProfile((open) => (open.part?.whole ?? open).summary.profile)
  const answer = useAnswer(isShown ? String(profile) : null, async (signal) => ({
    profile,
    trace: await application.client.call('trace.summary', { profile }, { signal }),
  }))
  if (!isShown || answer.state !== 'here' || answer.value.profile !== profile || answer.value.trace.lanes.length === 0) return null
  return <Lanes key={profile} profile={profile} trace={answer.value.trace} />
}

function Lanes({ profile, trace }: { profile: number; trace: TraceSummary }) {
  const application = useApplication()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const statusId = useId()
  const { width, scale } = useSize(box)
  useTheme()
  const part = useProfile((open) => open.part ?? null)
  const { threads } = useProfile((open) => (open.part?.whole ?? open).summary.run)
  const tool = useProfile((open) => open.tool)
  const choices = useProfile((open) => open.trace ?? null)
  const { depth, colour } = choices ?? wholeTrace(trace)
  const [drag, setDrag] = useState<{ from: LanePoint; x: number; y: number; to: LanePoint; toX: number; toY: number } | null>(null)
  /** Where keys are: a time and how far it is extended, and a lane. */
  const [cursor, setCursor] = useState<{ from: number; to: number; lane: number } | null>(null)
  const [under, setUnder] = useState<LanePoint | null>(null)
  const lanes = trace.lanes.length
  const height = Math.min(window.innerHeight < shortWindow * scale ? tallestInShortWindow : tallest, Math.max(14, lanes * laneHeight))
  const viewport = {
    profile,
    tool,
    from: 0,
    to: Math.max(1, trace.end),
    firstLane: 0,
    lastLane: lanes,
    columns: Math.max(1, Math.round(width * scale)),
    rows: Math.min(lanes, height),
    depth,
    colour,
  }
  const answer = useAnswer(width === 0 ? null : JSON.stringify(viewport), async (signal) => application.client.call('trace.cells', viewport, { signal }))
  const cells = answer.state === 'here' ? answer.value : noCells
  const colours = useTraceColours(cells)
  const names = useMemo(() => laneNames(trace.lanes), [trace])
  const nameOf = (lane: number): string => names[lane] ?? ''
  const x = (time: number): number => (time / Math.max(1, trace.end)) * width
  const y = (lane: number): number => (lane / lanes) * height
  const preview = drag === null ? {} : dragged(drag.from, drag.to, { x: drag.toX - drag.x, y: drag.toY - drag.y }, lanes)
  const isMoved = drag !== null && Math.abs(drag.toX - drag.x) + Math.abs(drag.toY - drag.y) >= 4
  const keyed = cursor !== null && cursor.from !== cursor.to ? { from: Math.min(cursor.from, cursor.to), to: Math.max(cursor.from, cursor.to) } : null
  const time = (isMoved ? preview.time : undefined) ?? keyed ?? part?.time ?? null
  const previewLanes = isMoved ? preview.lanes : undefined
  const chosen =
    previewLanes === undefined
      ? part?.threads == null
        ? null
        : new Set(part.threads)
      : new Set(trace.lanes.slice(previewLanes.first, previewLanes.last + 1).map(({ thread }) => thread))

  useLayoutEffect(() => {
    const drawing = emptyDrawing(canvas.current, width, height, scale)
    if (drawing === null) return
    const { context, token } = drawing
    context.fillStyle = token('--raised')
    context.fillRect(0, 0, width, height)
    if (cells.lanes.length > 0) {
      context.imageSmoothingEnabled = false
      context.drawImage(pictureOf(cells, viewport.columns, colours), 0, 0, width, height)
    }
    // Filtered-out parts are faint, and edges have a line: colour alone is not enough.
    context.fillStyle = token('--window')
    context.globalAlpha = 0.72
    if (chosen !== null)
      for (const [lane, { thread }] of trace.lanes.entries()) if (!chosen.has(thread)) context.fillRect(0, y(lane), width, y(lane + 1) - y(lane))
    if (time !== null) {
      context.fillRect(0, 0, x(time.from), height)
      context.fillRect(x(time.to), 0, width, height)
    }
    context.globalAlpha = 1
    context.fillStyle = token('--focus')
    if (time !== null) for (const at of [x(time.from), x(time.to) - 1]) context.fillRect(at, 0, 1, height)
    if (cursor !== null) {
      context.fillStyle = token('--text')
      context.fillRect(Math.min(width - 1, x(cursor.to)), 0, 1, height)
      context.strokeStyle = token('--text')
      context.strokeRect(0.5, y(cursor.lane) + 0.5, width - 1, Math.max(2, y(1) - 1))
    }
  })

  const change = (next: Parameters<typeof changePart>[1]): void => void changePart(application, next).catch((error) => report(application, error))
  const choose = ({ time: span, lanes: rows }: ReturnType<typeof dragged>): void =>
    change({ ...(span === undefined ? {} : { time: span }), ...(rows === undefined ? {} : { threads: threadsOf(trace.lanes, rows, part?.threads ?? null) }) })
  function pointOf(event: PointerEvent): LanePoint & { x: number; y: number } {
    const { x, y } = placeIn(canvas.current!, event, scale)
    const share = x <= edge ? 0 : x >= width - edge ? 1 : x / width
    return { x, y, time: share * trace.end, lane: Math.max(0, Math.min(lanes - 1, Math.floor((y / height) * lanes))) }
  }
  function onPointerMove(event: PointerEvent): void {
    const point = pointOf(event)
    setUnder(point)
    if (drag !== null) setDrag({ ...drag, to: point, toX: point.x, toY: point.y })
  }
  function onPointerUp(event: PointerEvent): void {
    if (drag === null) return
    const to = pointOf(event)
    setDrag(null)
    choose(dragged(drag.from, to, { x: to.x - drag.x, y: to.y - drag.y }, lanes))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = cursor ?? { from: part?.time?.from ?? 0, to: part?.time?.from ?? 0, lane: 0 }
    const step = (by: number): void => {
      const to = Math.max(0, Math.min(trace.end, at.to + by * keyStep * trace.end))
      setCursor({ ...at, from: event.shiftKey ? at.from : to, to })
    }
    const keys: Record<string, () => unknown> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      ArrowUp: () => setCursor({ ...at, lane: Math.max(0, at.lane - 1) }),
      ArrowDown: () => setCursor({ ...at, lane: Math.min(lanes - 1, at.lane + 1) }),
      Enter: () => keyed !== null && choose({ time: keyed }),
      ' ': () => choose({ lanes: { first: at.lane, last: at.lane } }),
      Escape: () => {
        setCursor(null)
        if (part !== null) change({ time: null, threads: null })
      },
    }
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const place = under ?? (cursor === null ? null : { time: cursor.to, lane: cursor.lane })
  const missing = threads - lanes
  const threadsText = missing > 0 ? `${countText(lanes)} of ${countedText(threads, 'thread')}` : countedText(lanes, 'thread')
  const status = place === null ? `${threadsText}, ${quantityText(trace.end, 'ns')}` : `${nameOf(place.lane)}, ${quantityText(place.time, 'ns')}`
  const missingText =
    missing > 0 ? `\n${countedText(missing, 'thread')} without samples ${missing === 1 ? 'is' : 'are'} not shown. The Threads view lists all.` : ''
  return (
    <div className="trace-lanes">
      <div className="trace-lanes-label">
        <span className="trace-lanes-status" id={statusId} title={`${status}${missingText}`}>
          {status}
        </span>
        <button
          type="button"
          className="plain"
          title="Show the trace in full (0)"
          onClick={() => void showView(application, 'trace').catch((error) => report(application, error))}
        >
          Trace
        </button>
        <button
          type="button"
          className="plain"
          aria-label="Hide the lanes of threads"
          title="Hide the lanes of threads. Command “Show or hide the lanes of threads” brings them back."
          onClick={() => application.preferences.setState({ lanesShown: false })}
        >
          ✕
        </button>
      </div>
      <div
        className="trace-lanes-box"
        ref={box}
        tabIndex={0}
        role="group"
        aria-label="Lanes of the threads: choose a part of the run for all views"
        aria-describedby={statusId}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
      >
        <canvas
          ref={canvas}
          role="img"
          style={{ width: width * scale, height: height * scale }}
          title="Drag along the time, or click a thread, to filter all views. Keys: Shift and arrows choose a time, Enter filters, Space chooses the thread, Esc shows the whole run."
          aria-label={`Lanes of ${countedText(lanes, 'thread')} over ${quantityText(trace.end, 'ns')}`}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            canvas.current!.setPointerCapture?.(event.pointerId)
            const point = pointOf(event)
            setDrag({ from: point, x: point.x, y: point.y, to: point, toX: point.x, toY: point.y })
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => setDrag(null)}
          onPointerLeave={() => setUnder(null)}
        />
      </div>
    </div>
  )
}
