import { missRatioAt } from '../../shared/metrics/reuse/miss_ratio.ts'
import type { CacheSizes } from '../application/state.ts'
import { ChartFigure } from '../charts/ChartFigure.tsx'
import { sizeText } from '../../shared/names/size_text.ts'
import { percentText } from '../format/quantities.ts'
import { MissRatioLines, type MissRatioCurve } from '../reuse/MissRatioLines.tsx'

interface Curves { old: MissRatioCurve; new: MissRatioCurve }

/** Share of accesses that a cache of each size would miss, in both runs. */
export function ComparedMissRatios({ old, new: present, caches, fileName }: Curves & { caches: CacheSizes; fileName: string }) {
  const both = (bytes: number): string => `old ${percentText(missRatioAt(old, bytes))}, new ${percentText(missRatioAt(present, bytes))}`
  return (
    <ChartFigure
      title="Miss ratio by cache size" fileName={fileName} count={present.length}
      table={() => [['cache (bytes)', 'old miss ratio', 'new miss ratio'], ...present.map(({ bytes, ratio }) => [bytes, missRatioAt(old, bytes), ratio])]}
      summary={`Miss ratio by cache size: falling curves of both runs. ${caches.map(({ level, bytes }) => `Accesses that miss L${level} (${sizeText(bytes)}): ${both(bytes)}`).join('; ')}`}
      describe={(index) => {
        const point = present[index]
        return point === undefined ? '' : `a cache of ${sizeText(point.bytes)} misses: ${both(point.bytes)} of the accesses`
      }}
    >
      {(frame) => <MissRatioLines frame={frame} curve={present} old={old} caches={caches} />}
    </ChartFigure>
  )
}
