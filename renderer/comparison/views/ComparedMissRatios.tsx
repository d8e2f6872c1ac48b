import { compareMissRatios } from '../../../shared/compare/compared_distances.ts'
import type { ComparedReuse } from '../../../shared/comparison.ts'
import type { ComparedRatio } from '../../../shared/compare/compared_number.ts'
import { sampledShareInterval } from '../../../shared/metrics/reuse/reuse_intervals.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import type { ReuseReport } from '../../../shared/report.ts'
import type { CacheSizes } from '../../application/state.ts'
import { ChartFigure } from '../../charts/ChartFigure.tsx'
import { percentText } from '../../format/quantities.ts'
import { MissRatioLines } from '../../reuse/MissRatioLines.tsx'
import { certaintyText, pointsText } from '../change_text.ts'

interface ComparedMissRatiosProps {
  old: ReuseReport
  new: ReuseReport
  /** At every size that is drawn. */
  compared: ComparedReuse['missRatio']
  caches: CacheSizes
  fileName: string
}

/** Share of accesses that a cache of each size would miss, in both runs, and whether they differ by more than noise. */
export function ComparedMissRatios({ old, new: present, compared, caches, fileName }: ComparedMissRatiosProps) {
  const both = (ratio: ComparedRatio): string =>
    `old ${percentText(ratio.old)}, new ${percentText(ratio.new)}, Δ ${pointsText(ratio.change)}: ${certaintyText(ratio)}`
  const curve = compared.flatMap(({ bytes, new: ratio }) => (ratio === null ? [] : [{ bytes, ratio }]))
  return (
    <ChartFigure
      title="Miss ratio by cache size"
      fileName={fileName}
      count={curve.length}
      table={() => [
        ['cache (bytes)', 'old miss ratio', 'new miss ratio', 'change', '95 % low', '95 % high', 'certainty'],
        ...compared.map(({ bytes, old: before, new: ratio, change, ci95, significance }) => [
          bytes,
          before,
          ratio,
          change,
          ...(ci95 ?? [null, null]),
          significance,
        ]),
      ]}
      summary={`Miss ratio by cache size: falling curves of both runs. ${caches.map(({ level, bytes }) => `Accesses that miss L${level} (${sizeText(bytes)}): ${both(compareMissRatios(old, present, bytes))}`).join('; ')}`}
      describe={(index) => {
        const point = compared[index]
        return point === undefined ? '' : `a cache of ${sizeText(point.bytes)} misses: ${both(point)}`
      }}
    >
      {(frame) => (
        <MissRatioLines
          frame={frame}
          curve={curve}
          old={old.missRatio}
          caches={caches}
          {...(present.exact === undefined ? { interval: (ratio: number) => sampledShareInterval(ratio, present.effectiveTraps ?? present.traps) } : {})}
        />
      )}
    </ChartFigure>
  )
}
