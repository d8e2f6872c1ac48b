import { scaleLinear, scaleLog } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { ReuseReport } from '../../shared/report.ts'
import type { CacheSizes } from '../application/state.ts'
import { ChartAxes } from '../charts/ChartAxes.tsx'
import type { ChartFrame } from '../charts/ChartFigure.tsx'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { percentText, percentTick, sizeText } from '../format/quantities.ts'
import { CacheMarks } from '../reuse/CacheMarks.tsx'
import { ticksThatFit } from '../reuse/distance_axis.ts'
import { missRatioAt } from '../reuse/MissRatioChart.tsx'

type Curve = ReuseReport['missRatio']
interface Curves { old: Curve; new: Curve }

const margin = { top: 18, right: 20, bottom: 38, left: 44 }
const tickRoom = 48

/** Share of accesses that a cache of each size would miss, in both runs. */
export function ComparedMissRatios({ old, new: present, caches, fileName }: Curves & { caches: CacheSizes; fileName: string }) {
  const both = (bytes: number): string => `old ${percentText(missRatioAt(old, bytes))}, new ${percentText(missRatioAt(present, bytes))}`
  return (
    <ChartFigure
      title="Miss ratio by cache size" fileName={fileName} count={present.length}
      summary={`Miss ratio by cache size: falling curves of both runs. ${caches.map(({ level, bytes }) => `Accesses that miss L${level} (${sizeText(bytes)}): ${both(bytes)}`).join('; ')}`}
      describe={(index) => {
        const point = present[index]
        return point === undefined ? '' : `a cache of ${sizeText(point.bytes)} misses: ${both(point.bytes)} of the accesses`
      }}
    >
      {(frame) => <Lines frame={frame} old={old} new={present} caches={caches} />}
    </ChartFigure>
  )
}

function Lines({ frame, old, new: present, caches }: Curves & { frame: ChartFrame; caches: CacheSizes }) {
  const width = frame.width - margin.left - margin.right
  const height = frame.height - margin.top - margin.bottom
  const sizes = [...old, ...present, ...caches].map(({ bytes }) => bytes)
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
  const x = scaleLog<number>({ base: 2, domain: [smallest, largest], range: [0, width] })
  const y = scaleLinear<number>({ domain: [0, 1], range: [height, 0] })
  const octaves = Array.from({ length: Math.floor(Math.log2(largest / smallest)) + 1 }, (_, octave) => smallest * 2 ** octave)
  const under = frame.cursor === null ? undefined : present[frame.cursor]
  // Larger caches than a curve's last miss as much as that one: only what is never reused.
  const drawn = (curve: Curve): Curve => [...curve, { bytes: largest, ratio: curve.at(-1)?.ratio ?? 0 }]
  return (
    <g transform={`translate(${margin.left},${margin.top})`}>
      <ChartAxes x={x} y={y} bottom={height} xTicks={ticksThatFit(octaves.length, width, tickRoom).map((octave) => octaves[octave] ?? smallest)} xText={sizeText} yText={percentTick} xLabel="size of the cache" />
      <CacheMarks caches={caches} width={width} height={height} at={x} />
      <LinePath data={drawn(old)} x={(point) => x(point.bytes)} y={(point) => y(point.ratio)} className="chart-line" />
      <LinePath data={drawn(present)} x={(point) => x(point.bytes)} y={(point) => y(point.ratio)} className="chart-line chart-line-new" />
      {under === undefined ? null : <circle className="chart-dot" data-screen-only cx={x(under.bytes)} cy={y(under.ratio)} r={4} />}
      <rect
        className="chart-target" data-screen-only width={width} height={height}
        onPointerMove={(event) => {
          const at = x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left)
          const next = present.findIndex((point) => point.bytes >= at)
          frame.onPoint(next < 0 ? present.length - 1 : next)
        }}
      />
    </g>
  )
}
