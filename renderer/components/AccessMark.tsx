import type { Side } from '../application/pair_side.ts'

/** The two accesses of a pair: a hue and a shape each, the same everywhere. */
export const accessMarks: Record<Side, { sign: string; className: string; title: string }> = {
  source: { sign: '◆', className: 'earlier', title: 'earlier access' },
  target: { sign: '▲', className: 'later', title: 'later access' },
}

export function AccessMark({ side, tooltip }: { side: Side; tooltip?: string }) {
  const { sign, className, title } = accessMarks[side]
  return (
    <span className={className} role="img" aria-label={title} title={tooltip ?? title}>
      {sign}
    </span>
  )
}
