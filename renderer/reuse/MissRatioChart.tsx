import { sampledShareInterval } from '../../shared/metrics/reuse/reuse_intervals.ts'
import type { CacheSizes } from '../application/state.ts'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { sizeText } from '../../shared/names/size_text.ts'
import { missRatioAt } from '../../shared/metrics/reuse/miss_ratio.ts'
import { percentText } from '../format/quantities.ts'
import { MissRatioLines, type MissRatioCurve } from './MissRatioLines.tsx'

interface MissRatioChartProps {
  title: string
  curve: MissRatioCurve
  caches: CacheSizes
  typed: number | null
  fileName: string
  /** That were sampled; null: every one was counted. */
  reuses: number | null
  /** The evidence for a ratio. */
  evidenceText(ratio: number): string
  /** The curve is of an estimated access rate: those of its lowest and highest values. */
  between?: [MissRatioCurve, MissRatioCurve] | null
}

function rangeOf(range: [number, number] | null): string {
  return range === null ? '' : `${percentText(range[0])} to ${percentText(range[1])}`
}

/** Share of accesses that a cache of each size would miss, with this machine's own caches and the size that was `typed` marked. */
export function MissRatioChart({ title, curve, caches, typed, fileName, reuses, evidenceText, between = null }: MissRatioChartProps) {
  const interval = (ratio: number, bytes: number): [number, number] | null => {
    if (between === null) return reuses === null ? null : sampledShareInterval(ratio, reuses)
    const ends = [ratio, ...between.map((end) => missRatioAt(end, bytes) ?? ratio)].flatMap((end) =>
      reuses === null ? [end] : (sampledShareInterval(end, reuses) ?? [end]),
    )
    return [Math.min(...ends), Math.max(...ends)]
  }
  const marked = caches.map(({ level, bytes }) => `${percentText(missRatioAt(curve, bytes))} of accesses miss L${level} (${sizeText(bytes)})`)
  return (
    <ChartFigure
      title={title}
      fileName={fileName}
      count={curve.length}
      table={() => [
        ['cache (bytes)', 'miss ratio', between === null ? '95 % interval from' : 'for any likely access rate, from', 'to'],
        ...curve.map(({ bytes, ratio }) => [bytes, ratio, ...(interval(ratio, bytes) ?? [null, null])]),
      ]}
      summary={`${title}: falling curve over cache sizes from ${sizeText(curve[0]?.bytes ?? 0)} to ${sizeText(curve.at(-1)?.bytes ?? 0)}. ${marked.join('; ')}`}
      describe={(index) => {
        const point = curve[index]
        return point === undefined
          ? ''
          : `a cache of ${sizeText(point.bytes)} misses ${percentText(point.ratio)} of the accesses: ${between === null ? evidenceText(point.ratio) : `${rangeOf(interval(point.ratio, point.bytes))} for any likely access rate`}`
      }}
    >
      {(frame) => (
        <MissRatioLines
          frame={frame}
          curve={curve}
          old={null}
          interval={interval}
          caches={typed === null ? caches : [...caches, { level: null, bytes: typed }]}
        />
      )}
    </ChartFigure>
  )
}
