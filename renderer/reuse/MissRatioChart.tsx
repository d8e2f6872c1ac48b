import { scaleLinear, scaleLog } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { ReuseReport } from '../../shared/report.ts'
import type { CacheSizes } from '../application/state.ts'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { percentText, percentTick, sizeText } from '../format/quantities.ts'
import { CacheMarks, type MarkedCaches } from './CacheMarks.tsx'
import { ticksThatFit } from './distance_axis.ts'

type Curve = ReuseReport['missRatio']

const margin = { top: 18, right: 20, bottom: 38, left: 44 }
const tickRoom = 48

/** Share of accesses that a cache of each size would miss, with this machine's own caches and the size that was `typed` marked. */
export function MissRatioChart({ title, curve, caches, typed, fileName }: { title: string; curve: Curve; caches: CacheSizes; typed: number | null; fileName: string }) {
  const marked = caches.map(({ level, bytes }) => `${percentText(missRatioAt(curve, bytes))} of accesses miss L${level} (${sizeText(bytes)})`)
  return (
    <ChartFigure
      title={title} fileName={fileName} count={curve.length}
      summary={`${title}: falling curve over cache sizes from ${sizeText(curve[0]?.bytes ?? 0)} to ${sizeText(curve.at(-1)?.bytes ?? 0)}. ${marked.join('; ')}`}
      describe={(index) => {
        const point = curve[index]
        return point === undefined ? '' : `a cache of ${sizeText(point.bytes)} misses ${percentText(point.ratio)} of the accesses`
      }}
    >
      {(frame) => <Line frame={frame} curve={curve} caches={typed === null ? caches : [...caches, { level: null, bytes: typed }]} />}
    </ChartFigure>
  )
}

/** Miss ratio of the largest drawn size that is no larger than `bytes`; that of the smallest for still smaller ones. */
export function missRatioAt(curve: Curve, bytes: number): number | null {
  return (curve.findLast((point) => point.bytes <= bytes) ?? curve[0])?.ratio ?? null
}

function Line({ frame, curve, caches }: { frame: ChartFrame; curve: Curve; caches: MarkedCaches }) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const sizes = [...curve.map((point) => point.bytes), ...caches.map((cache) => cache.bytes)]
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
  const x = scaleLog<number>({ base: 2, domain: [smallest, largest], range: [0, width] })
  const y = scaleLinear<number>({ domain: [0, 1], range: [height, 0] })
  const octaves = Array.from({ length: Math.floor(Math.log2(largest / smallest)) + 1 }, (_, octave) => smallest * 2 ** octave)
  // Larger caches than the curve's last miss as much as that one: only what is never reused.
  const drawn = [...curve, { bytes: largest, ratio: curve.at(-1)?.ratio ?? 0 }]
  const under = frame.cursor === null ? undefined : curve[frame.cursor]
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes
        x={x} y={y} bottom={height} xTicks={ticksThatFit(octaves.length, width, tickRoom).map((octave) => octaves[octave] ?? smallest)} xText={sizeText} yText={percentTick} xLabel="size of the cache"
      />
      <CacheMarks caches={caches} width={width} height={height} at={x} />
      <LinePath data={drawn} x={(point) => x(point.bytes)} y={(point) => y(point.ratio)} className="chart-line" />
      {under === undefined ? null : <circle className="chart-dot" data-screen-only cx={x(under.bytes)} cy={y(under.ratio)} r={4} />}
      <rect
        className="chart-target" data-screen-only width={width} height={height}
        onPointerMove={(event) => {
          const at = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left)
          const next = curve.findIndex((point) => point.bytes >= at)
          frame.onPoint(next < 0 ? curve.length - 1 : next)
        }}
      />
    </g>
  )
}
