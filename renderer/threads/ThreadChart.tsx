import { scaleLinear } from '@visx/scale'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Bar } from '@visx/shape'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { ThreadAmount } from '../../shared/rpc/charts.ts'
import type { PairPlace } from '../../shared/rpc/pairs.ts'
import { chooseCharts } from '../application/profiles.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { useAnswer } from '../application/use_answer.ts'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { Failure } from '../components/Failure.tsx'
import { Switch } from '../components/Switch.tsx'
import { profileStem } from '../format/paths.ts'
import { countedText, quantityText } from '../format/quantities.ts'
import { ticksThatFit } from '../reuse/distance_axis.ts'
import { isFew } from '../tools/evidence.ts'
import { isNeutral } from '../tools/tools.ts'
import { namesNeeded, numberedThreads, shortThreadName, threadName } from './thread_names.ts'

const margin = { top: 8, right: 12, bottom: 38, left: 60 }
const height = 160
/** Of a bar, where its number is. */
const middle = 0.5

/** How waste (or the observed amount) is distributed over the threads, of the whole program or of the context selected in the top-down tree. */
export default function ThreadChart({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const tool = useProfile((profile) => profile.tool)
  const row = useProfile((profile) => profile.trees['top-down'].selectedRow)
  const { threadsOf: of, threadOrder: order } = useProfile(({ charts }) => charts)
  const context: PairPlace | null = row?.node === undefined ? null : { side: 'source', node: row.node, functionName: null }
  const place = of === 'context' ? context : null
  // The last answer stays until the next is there, and names its own subject.
  const answer = useAnswer(JSON.stringify([summary.profile, tool, place]), async (signal) => ({
    amounts: await application.client.call('threads.distribution', { profile: summary.profile, tool, place }, { signal }),
    neutral: isNeutral(tool),
    what: place === null ? 'whole program' : row?.label,
  }))
  if (answer.state === 'failed')
    return (
      <div className="state">
        <Failure text={answer.message} again={answer.again} />
      </div>
    )
  if (answer.state === 'waiting') return <Waiting>Adding up the threads…</Waiting>
  const { amounts, neutral, what } = answer.value
  const amountOf = ({ waste, traps }: ThreadAmount): number => (neutral ? traps : waste)
  const text = (amount: number): string => (neutral ? countedText(amount, 'reuse') : quantityText(amount, summary.run.unit))
  const bars = amounts.map((amount, index) => ({ index, amount: amountOf(amount), few: isFew(summary.run, amount.traps) }))
  if (order === 'amount') bars.sort((a, b) => b.amount - a.amount || a.index - b.index)
  const threads = numberedThreads(summary.threads)
  const needed = namesNeeded(threads)
  const textOf =
    (named: typeof threadName) =>
    (index = -1): string =>
      threads[index] === undefined ? '' : named(threads[index], needed)
  const name = textOf(threadName)
  return (
    <div className="thread-chart">
      <div className="thread-chart-choices">
        <Switch<'program' | 'context'>
          label="Of"
          value={of}
          options={{ program: 'whole program', context: 'selected context' }}
          titles={{ program: 'All of the tool', context: 'The selection in the top-down tree, by its earlier accesses' }}
          onChange={(threadsOf) => chooseCharts(application, { threadsOf })}
        />
        <Switch<'number' | 'amount'>
          label="Order of threads"
          value={order}
          options={{ number: 'as recorded', amount: 'largest first' }}
          titles={{ number: 'In the order of recording', amount: 'By amount' }}
          onChange={(threadOrder) => chooseCharts(application, { threadOrder })}
        />
        {of === 'context' && context === null ? <span className="chip">no context is selected in the top-down tree</span> : null}
      </div>
      <ChartFigure
        title={`${neutral ? 'Reuses' : 'Waste'} by thread, ${what}`}
        summary={`${neutral ? 'Reuses' : 'Waste'} by thread, ${what}: bar chart of ${bars.length} threads`}
        fileName={`${profileStem(summary.path)}-by-thread`}
        count={bars.length}
        height={height}
        table={() => [['thread', neutral ? 'reuses' : `waste (${summary.run.unit})`], ...bars.map(({ index, amount }) => [name(index), amount])]}
        describe={(at) => `${name(bars[at]?.index)}: ${text(bars[at]?.amount ?? 0)}`}
      >
        {(frame) => (
          <Bars
            frame={frame}
            bars={bars}
            meaning={neutral ? 'neutral' : 'waste'}
            text={text}
            threadOf={textOf(shortThreadName)}
            tickRoom={needed.processes ? 110 : 60}
            xLabel={`${needed.ranks ? 'rank and ' : needed.processes ? 'process and ' : ''}number of the thread, as in the table`}
          />
        )}
      </ChartFigure>
    </div>
  )
}

function Bars({
  frame,
  bars,
  meaning,
  text,
  threadOf,
  tickRoom,
  xLabel,
}: {
  frame: ChartFrame
  bars: ReadonlyArray<{ index: number; amount: number; few: boolean }>
  meaning: 'waste' | 'neutral'
  text(amount: number): string
  threadOf(index: number | undefined): string
  /** Width of a tick's text. */
  tickRoom: number
  xLabel: string
}) {
  const width = frame.width - margin.left - margin.right
  const inner = frame.height - margin.top - margin.bottom
  const x = scaleLinear<number>({ domain: [0, Math.max(1, bars.length)], range: [0, width] })
  const y = scaleLinear<number>({ domain: [0, bars.reduce((most, { amount }) => Math.max(most, amount), 1)], range: [inner, 0], nice: true })
  const room = width / Math.max(1, bars.length)
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes
        x={x}
        y={y}
        bottom={inner}
        xTicks={ticksThatFit(bars.length, width, tickRoom).map((at) => at + middle)}
        xText={(at) => threadOf(bars[at - middle]?.index)}
        yText={text}
        xLabel={xLabel}
      />
      {bars.map(({ index, amount, few }, at) => (
        <Bar
          key={index}
          className={`chart-bar ${meaning === 'waste' ? 'chart-bar-waste' : ''} ${frame.cursor === at ? 'chart-bar-under-cursor' : ''} ${few ? 'chart-bar-few' : ''}`}
          data-thread={index}
          x={x(at)}
          width={Math.max(1, room - 1)}
          y={y(amount)}
          height={inner - y(amount)}
        />
      ))}
      {bars.map(({ index }, at) => (
        <rect key={index} className="chart-target" data-screen-only x={x(at)} width={room} y={0} height={inner} onPointerEnter={() => frame.onPoint(at)} />
      ))}
    </g>
  )
}
