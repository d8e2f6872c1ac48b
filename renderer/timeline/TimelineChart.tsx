import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { intervalText } from '../../shared/names/interval_text.ts'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import type { TimelineInterval, TimelineReport } from '../../shared/rpc/charts.ts'
import { BarBrush, withBar, type BarRange } from '../charts/BarBrush.tsx'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { timeTicks } from '../charts/time_ticks.ts'
import { countedText, countText, percentText, percentTick, quantityText } from '../format/quantities.ts'

interface TimelineChartProps {
  title: string
  timeline: TimelineReport
  /** The word for the amounts: "waste", "reuses". */
  what: string
  /** In which colour. */
  meaning: 'waste' | 'neutral'
  fileName: string
  range: BarRange | null
  /** Absent where the recording does not tell pairs by time. */
  onRange?: (range: BarRange | null) => void
}

const margin = { top: 12, right: 16, bottom: 38, left: 60 }

/** Share of waste (or its amount, where no share is known) over the run. */
export function TimelineChart({ title, timeline, what, meaning, fileName, range, onRange }: TimelineChartProps) {
  const { intervals, unit, amountUnit } = timeline
  const amount = (value: number): string => quantityText(value, amountUnit)
  const shares = intervals.some(({ whole }) => whole !== null)
  const highest = intervals.reduce(
    (best: TimelineInterval | null, interval) => (heightOf(interval, shares) > (best === null ? 0 : heightOf(best, shares)) ? interval : best),
    null,
  )
  const end = momentText(intervals.at(-1)?.to ?? 0, unit)
  return (
    <ChartFigure
      title={title}
      fileName={fileName}
      count={intervals.length}
      summary={`${title}: ${intervals.length} bars over ${end}. ${highest === null ? `No ${what} at any time.` : `Most ${what}, ${shares ? percentText(highest.share) : amount(highest.amount)}, ${spanText(highest, unit)}.`}`}
      table={() => tableOf(timeline)}
      {...(onRange === undefined ? {} : { onChoose: (index: number) => onRange(withBar(range, index)) })}
      describe={(index) => {
        const interval = intervals[index]
        return interval === undefined
          ? ''
          : `${spanText(interval, unit)}: ${shareText(interval, what)}${amount(interval.amount)}${evidenceText(interval, timeline)}`
      }}
    >
      {(frame) => <Bars frame={frame} timeline={timeline} shares={shares} meaning={meaning} range={range} onRange={onRange} />}
    </ChartFigure>
  )
}

/** The whole of a moment on the axis: time of the clock, or instructions. */
function momentText(at: number, unit: TimelineReport['unit']): string {
  return unit === 'ns' ? quantityText(at, 'ns') : `${countText(at)} instructions`
}

export function spanText({ from, to }: Pick<TimelineInterval, 'from' | 'to'>, unit: TimelineReport['unit']): string {
  return `from ${momentText(from, unit)} to ${momentText(to, unit)}`
}

function shareText({ share, whole }: TimelineInterval, what: string): string {
  return whole === null ? '' : share === null ? 'nothing was seen, ' : `${percentText(share)} ${what}, `
}

function evidenceText({ low, high, traps, allTraps }: TimelineInterval, { counted }: TimelineReport): string {
  if (counted) return ', exact'
  const interval = low === null || high === null ? '' : `, 95 % interval ${intervalText([low, high])}`
  return `${interval}, ${countedText(traps, 'observation')}${allTraps < FEWEST_TRAPS ? ': not reliable' : ''}`
}

function heightOf({ share, amount }: TimelineInterval, shares: boolean): number {
  return shares ? (share ?? 0) : amount
}

function tableOf({ unit, amountUnit, intervals }: TimelineReport): Array<Array<string | number | null>> {
  return [
    [`from (${unit})`, `to (${unit})`, 'share', '95 % low', '95 % high', `amount (${amountUnit})`, `of (${amountUnit})`, 'traps', 'all traps'],
    ...intervals.map(({ from, to, share, low, high, amount, whole, traps, allTraps }) => [from, to, share, low, high, amount, whole, traps, allTraps]),
  ]
}

interface BarsProps extends Pick<TimelineChartProps, 'timeline' | 'meaning' | 'range'> {
  frame: ChartFrame
  shares: boolean
  onRange: TimelineChartProps['onRange'] | undefined
}

function Bars({ frame, timeline: { intervals, unit, amountUnit, counted }, shares, meaning, range, onRange }: BarsProps) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const end = intervals.at(-1)?.to ?? 1
  const x = scaleLinear<number>({ domain: [0, end], range: [0, width] })
  const most = shares ? 1 : intervals.reduce((largest, { amount }) => Math.max(largest, amount), 1)
  const y = scaleLinear<number>({ domain: [0, most], range: [height, 0], nice: !shares })
  const at = (index: number): number => x(index === 0 ? 0 : (intervals[index - 1]?.to ?? 0))
  const gap = width / Math.max(1, intervals.length) > 3 ? 1 : 0
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes
        x={x}
        y={y}
        bottom={height}
        xTicks={timeTicks(0, end, width)}
        xText={(value) => (unit === 'ns' ? quantityText(value, 'ns') : countText(value))}
        yText={shares ? percentTick : (value) => quantityText(value, amountUnit)}
        xLabel={unit === 'ns' ? 'time since the recording began' : 'instructions executed'}
      />
      {intervals.map((interval, index) => (
        <Bar
          key={interval.first}
          data-share={interval.share ?? ''}
          data-amount={interval.amount}
          className={`chart-bar ${meaning === 'waste' ? 'chart-bar-waste' : ''} ${frame.cursor === index ? 'chart-bar-under-cursor' : ''} ${!counted && interval.allTraps < FEWEST_TRAPS ? 'chart-bar-few' : ''}`}
          x={at(index)}
          width={Math.max(0.5, at(index + 1) - at(index) - gap)}
          y={y(heightOf(interval, shares))}
          height={height - y(heightOf(interval, shares))}
        />
      ))}
      {intervals.map(({ first, low, high }, index) =>
        low === null || high === null ? null : (
          <line key={first} className="chart-whisker" x1={(at(index) + at(index + 1)) / 2} x2={(at(index) + at(index + 1)) / 2} y1={y(low)} y2={y(high)} />
        ),
      )}
      <BarBrush count={intervals.length} at={at} height={height} range={range} onRange={onRange} onPoint={frame.onPoint} />
    </g>
  )
}
