import { memo, useMemo, useState, type CSSProperties } from 'react'
import type { FlameGraph } from '../../shared/rpc/charts.ts'
import type { Rows } from '../../shared/tables/table_text.ts'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { countedText, percentText } from '../format/quantities.ts'
import { cutNames } from './cut_names.ts'
import { neighbour, placeBoxes, rowCount } from './flame_layout.ts'

/** CSS pixels. */
const rowHeight = 18
const letterWidth = 6.4
const textMargin = 4

/** `waste` and `cost`: the share of waste of each box; else one hue. */
type Meaning = 'waste' | 'cost' | 'source' | 'target'

interface FlameChartProps {
  title: string
  fileName: string
  graph: FlameGraph
  /** Whose hue the boxes have. */
  meaning: Meaning
  /** Boxes stand on the whole instead of hanging from it. */
  upwards: boolean
  /** The box that narrows another graph; null: none does. */
  chosen: number | null
  pattern: RegExp | null
  /** An amount of the graph as text. */
  amountText(amount: number): string
  /** The evidence of a share of the graph, as text. @param traps of the box */
  evidenceText(share: number, traps: number): string
  /** Too few traps to trust a box. */
  isFew(traps: number): boolean
  onChoose(box: number): void
}

/** One flame graph: arrow keys go from box to box, Enter or a click chooses one, + or a double click makes it as wide as the chart, - undoes that. */
export function FlameChart({ title, fileName, graph, meaning, upwards, chosen, pattern, amountText, evidenceText, isFew, onChoose }: FlameChartProps) {
  // Another graph has other boxes under the same numbers.
  const [zoomed, setZoomed] = useState({ graph, box: 0 })
  const zoom = zoomed.graph === graph ? zoomed.box : 0
  const zoomTo = (box: number): void => setZoomed({ graph, box })
  const height = rowCount(graph, zoom) * rowHeight
  const share = (box: number): number => (graph.total === 0 ? 0 : (graph.amount[box] ?? 0) / graph.total)
  const describe = (box: number): string =>
    `${nameOf(graph, box)}: ${percentText(share(box))}, ${amountText(graph.amount[box] ?? 0)}; ${evidenceText(share(box), graph.traps[box] ?? 0)}${wastedText(graph, box)}`
  function step(from: number | null, key: string, width: number): number | null | undefined {
    if (key === '+' || key === '-') {
      zoomTo(key === '+' ? (from ?? 0) : 0)
      return from
    }
    const way = ({ ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: upwards ? 'deeper' : 'back', ArrowDown: upwards ? 'back' : 'deeper' } as const)[key]
    if (way === undefined) return undefined
    return from === null ? zoom : neighbour(placeBoxes(graph, zoom, width), graph, from, way)
  }
  return (
    <ChartFigure
      title={title}
      summary={`${title}: flame graph of ${graph.names.length - 1} boxes`}
      fileName={fileName}
      count={graph.names.length}
      height={height}
      table={() => flameTable(graph)}
      describe={describe}
      step={step}
      onChoose={onChoose}
    >
      {({ width, cursor, onPoint }) => (
        <>
          <Boxes
            graph={graph}
            zoom={zoom}
            width={width}
            height={height}
            meaning={meaning}
            upwards={upwards}
            chosen={chosen}
            pattern={pattern}
            isFew={isFew}
            onPoint={onPoint}
            onChoose={onChoose}
            onZoom={zoomTo}
          />
          {cursor === null ? null : <Cursor graph={graph} zoom={zoom} width={width} height={height} upwards={upwards} box={cursor} />}
        </>
      )}
    </ChartFigure>
  )
}

function nameOf({ names }: FlameGraph, box: number): string {
  return box === 0 ? 'all' : (names[box] ?? '')
}

/** A loop's place is what tells it from others, so it gets the room of the words. */
function textOf(graph: FlameGraph, box: number): string {
  const name = nameOf(graph, box)
  return graph.isLoop[box] ? name.replace(/^loop at /, '↻ ') : name
}

/** Nothing if the tool saw nothing there. */
function wastedText({ wasted, observed, traps }: FlameGraph, box: number): string {
  const share = wasted[box] ?? -1
  return share < 0
    ? ''
    : `; ${percentText(share)} of what was observed here is waste${observed[box] === traps[box] ? '' : ` (${countedText(observed[box] ?? 0, 'observation')})`}`
}

/** The boxes with those above them, the callers first. */
function flameTable({ names, parent, amount, traps, wasted, total }: FlameGraph): Rows {
  const path = (box: number): string => {
    const frames: string[] = []
    for (let at = box; at > 0; at = parent[at]!) frames.push(names[at]!)
    return frames.reverse().join(';')
  }
  return [
    ['frames', 'amount', 'share', 'traps', 'wasted'],
    ...names.map((_, box) => [
      box === 0 ? 'all' : path(box),
      amount[box]!,
      total === 0 ? 0 : amount[box]! / total,
      traps[box]!,
      wasted[box]! < 0 ? '' : wasted[box]!,
    ]),
  ]
}

interface BoxesProps extends Pick<FlameChartProps, 'graph' | 'meaning' | 'upwards' | 'chosen' | 'pattern' | 'isFew' | 'onChoose'> {
  zoom: number
  width: number
  height: number
  onPoint(box: number | null): void
  onZoom(box: number): void
}

/** `mixed` by the box's share of waste; `unseen` where the tool saw too little to say it; `neutral` in a graph without such shares. */
function hueOf({ wasted, observed }: FlameGraph, box: number, meaning: Meaning, isFew: FlameChartProps['isFew']): string {
  if (meaning === 'source' || meaning === 'target') return meaning
  if (wasted[0]! < 0) return 'neutral'
  return meaning === 'waste' || !isFew(observed[box] ?? 0) ? 'mixed' : 'unseen'
}

function top(row: number, height: number, upwards: boolean): number {
  return upwards ? height - (row + 1) * rowHeight : row * rowHeight
}

function BoxesOnce({ graph, zoom, width, height, meaning, upwards, chosen, pattern, isFew, onPoint, onChoose, onZoom }: BoxesProps) {
  const placed = useMemo(() => placeBoxes(graph, zoom, width), [graph, zoom, width])
  const texts = useMemo(
    () => cutNames(placed.map(({ box, width: own }) => ({ name: textOf(graph, box), letters: Math.floor((own - 2 * textMargin) / letterWidth) }))),
    [graph, placed],
  )
  return placed.map(({ box, x, width: own, row }, at) => {
    const y = top(row, height, upwards)
    const state = box === chosen ? 'flame-chosen' : pattern === null ? '' : box > 0 && pattern.test(nameOf(graph, box)) ? 'flame-match' : 'flame-other'
    return (
      <g
        key={box}
        className={`flame-box flame-${hueOf(graph, box, meaning, isFew)} ${state} ${isFew(graph.traps[box] ?? 0) ? 'flame-few' : ''} ${graph.isLoop[box] ? 'flame-loop' : ''}`}
        style={{ '--wasted': `${Math.round(100 * Math.max(0, graph.wasted[box] ?? 0))}%` } as CSSProperties}
        onPointerEnter={() => onPoint(box)}
        onClick={() => onChoose(box)}
        onDoubleClick={() => onZoom(box === zoom ? 0 : box)}
      >
        <rect x={x} y={y} width={Math.max(0.5, own - 1)} height={rowHeight - 1} />
        {texts[at] === '' ? null : (
          <text x={x + textMargin} y={y + rowHeight - 5}>
            {texts[at]}
          </text>
        )}
      </g>
    )
  })
}

/** The cursor moves over thousands of boxes: they are drawn anew only where something of theirs changes. */
const Boxes = memo(BoxesOnce, (before, after) =>
  (['graph', 'zoom', 'width', 'height', 'meaning', 'upwards', 'chosen', 'pattern'] as const).every((name) => before[name] === after[name]),
)

function Cursor({ graph, zoom, width, height, upwards, box }: Pick<BoxesProps, 'graph' | 'zoom' | 'width' | 'height' | 'upwards'> & { box: number }) {
  const placed = placeBoxes(graph, zoom, width).find((each) => each.box === box)
  return placed === undefined ? null : (
    <rect
      className="flame-cursor"
      data-screen-only
      x={placed.x}
      y={top(placed.row, height, upwards)}
      width={Math.max(1, placed.width - 1)}
      height={rowHeight - 1}
    />
  )
}
