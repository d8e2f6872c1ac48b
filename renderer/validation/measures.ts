/** Measures that can be drawn of a validation's estimates: figures of one kind, with their spread over the seeds. */
import type { RankAgreement } from '../../shared/metrics/statistics/rank_agreement.ts'
import type { Estimate, SeededEstimate, Similarity, Truth } from '../../shared/validation.ts'
import { percentText, percentTick, significant } from '../format/quantities.ts'

/** One setting's figure: of several seeds the mean and how far they reach, of one its interval where it has one. */
export interface MeasuredPoint {
  value: number
  low: number
  high: number
}

export interface Measure {
  id: string
  title: string
  description: string
  /** Null where the setting has no such figure. */
  of(estimate: Estimate): MeasuredPoint | null
  /** The expected figure, and its name. */
  goal(truth: Truth): { value: number; name: string } | null
  /** No figure lies beyond these. */
  least: number
  most: number
  /** Figures are drawn over at least so much, so that noise does not look like a trend. */
  span: number
  text(value: number): string
  tick(value: number): string
}

const share = { least: 0, most: 1, span: 0.02, text: percentText, tick: percentTick }
const points = {
  least: 0,
  most: 100,
  span: 1,
  text: (value: number) => `${significant(value)} points`,
  tick: (value: number) => String(Number(value.toPrecision(3))),
}
const similarity = { least: 0, most: 1, span: 0.05, text: (value: number) => value.toFixed(3), tick: (value: number) => String(Number(value.toPrecision(3))) }

const fraction: Measure = {
  ...share,
  id: 'estimate',
  title: 'estimate',
  description: 'Estimated fraction of waste; the dashed line is the ground truth',
  goal: (truth) => (truth.fraction === null ? null : { value: truth.fraction, name: 'ground truth' }),
  of({ runs, summary }) {
    if (summary === null) return null
    const only = runs.length === 1 ? runs[0]?.ci95 : undefined
    const [low, high] = only ?? [summary.least, summary.greatest]
    return { value: summary.mean, low, high }
  },
}

const error: Measure = {
  ...points,
  id: 'error',
  title: 'error',
  description: 'Absolute difference between estimate and ground truth, in percentage points (WITCH Figures 4 and 5)',
  goal: () => ({ value: 0, name: 'no error' }),
  of: ({ runs }) => spreadOf(runs.map(({ difference }) => (difference === null ? null : Math.abs(difference)))),
}

const edits = ofRanks(
  'edits',
  'Insertions, removals and replacements that turn the largest estimated pairs into the largest exact ones, as a share of these pairs (WITCH section 7)',
  share,
  ({ editDistance, pairs }) => editDistance / Math.max(1, pairs),
)
const missed = ofRanks(
  'missed pairs',
  'Share of the largest exact pairs that are not among the largest estimated ones',
  share,
  ({ setDifference, pairs }) => setDifference / Math.max(1, pairs),
)
const weights = ofRanks(
  'weights',
  'Mean difference between the shares of waste at the same rank, in percentage points',
  points,
  ({ weightDifference }) => weightDifference * 100,
)

/** For tools that know waste and use. */
export const fractionMeasures: Measure[] = [fraction, error, edits, missed, weights]

/** For reuse distances: how like the exact histograms the estimated ones are. */
export const similarityMeasures: Measure[] = [
  ofReuse('time', 's', 'time similarity'),
  ofReuse('time', 'smoothed', 'time similarity, smoothed'),
  ofReuse('stack', 's', 'stack similarity'),
  ofReuse('stack', 'smoothed', 'stack similarity, smoothed'),
]

type Scale = Pick<Measure, 'least' | 'most' | 'span' | 'text' | 'tick'>

function ofRanks(title: string, description: string, scale: Scale, pick: (ranks: RankAgreement) => number): Measure {
  return {
    ...scale,
    id: title,
    title,
    description,
    goal: () => ({ value: 0, name: 'the exact order' }),
    of: ({ runs }) => spreadOf(runs.map(({ ranks }) => (ranks === null ? null : pick(ranks)))),
  }
}

function ofReuse(axis: 'time' | 'stack', kind: keyof Similarity, title: string): Measure {
  return {
    ...similarity,
    id: title,
    title,
    description: `How similar the histogram of ${axis} distances is to the exact one${kind === 's' ? '' : ', neighbouring bars averaged'}: 1 is the same (${kind === 's' ? 'S of RDX, equation 1' : 'Ŝ of RDX, equation 2'})`,
    goal: ({ reuse }) =>
      axis === 'time' || reuse === null ? { value: 1, name: 'the same histogram' } : { value: reuse.modelSimilarity[kind], name: 'from exact time distances' },
    of: ({ runs }) => spreadOf(runs.map(({ reuse }: SeededEstimate) => reuse?.[axis][kind] ?? null)),
  }
}

function spreadOf(values: Array<number | null>): MeasuredPoint | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  return { value: known.reduce((sum, value) => sum + value, 0) / known.length, low: Math.min(...known), high: Math.max(...known) }
}
