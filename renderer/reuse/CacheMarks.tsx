import type { CacheSizes } from '../application/state.ts'
import { sizeText } from '../../shared/names/size_text.ts'

/** Caches of a machine, and sizes that are no level of it. */
export type MarkedCaches = ReadonlyArray<{ level: CacheSizes[number]['level'] | null; bytes: number }>

interface CacheMarksProps {
  caches: MarkedCaches
  width: number
  height: number
  /** Pixels from the left at which a size lies; null: outside of the axis. */
  at(bytes: number): number | null
}

/** Pixels from the edge within which a name would be cut if it stood in the middle of its line. */
const textRoom = 30

/** A line at the size of each cache. */
export function CacheMarks({ caches, width, height, at }: CacheMarksProps) {
  return caches.map(({ level, bytes }) => {
    const left = at(bytes)
    return left === null ? null : (
      <g key={level ?? 'typed'} className="chart-mark" transform={`translate(${left},0)`}>
        <line y1={-4} y2={height} />
        <text y={-7} textAnchor={left < textRoom ? 'start' : left > width - textRoom ? 'end' : 'middle'}>
          {level === null ? '' : `L${level} `}
          {sizeText(bytes)}
        </text>
      </g>
    )
  })
}
