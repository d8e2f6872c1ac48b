import { scaleLinear, scaleLog } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { DistanceHistogram, HistogramBin } from '../../shared/report.ts'
import type { CacheSizes } from '../application/state.ts'
import { BarBrush, withBar, type BarRange } from '../charts/BarBrush.tsx'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { percentText, percentTick } from '../format/quantities.ts'
import { CacheMarks } from './CacheMarks.tsx'
import { axisText, binText, positionAmong, ticksThatFit } from './distance_axis.ts'

interface HistogramChartProps {
  /** "Time distance", "Stack distance". */
  title: string
  histogram: DistanceHistogram
  /** Drawn as a line of dashes over the bars: a model's estimate for the same reuses. */
  model?: { name: string; histogram: DistanceHistogram } | null
  /** Marked where the axis is in bytes. */
  caches: CacheSizes
  fileName: string
  /** The evidence behind a bar's share, as text; absent: nothing was estimated, or it is unknown. */
  evidenceText?(share: number, bar: number): string
  /** Heights by the logarithm of the share. */
  logarithmic?: boolean
  /** Bars from the first to the last that are chosen; null: none. */
  range?: BarRange | null
  /** Absent where nothing can be chosen by a range. */
  onRange?(range: BarRange | null): void
}

const margin = { top: 18, right: 12, bottom: 38, left: 44 }
const tickRoom = 48
const gap = 1

/** Share of the reuses by distance, one bar per doubling. */
export function HistogramChart({
  title,
  histogram,
  model = null,
  caches,
  fileName,
  evidenceText,
  logarithmic = false,
  range = null,
  onRange,
}: HistogramChartProps) {
  const { bins, unit } = histogram
  const upTo = (index: number): number => bins.slice(0, index + 1).reduce((sum, bin) => sum + bin.share, 0)
  const highest = bins.reduce((best: HistogramBin | null, bin) => (best === null || bin.share > best.share ? bin : best), null)
  const summary =
    highest === null
      ? `${title}: no bars`
      : `${title}: bar chart of ${bins.length} bins. Most reuses, ${percentText(highest.share)}, lie at ${binText(highest, unit)}.`
  return (
    <ChartFigure
      title={title}
      summary={summary}
      fileName={fileName}
      count={bins.length}
      table={() => [
        [`from (${unit})`, `to (${unit})`, 'share of the reuses', ...(model === null ? [] : [model.name])],
        ...bins.map(({ from, to, share }, index) => [from, to, share, ...(model === null ? [] : [model.histogram.bins[index]?.share ?? 0])]),
      ]}
      {...(onRange === undefined ? {} : { onChoose: (index: number) => onRange(withBar(range, index)) })}
      describe={(index) => {
        const bin = bins[index]
        return bin === undefined
          ? ''
          : `${binText(bin, unit)}: ${percentText(bin.share)} of the reuses; ${percentText(upTo(index))} up to here${model === null ? '' : `; ${model.name} ${percentText(model.histogram.bins[index]?.share ?? 0)}`}${evidenceText === undefined ? '' : `; ${evidenceText(bin.share, index)}`}`
      }}
    >
      {(frame) => (
        <Bars
          frame={frame}
          logarithmic={logarithmic}
          histogram={histogram}
          model={model?.histogram.bins ?? []}
          caches={unit === 'bytes' ? caches : []}
          range={range}
          onRange={onRange}
        />
      )}
    </ChartFigure>
  )
}

/** Pixels from the top for a share; none has no height on either scale. */
function heights(shares: number[], height: number, logarithmic: boolean): ReturnType<typeof scaleLinear<number>> | ReturnType<typeof scaleLog<number>> {
  const most = Math.max(0.01, ...shares)
  const seen = shares.filter((share) => share > 0)
  if (!logarithmic || seen.length === 0) return scaleLinear<number>({ domain: [0, most], range: [height, 0], nice: true })
  const least = 10 ** Math.floor(Math.log10(Math.min(...seen)) - 0.01)
  return scaleLog<number>({ domain: [least, 10 ** Math.ceil(Math.log10(most))], range: [height, 0], clamp: true })
}

/** Powers of ten, and where there are few of them, also their doubles and fivefolds. */
function decadeTicks([least = 0, most = 0]: number[]): number[] {
  const decades = Math.round(Math.log10(most / least))
  const powers = Array.from({ length: decades + 1 }, (_, decade) => least * 10 ** decade)
  return decades > 2 ? powers : powers.flatMap((power) => [1, 2, 5].map((times) => power * times)).filter((tick) => tick <= most * 1.001)
}

interface BarsProps extends Pick<HistogramChartProps, 'histogram' | 'caches'> {
  onRange: HistogramChartProps['onRange'] | undefined
  frame: ChartFrame
  logarithmic: boolean
  model: HistogramBin[]
  range: BarRange | null
}

function Bars({ frame, logarithmic, histogram: { bins, unit }, model, caches, range, onRange }: BarsProps) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const x = scaleLinear<number>({ domain: [0, bins.length], range: [0, width] })
  const y = heights(
    [...bins, ...model].map(({ share }) => share),
    height,
    logarithmic,
  )
  const room = width / Math.max(1, bins.length)
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes
        x={x}
        y={y}
        bottom={height}
        xTicks={ticksThatFit(bins.length, width, tickRoom)}
        xText={(index) => axisText(bins[index]?.from ?? 0, unit)}
        yText={percentTick}
        yTicks={logarithmic ? decadeTicks(y.domain()) : undefined}
        xLabel={unit === 'bytes' ? 'bytes between use and reuse' : 'CPU time between use and reuse'}
      />
      <CacheMarks
        caches={caches}
        width={width}
        height={height}
        at={(bytes) => {
          const position = positionAmong(bins, bytes)
          return position === null ? null : x(position)
        }}
      />
      {bins.map((bin, index) => (
        <Bar
          key={bin.from}
          className={`chart-bar ${frame.cursor === index ? 'chart-bar-under-cursor' : ''}`}
          data-share={bin.share}
          x={x(index) + gap}
          width={Math.max(1, room - 2 * gap)}
          y={y(bin.share)}
          height={height - y(bin.share)}
        />
      ))}
      {model
        .slice(0, bins.length)
        .map((bin, index) =>
          bin.share === 0 ? null : (
            <line
              key={bin.from}
              className="chart-model"
              data-share={bin.share}
              x1={x(index) + gap}
              x2={x(index) + room - gap}
              y1={y(bin.share)}
              y2={y(bin.share)}
            />
          ),
        )}
      <BarBrush count={bins.length} at={x} height={height} range={range} onRange={onRange} onPoint={frame.onPoint} />
    </g>
  )
}
