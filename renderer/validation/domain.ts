/** The range of a chart's axis. */
import type { Measure, MeasuredPoint } from './measures.ts'

const marginShare = 0.08

/** The shown range of a measure's axis: all points with their spread and the goal, and no less than the measure's span. */
export function domainOf(
  { least, most, span }: Pick<Measure, 'least' | 'most' | 'span'>,
  points: readonly MeasuredPoint[],
  goal: number | null,
): [number, number] {
  const values = [...points.flatMap(({ low, high, value }) => [low, high, value]), ...(goal === null ? [] : [goal])]
  if (values.length === 0) return [least, most]
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const wanted = Math.min(most - least, Math.max(span, (highest - lowest) * (1 + 2 * marginShare)))
  const from = Math.max(least, Math.min(most - wanted, (lowest + highest - wanted) / 2))
  return [from, from + wanted]
}
