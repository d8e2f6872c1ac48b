import { useRef } from 'react'

/** Bars from the first to the last that are chosen. */
export interface BarRange {
  first: number
  last: number
}

interface BarBrushProps {
  count: number
  /** Pixels of the left edge of a bar; of `count` the right edge of the last. */
  at(index: number): number
  height: number
  range: BarRange | null
  /** Absent where nothing can be chosen by a range. */
  onRange?: ((range: BarRange | null) => void) | undefined
  onPoint(index: number): void
}

/** The mouse area over a chart's bars: a drag chooses a range, a click one bar, another click none. */
export function BarBrush({ count, at, height, range, onRange, onPoint }: BarBrushProps) {
  const dragged = useRef<{ from: number; moved: boolean } | null>(null)
  return (
    <>
      {range === null ? null : <rect className="chart-range" x={at(range.first)} width={at(range.last + 1) - at(range.first)} y={0} height={height} />}
      {Array.from({ length: count }, (_, index) => (
        <rect
          key={index}
          className="chart-target"
          data-screen-only
          x={at(index)}
          width={at(index + 1) - at(index)}
          y={0}
          height={height}
          onPointerDown={() => (dragged.current = { from: index, moved: false })}
          onPointerEnter={(event) => {
            onPoint(index)
            // The button was released outside of the chart.
            if (event.buttons !== 1) dragged.current = null
            if (dragged.current === null) return
            dragged.current.moved ||= dragged.current.from !== index
            onRange?.({ first: Math.min(dragged.current.from, index), last: Math.max(dragged.current.from, index) })
          }}
          onPointerUp={() => {
            if (dragged.current?.moved === false) onRange?.(range?.first === index && range.last === index ? null : { first: index, last: index })
            dragged.current = null
          }}
        />
      ))}
    </>
  )
}

/** The range that also holds a bar; of one bar alone, chosen again, none. */
export function withBar(range: BarRange | null, index: number): BarRange | null {
  if (range === null) return { first: index, last: index }
  if (range.first === index && range.last === index) return null
  return { first: Math.min(range.first, index), last: Math.max(range.last, index) }
}
