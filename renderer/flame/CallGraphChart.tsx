import { useState } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import type { CallGraph, FunctionAmounts } from '../../shared/rpc/functions.ts'
import type { Rows } from '../../shared/tables/table_text.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { useAnswer } from '../application/use_answer.ts'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { Failure } from '../components/Failure.tsx'
import { placeText, profileStem } from '../format/paths.ts'
import { countedText, percentText, quantityText } from '../format/quantities.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import { isNeutral, toolWords } from '../tools/tools.ts'
import { graphHeight, nextBox, placeGraph, type GraphBox } from './call_graph_layout.ts'
import { cutNames } from './cut_names.ts'

const mostEdges = 14
const letterWidth = 6.6
/** CSS pixels. */
const [widestEdge, narrowestEdge, margin] = [26, 1.5, 8]
const programStart = '(start of the program or thread)'
/** As long as boxes in a laptop's window have room for. */
const shortStart = '(start)'

/** Callers and callees of a function: edges as wide as their cost, with the waste on them. Enter or a click goes to another function. */
export function CallGraphChart({ name, onFunction }: { name: string; onFunction(name: string): void }) {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const asked = JSON.stringify([summary.profile, tool, name])
  const answer = useAnswer(asked, async (signal) => ({
    asked,
    graph: await application.client.call('functions.around', { profile: summary.profile, tool, name, most: mostEdges }, { signal }),
  }))
  if (answer.state === 'failed')
    return (
      <div className="state">
        <Failure text={answer.message} again={answer.again} />
      </div>
    )
  if (answer.state === 'waiting' || answer.value.asked !== asked) return <Waiting>Adding up the calls…</Waiting>
  return <Graph graph={answer.value.graph} onFunction={onFunction} />
}

function Graph({ graph, onFunction }: { graph: CallGraph; onFunction(name: string): void }) {
  const summary = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const [width, setWidth] = useState(720)
  const { runCost, run } = summary
  const { title: costTitle, whole } = COST_NAMES[runCost?.measure ?? 'cpu-time']
  const neutral = isNeutral(tool)
  const all = summary.totals[tool]
  const costShare = ({ cost }: FunctionAmounts): number | null => (cost === null || runCost === null || runCost.amount === 0 ? null : cost / runCost.amount)
  const wasteShare = ({ waste }: FunctionAmounts): number | null => (neutral || all === undefined || all.waste === 0 ? null : waste / all.waste)
  const costText = (amounts: FunctionAmounts): string => (costShare(amounts) === null ? '' : `${percentText(costShare(amounts))} of ${whole}`)
  const wasteText = ({ waste, use, traps }: FunctionAmounts): string =>
    neutral
      ? countedText(traps, 'reuse')
      : waste === 0
        ? 'no waste seen'
        : `${quantityText(waste, run.unit)} wasted${use + waste > 0 ? `, ${percentText(waste / (waste + use))} of its ${toolWords[tool].name === 'redundant loads' ? 'loads' : 'accesses'}` : ''}`
  const boxes = placeGraph(graph, width)
  const nodes = [...graph.callers, graph, ...graph.callees]
  const nameOf = (index: number): string => nodes[index]?.name ?? programStart
  const describe = (index: number): string => {
    const [box, node] = [boxes[index], nodes[index]]
    if (box === undefined || node === undefined) return ''
    const amounts = [costText(node), wasteText(node)].filter((text) => text !== '').join('; ')
    if (box.column === 'function')
      return `${graph.name}${graph.file === null ? '' : `, ${placeText(graph.file, graph.line)}`}: ${amounts}; in its own code ${[costText(graph.own), wasteText(graph.own)].filter((text) => text !== '').join('; ')}`
    const site = 'callSite' in node ? node.callSite : null
    return `${nameOf(index)} ${box.column === 'callers' ? 'calls it' : 'is called'}${site === null ? '' : ` at ${placeText(site.file, site.line)}`}: ${amounts}`
  }
  const table = (): Rows => [
    [
      'relation',
      'function',
      ...(runCost === null ? [] : [`${costTitle} (${runCost.measure === 'cpu-time' ? 'ns' : 'instructions'})`]),
      ...(neutral ? [] : [`waste (${run.unit})`, `use (${run.unit})`]),
      'observations',
      'call site',
    ],
    ...nodes.map((node, index) => [
      { callers: 'caller', function: 'function', callees: 'callee' }[boxes[index]!.column],
      nameOf(index),
      ...(runCost === null ? [] : [node.cost ?? 0]),
      ...(neutral ? [] : [node.waste, node.use]),
      node.traps,
      'callSite' in node && node.callSite !== null ? `${node.callSite.file}:${node.callSite.line}` : '',
    ]),
  ]
  const go = (index: number): void => {
    const name = nodes[index]?.name
    if (name != null && name !== graph.name) onFunction(name)
  }
  return (
    <ChartFigure
      title={`Callers and callees of ${graph.name}`}
      summary={`${graph.name}: ${countedText(graph.callers.length, 'caller')}, ${countedText(graph.callees.length, 'callee')}`}
      fileName={`${profileStem(summary.path)}-calls`}
      count={nodes.length}
      height={graphHeight(graph)}
      table={table}
      describe={describe}
      onChoose={go}
      step={(from, key) => (key.startsWith('Arrow') ? nextBox(boxes, from ?? -1, key) : undefined)}
    >
      {(frame) => (
        <Drawing
          graph={graph}
          boxes={boxes}
          width={frame.width}
          onWidth={setWidth}
          cursor={frame.cursor}
          onPoint={frame.onPoint}
          onChoose={go}
          nameOf={nameOf}
          costShare={costShare}
          wasteShare={wasteShare}
          line={(node) =>
            [
              costShare(node) === null ? '' : percentText(costShare(node)),
              neutral ? countedText(node.traps, 'reuse') : node.waste === 0 ? '' : `waste ${quantityText(node.waste, run.unit)}`,
            ]
              .filter((text) => text !== '')
              .join(' · ')
          }
        />
      )}
    </ChartFigure>
  )
}

interface DrawingProps {
  graph: CallGraph
  boxes: GraphBox[]
  width: number
  onWidth(width: number): void
  cursor: number | null
  onPoint(index: number | null): void
  onChoose(index: number): void
  nameOf(index: number): string
  costShare(amounts: FunctionAmounts): number | null
  wasteShare(amounts: FunctionAmounts): number | null
  line(amounts: FunctionAmounts): string
}

function Drawing({ graph, boxes, width, onWidth, cursor, onPoint, onChoose, nameOf, costShare, wasteShare, line }: DrawingProps) {
  // The chart knows its width first; keys go through boxes that stand as they are drawn.
  const lastX = boxes.at(-1)!
  if (Math.abs(lastX.x + lastX.width - width) > 1 && graph.callees.length > 0) queueMicrotask(() => onWidth(width))
  const placed = placeGraph(graph, width)
  const nodes = [...graph.callers, graph, ...graph.callees]
  const centre = placed.find(({ column }) => column === 'function')!
  const measure = (amounts: FunctionAmounts): number => amounts.cost ?? amounts.waste + amounts.use
  const most = Math.max(1e-9, measure(graph))
  const [left, right] = [edgeOffsets(graph.callers, measure, most, centre.height), edgeOffsets(graph.callees, measure, most, centre.height)]
  const texts = cutNames(
    placed.map((box, index) => {
      const whole = nameOf(index)
      return { name: whole === programStart ? shortStart : whole, letters: Math.floor((box.width - 2 * margin) / letterWidth) }
    }),
  )
  return (
    <>
      {(['callers', 'function', 'callees'] as const).map((column) => {
        const box = column === 'function' ? centre : { x: column === 'callers' ? 0 : width - centre.width, width: centre.width }
        const words = { callers: 'callers', function: 'function', callees: 'callees' }[column]
        const none = column !== 'function' && graph[column].length === 0
        return (
          <g key={column} className="chart-axis">
            <text x={box.x + box.width / 2} y={13} textAnchor="middle">
              {none ? (column === 'callees' ? 'no callees seen' : 'no known caller') : words}
            </text>
          </g>
        )
      })}
      {placed.map((box, index) => {
        if (box.column === 'function') return null
        const node = nodes[index]!
        const isCaller = box.column === 'callers'
        const offset = (isCaller ? left : right)[box.at]!
        const [x1, y1] = isCaller ? [box.x + box.width, box.y + box.height / 2] : [centre.x + centre.width, centre.y + offset]
        const [x2, y2] = isCaller ? [centre.x, centre.y + offset] : [box.x, box.y + box.height / 2]
        const path = `M${x1},${y1} C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}`
        const own = Math.max(narrowestEdge, (measure(node) / most) * widestEdge)
        const wasted = node.waste + node.use > 0 ? node.waste / (node.waste + node.use) : 0
        return (
          <g key={`edge ${index}`}>
            <path className="call-edge" d={path} strokeWidth={own} />
            {wasted > 0 ? <path className="call-edge-waste" d={path} strokeWidth={Math.max(1, own * wasted)} /> : null}
          </g>
        )
      })}
      {placed.map((box, index) => {
        const node = nodes[index]!
        const [cost, waste] = [costShare(node), wasteShare(node)]
        const barWidth = box.width - 2
        return (
          <g
            key={index}
            className={`call-box${box.column === 'function' ? ' call-box-centre' : ''}`}
            onPointerEnter={() => onPoint(index)}
            onClick={() => onChoose(index)}
          >
            <title>{nameOf(index)}</title>
            <rect
              className={`call-frame${cursor === index ? ' call-under-cursor' : ''}`}
              x={box.x + 0.5}
              y={box.y}
              width={box.width - 1}
              height={box.height}
              rx={3}
            />
            {cost === null ? null : <rect className="call-cost" x={box.x + 1} y={box.y + box.height - 6} width={Math.min(1, cost) * barWidth} height={2.5} />}
            {waste === null ? null : (
              <rect className="call-waste" x={box.x + 1} y={box.y + box.height - 3.5} width={Math.min(1, waste) * barWidth} height={2.5} />
            )}
            <text className="call-name" x={box.x + margin} y={box.y + 14}>
              {texts[index]}
            </text>
            <text className="call-figures" x={box.x + margin} y={box.y + 27}>
              {line(node)}
            </text>
            {box.column === 'function' ? <text className="call-figures" x={box.x + margin} y={box.y + 41}>{`own: ${line(graph.own) || '0 %'}`}</text> : null}
          </g>
        )
      })}
    </>
  )
}

/** CSS pixels from the top of the function's box at which each edge meets it, one below the other. */
function edgeOffsets(edges: FunctionAmounts[], measure: (amounts: FunctionAmounts) => number, most: number, height: number): number[] {
  const widths = edges.map((each) => Math.max(narrowestEdge, (measure(each) / most) * widestEdge))
  const total = widths.reduce((sum, own) => sum + own, 0)
  let at = (height - total) / 2
  return widths.map((own) => (at += own) - own / 2)
}
