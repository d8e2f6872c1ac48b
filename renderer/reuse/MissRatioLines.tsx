import { scaleLinear, scaleLog } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { ReuseReport } from '../../shared/report.ts'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { placeIn } from '../components/text_scale.ts'
import { sizeText } from '../../shared/names/size_text.ts'
import { percentTick } from '../format/quantities.ts'
import { CacheMarks, type MarkedCaches } from './CacheMarks.tsx'
import { ticksThatFit } from './distance_axis.ts'

export type MissRatioCurve = ReuseReport['missRatio']

const margin = { top: 18, right: 20, bottom: 38, left: 44 }
const tickRoom = 48

interface MissRatioLinesProps {
  frame: ChartFrame
  /** The cursor walks along this one. */
  curve: MissRatioCurve
  /** Drawn behind it, to compare with; null: there is none. */
  old: MissRatioCurve | null
  caches: MarkedCaches
  /** Interval of a ratio, 0..1, drawn around the curve; null: there is none. */
  interval?(ratio: number, bytes: number): [number, number] | null
}

/** Miss ratios over cache sizes, with the caches marked. */
export function MissRatioLines({ frame, curve, old, caches, interval }: MissRatioLinesProps) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const sizes = [...(old ?? []), ...curve, ...caches].map(({ bytes }) => bytes)
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
  const x = scaleLog<number>({ base: 2, domain: [smallest, largest], range: [0, width] })
  const octaves = Array.from({ length: Math.floor(Math.log2(largest / smallest)) + 1 }, (_, octave) => smallest * 2 ** octave)
  const under = frame.cursor === null ? undefined : curve[frame.cursor]
  // The curve of a program with few misses would be on the axis, where 3 % and 0.1 % look alike.
  const y = scaleLinear<number>({ domain: [0, highest([...(old ?? []), ...curve], interval)], range: [height, 0] }).nice(5)
  // Larger caches than a curve's last miss as much as that one: only data that is never reused.
  const drawn = (points: MissRatioCurve): MissRatioCurve => [...points, { bytes: largest, ratio: points.at(-1)?.ratio ?? 0 }]
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes
        x={x}
        y={y}
        bottom={height}
        xTicks={ticksThatFit(octaves.length, width, tickRoom).map((octave) => octaves[octave] ?? smallest)}
        xText={sizeText}
        yText={percentTick}
        xLabel="size of the cache"
      />
      <CacheMarks caches={caches} width={width} height={height} at={x} />
      {interval === undefined ? null : (
        <Band
          points={drawn(curve).flatMap(({ bytes, ratio }) => {
            const around = interval(ratio, bytes)
            return around === null ? [] : [{ x: x(bytes), low: y(around[0]), high: y(around[1]) }]
          })}
        />
      )}
      {old === null ? null : <LinePath data={drawn(old)} x={(point) => x(point.bytes)} y={(point) => y(point.ratio)} className="chart-line" />}
      <LinePath
        data={drawn(curve)}
        x={(point) => x(point.bytes)}
        y={(point) => y(point.ratio)}
        className={old === null ? 'chart-line' : 'chart-line chart-line-new'}
      />
      {under === undefined ? null : <circle className="chart-dot" data-screen-only cx={x(under.bytes)} cy={y(under.ratio)} r={4} />}
      <rect
        className="chart-target"
        data-screen-only
        width={width}
        height={height}
        onPointerMove={(event) => {
          const at = x.invert(placeIn(event.currentTarget, event, frame.scale).x)
          const next = curve.findIndex((point) => point.bytes >= at)
          frame.onPoint(next < 0 ? curve.length - 1 : next)
        }}
      />
    </g>
  )
}

/** The largest ratio that is drawn; of curves that never miss 1 %. */
function highest(points: MissRatioCurve, interval: MissRatioLinesProps['interval']): number {
  return Math.max(0.01, ...points.map(({ ratio, bytes }) => Math.min(1, interval?.(ratio, bytes)?.[1] ?? ratio)))
}

/** Where the curve may lie as well. */
function Band({ points }: { points: Array<{ x: number; low: number; high: number }> }) {
  if (points.length === 0) return null
  const along = [...points.map(({ x, high }) => `${x},${high}`), ...points.toReversed().map(({ x, low }) => `${x},${low}`)]
  return <path d={`M${along.join('L')}Z`} className="chart-band" />
}
