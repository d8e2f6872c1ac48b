/** Where the boxes of a flame graph are drawn, and which is next to which. */
import type { FlameGraph } from '../../shared/rpc/charts.ts'

export interface PlacedBox {
  /** Index into the graph's columns. */
  box: number
  /** CSS pixels. */
  x: number
  width: number
  /** 0 is the row of the whole. */
  row: number
}

/** Narrower boxes cannot be seen. CSS pixels. */
const leastWidth = 1
/** Deeper rows are not drawn: no screen and no picture is that high. */
const mostRows = 400

/**
 * The boxes that can be seen while `zoomed` takes the whole width: it, what stands on it, and below it the boxes that it
 * stands on, as wide as it.
 */
export function placeBoxes({ parent, start, amount }: FlameGraph, zoomed: number, width: number): PlacedBox[] {
  const rows = rowsOf(parent)
  const whole = amount[zoomed] ?? 0
  if (whole <= 0) return []
  const from = start[zoomed] ?? 0
  const below = new Set<number>()
  for (let box = zoomed; box >= 0; box = parent[box] ?? -1) below.add(box)
  const placed: PlacedBox[] = []
  for (let box = 0; box < parent.length; box++) {
    const row = rows[box] ?? 0
    if (row >= mostRows) continue
    if (below.has(box)) {
      placed.push({ box, x: 0, width, row })
      continue
    }
    const x = (((start[box] ?? 0) - from) / whole) * width
    const own = ((amount[box] ?? 0) / whole) * width
    if (own >= leastWidth && x >= -leastWidth / 2 && x + own <= width + leastWidth / 2) placed.push({ box, x, width: own, row })
  }
  return placed
}

/** Rows needed to draw the boxes on a box and those below it. */
export function rowCount({ parent, start, amount }: FlameGraph, zoomed: number): number {
  const rows = rowsOf(parent)
  const [from, to] = [start[zoomed] ?? 0, (start[zoomed] ?? 0) + (amount[zoomed] ?? 0)]
  let most = rows[zoomed] ?? 0
  for (let box = zoomed + 1; box < parent.length; box++) if ((start[box] ?? 0) >= from && (start[box] ?? 0) < to) most = Math.max(most, rows[box] ?? 0)
  return Math.min(mostRows, most + 1)
}

/** How many boxes each box stands on. */
function rowsOf(parent: readonly number[]): Int32Array {
  const rows = new Int32Array(parent.length)
  for (let box = 1; box < parent.length; box++) rows[box] = (rows[parent[box] ?? 0] ?? 0) + 1
  return rows
}

/** The box that an arrow key leads to; the same where there is none that way. `deeper`: away from the whole. */
export function neighbour(placed: readonly PlacedBox[], { parent }: FlameGraph, from: number, way: 'deeper' | 'back' | 'left' | 'right'): number {
  if (way === 'back') return Math.max(0, parent[from] ?? 0)
  const here = placed.find(({ box }) => box === from)
  if (here === undefined) return placed[0]?.box ?? 0
  if (way === 'deeper')
    return (
      placed.filter(({ box }) => parent[box] === from).reduce((best: PlacedBox | null, each) => (best === null || each.width > best.width ? each : best), null)
        ?.box ?? from
    )
  const inRow = placed.filter(({ row }) => row === here.row).sort((a, b) => a.x - b.x)
  const at = inRow.indexOf(here) + (way === 'left' ? -1 : 1)
  return inRow[at]?.box ?? from
}

/** Numbers from the lowest box to this one, as FlameQuestion.narrowed takes them. */
export function pathOf({ parent, numbers }: FlameGraph, box: number): number[] {
  const path: number[] = []
  for (let at = box; at > 0; at = parent[at] ?? 0) path.push(numbers[at] ?? -1)
  return path.reverse()
}

/** The box that a path leads to; null where the graph has none. */
export function boxAt({ parent, numbers }: FlameGraph, path: readonly number[]): number | null {
  let box = 0
  for (const number of path) {
    const next = numbers.findIndex((own, each) => own === number && parent[each] === box)
    if (next < 0) return null
    box = next
  }
  return box
}

/** Share of the whole in boxes whose names a search fits; a box on another that fits counts once. */
export function matchedShare({ names, parent, amount, total }: FlameGraph, pattern: RegExp): { boxes: number; share: number } {
  const covered = new Uint8Array(names.length)
  let [boxes, sum] = [0, 0]
  for (let box = 1; box < names.length; box++) {
    const fits = pattern.test(names[box] ?? '')
    if (fits) boxes++
    const above = covered[parent[box] ?? 0] === 1
    if (fits && !above) sum += amount[box] ?? 0
    covered[box] = fits || above ? 1 : 0
  }
  return { boxes, share: total === 0 ? 0 : sum / total }
}
