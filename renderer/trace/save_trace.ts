/** The trace as files: its shown part, with names and times. */
import type { TraceCells, TraceSummary, TraceViewport } from '../../shared/rpc/trace.ts'
import type { Rows } from '../../shared/tables/table_text.ts'
import { quantityText } from '../format/quantities.ts'
import { cssColour, laneNames, pictureOf, type Colour } from './trace_drawing.ts'

export interface ShownTrace {
  viewport: TraceViewport
  cells: TraceCells
}

/** CSS pixels. */
const [width, gutter, head, row, margin] = [1200, 190, 30, 15, 10]
const [shortest, tallest] = [120, 900]
const ticks = 6
const mostNames = 24
const nanoseconds = 1e9

/** A line for each lane and name that is shown in it: seconds, and the share of the shown time. Of more lanes than rows those that are drawn. */
export function traceTable({ lanes }: TraceSummary, { viewport: { columns, from, to }, cells }: ShownTrace): Rows {
  const names = laneNames(lanes)
  const table: Array<Rows[number]> = [['thread', 'function', 'seconds', 'share of the time shown']]
  for (const [drawn, counts] of countsOf(cells, columns).entries()) {
    const lane = names[cells.lanes[drawn]!]
    if (lane === undefined) continue
    for (const [name, count] of [...counts].sort((a, b) => b[1] - a[1])) {
      table.push([lane, cells.names[name]!, Number((((to - from) / nanoseconds) * (count / columns)).toPrecision(6)), Number((count / columns).toPrecision(4))])
    }
  }
  return table
}

/** [row]: cells of each name. */
function countsOf({ runs, lanes }: TraceCells, columns: number): Array<Map<number, number>> {
  const rows = lanes.map(() => new Map<number, number>())
  for (let i = 0, at = 0; i < runs.length; i += 2) {
    const counts = rows[Math.floor(at / columns)]
    if (runs[i + 1]! >= 0) counts?.set(runs[i + 1]!, (counts.get(runs[i + 1]!) ?? 0) + runs[i]!)
    at += runs[i]!
  }
  return rows
}

/** A document of its own: lanes as a picture of pixels, for there may be a million cells, and all words as text. */
export function traceSvg({ lanes }: TraceSummary, { viewport, cells }: ShownTrace, colours: Colour[], title: string): string {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const shownLanes = viewport.lastLane - viewport.firstLane
  const height = Math.max(shortest, Math.min(tallest, shownLanes * row))
  const labels = laneNames(lanes)
  const plot = width - gutter - margin
  const text = (x: number, y: number, words: string, attributes = ''): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${token('text')}" ${attributes}>${escaped(words)}</text>`
  const step = Math.max(1, Math.ceil((row * shownLanes) / height))
  const names = Array.from({ length: Math.ceil(shownLanes / step) }, (_, index) => viewport.firstLane + index * step).map((lane) =>
    text(margin, head + ((lane - viewport.firstLane + 0.5) / shownLanes) * height + 4, labels[lane]!),
  )
  const times = Array.from({ length: ticks + 1 }, (_, tick) => tick / ticks).map((share) =>
    text(
      gutter + share * plot,
      head + height + 16,
      quantityText(viewport.from + share * (viewport.to - viewport.from), 'ns'),
      `text-anchor="${share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}"`,
    ),
  )
  const legend = cells.names.slice(0, mostNames)
  const perLine = 3
  const below = head + height + 34
  const entries = legend.map((name, index) => {
    const [x, y] = [margin + (index % perLine) * ((width - 2 * margin) / perLine), below + Math.floor(index / perLine) * row]
    return `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${cssColour(colours[index]!)}" stroke="${token('line')}"/>${text(x + 16, y, name.length > 60 ? `${name.slice(0, 59)}…` : name)}`
  })
  const all = below + Math.ceil(legend.length / perLine) * row + margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${all}" viewBox="0 0 ${width} ${all}" font-family="${escaped(token('font'))}" font-size="11">`,
    `<rect width="100%" height="100%" fill="${token('surface')}"/>`,
    text(margin, 19, title, 'font-size="13" font-weight="600"'),
    `<rect x="${gutter}" y="${head}" width="${plot}" height="${height}" fill="${token('raised')}"/>`,
    `<image x="${gutter}" y="${head}" width="${plot}" height="${height}" preserveAspectRatio="none" style="image-rendering:pixelated" href="${pictureOf(cells, viewport.columns, colours).toDataURL('image/png')}"/>`,
    ...names,
    ...times,
    ...entries,
    '</svg>',
  ].join('\n')
}

/** CSS pixels. */
export function sizeOfSvg(svg: string): { width: number; height: number } {
  return { width, height: Number(/ height="(\d+)"/.exec(svg)?.[1] ?? shortest) }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
