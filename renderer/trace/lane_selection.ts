/** The selection by a drag over the small lanes, or by a key; pure. */
import type { TraceLane } from '../../shared/rpc/trace.ts'

export interface LanePoint {
  /** ns since the recording began. */
  time: number
  lane: number
}

/** `time`, `lanes` (the last one included): what changes; absent: stays. */
export interface LaneChange {
  time?: { from: number; to: number }
  lanes?: { first: number; last: number }
}

/**
 * A drag along the time selects a time, one across the lanes lanes, a slanting one both; a click selects the lane under it.
 * @param pixels how far the pointer went
 */
export function dragged(from: LanePoint, to: LanePoint, pixels: { x: number; y: number }, lanes: number): LaneChange {
  const [sideways, across] = [Math.abs(pixels.x), Math.abs(pixels.y)]
  const time = { from: Math.min(from.time, to.time), to: Math.max(from.time, to.time) }
  const rows = { first: Math.min(from.lane, to.lane), last: Math.max(from.lane, to.lane) }
  const isTime = sideways >= shortestDrag && time.to > time.from
  const isLanes = lanes > 1 && (isTime ? across >= sideways / 2 && across >= shortestDrag && rows.first !== rows.last : true)
  // Mostly across: the few pixels along the time are an unsteady hand.
  if (isLanes && across > 4 * sideways && rows.first !== rows.last) return { lanes: rows }
  return { ...(isTime ? { time } : {}), ...(isLanes ? { lanes: rows } : {}) }
}

/** CSS pixels. */
const shortestDrag = 4

/** Threads of some lanes, into the profile's; null where they are all, or those that are chosen already. */
export function threadsOf(lanes: readonly TraceLane[], { first, last }: { first: number; last: number }, chosen: readonly number[] | null): number[] | null {
  const threads = lanes
    .slice(first, last + 1)
    .map(({ thread }) => thread)
    .sort((a, b) => a - b)
  const isAgain = chosen !== null && chosen.length === threads.length && threads.every((thread, index) => thread === chosen[index])
  return isAgain || threads.length === lanes.length ? null : threads
}
