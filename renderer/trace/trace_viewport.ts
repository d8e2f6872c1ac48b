/** The shown part of a trace, and how it changes; pure. */
import type { TraceColour, TraceSummary } from '../../shared/rpc/trace.ts'

export interface TraceChoices {
  /** ns since the recording began. */
  from: number
  to: number
  /** Lanes, the last one not included. */
  firstLane: number
  lastLane: number
  /** From 1, the outermost function. */
  depth: number
  colour: TraceColour
  /** Where the cursor is; null: nowhere. */
  cursor: { time: number; lane: number } | null
  /** The time that a person selected, ns; null: none. */
  selected: { from: number; to: number } | null
  /** The lanes that a person selected, the last one included; null: none. */
  selectedLanes: { first: number; last: number } | null
}

/** ns: nothing is sampled more often. */
const shortestShown = 100_000

/** The whole run. */
export function wholeTrace({ end, lanes, firstDepth }: TraceSummary): TraceChoices {
  return {
    from: 0,
    to: Math.max(1, end),
    firstLane: 0,
    lastLane: lanes.length,
    depth: firstDepth,
    colour: 'function',
    cursor: null,
    selected: null,
    selectedLanes: null,
  }
}

/** @param factor below 1: less of the time is shown @param at ns that stay where they are */
export function zoomTime(shown: TraceChoices, factor: number, at: number, end: number): TraceChoices {
  const length = Math.min(end, Math.max(Math.min(end, shortestShown), (shown.to - shown.from) * factor))
  const share = (at - shown.from) / (shown.to - shown.from)
  return panTo({ ...shown, to: shown.from + length }, at - share * length, end)
}

/** The same length of time from `from` on, or as near as the run allows. */
export function panTo(shown: TraceChoices, from: number, end: number): TraceChoices {
  const length = shown.to - shown.from
  const begin = Math.max(0, Math.min(end - length, from))
  return { ...shown, from: begin, to: begin + length }
}

/** @param factor below 1: fewer lanes are shown, around this one */
export function zoomLanes(shown: TraceChoices, factor: number, at: number, lanes: number): TraceChoices {
  const before = shown.lastLane - shown.firstLane
  const wanted = factor > 1 ? Math.max(before + 1, Math.round(before * factor)) : Math.floor(before * factor)
  const count = Math.max(1, Math.min(lanes, wanted))
  const first = Math.round(at - ((at - shown.firstLane) / before) * count)
  return panLanes({ ...shown, lastLane: shown.firstLane + count }, first, lanes)
}

export function panLanes(shown: TraceChoices, first: number, lanes: number): TraceChoices {
  const count = shown.lastLane - shown.firstLane
  const begin = Math.max(0, Math.min(lanes - count, first))
  return { ...shown, firstLane: begin, lastLane: begin + count }
}
