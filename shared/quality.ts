/** The quality of a run's measurement by one tool, in one word with its reasons (docs/metrics.md, Quality). */
import { intervalText } from './names/interval_text.ts'
import { FEWEST_TRAPS } from './metrics/statistics/bootstrap.ts'
import { capitalized } from './names/capitalized.ts'
import { counted } from './names/counted.ts'
import { measuredPart, NEARLY_ALL, observationsOf, obtainedShare, outcomeOf, outcomeWords, partText, type Recorded } from './outcome.ts'
import type { RunDescription, Statistics, Tool } from './run.ts'

export type QualityLevel = 'good' | 'fair' | 'poor' | 'nothing measured'

export interface Quality {
  level: QualityLevel
  /** Sentences; those that lowered the level first. */
  reasons: string[]
}

export type Judged = Recorded & {
  run: Recorded['run'] & Pick<RunDescription, 'windows'>
  stats: Recorded['stats'] & Pick<Statistics, 'blindSpot' | 'handlerShare' | 'dropped'>
}

/** Half widths of a share's 95 % interval, 0..1: a wider one lowers the level. */
const FAIR_INTERVAL = 0.1
const POOR_INTERVAL = 0.25
/** Shares of samples without a free debug register, and of CPU time in handlers. */
const MUCH_UNWATCHED = 0.1
const MUCH_OVERHEAD = 0.1

type Reason = [level: QualityLevel, text: string]

/** Values have no observations to judge: they are good wherever they were recorded. */
export function qualityOf(judged: Judged, tool: Tool): Quality {
  const outcome = outcomeOf(judged, tool)
  if (outcome.kind === 'not-measured') return { level: 'nothing measured', reasons: [capitalized(outcomeWords(outcome))] }
  const reasons = judged.run.engine === 'exhaustive' ? countedReasons(judged) : tool === 'values' ? [] : sampledReasons(judged, tool)
  const worst = levels.findLast((level) => reasons.some(([each]) => each === level)) ?? 'good'
  return { level: worst, reasons: reasons.toSorted(([a], [b]) => levels.indexOf(b) - levels.indexOf(a)).map(([, text]) => text) }
}

const levels: QualityLevel[] = ['good', 'fair', 'poor', 'nothing measured']

function countedReasons({ run: { windows } }: Judged): Reason[] {
  return [
    [
      'good',
      windows === undefined
        ? 'Every access was counted: the figures are exact.'
        : `Every access was counted in bursts that hold ${percent(windows.covered)} of the instructions.`,
    ],
  ]
}

function sampledReasons(judged: Judged, tool: Tool): Reason[] {
  const { stats } = judged
  const totals = judged.totals[tool]
  const observations = observationsOf(judged, tool)
  const part = measuredPart(judged, tool)
  const half = totals?.ci95 == null ? null : (totals.ci95[1] - totals.ci95[0]) / 2
  const lost = Object.values(stats.dropped).reduce((sum, count) => sum + count, 0)
  const reasons: Reason[] = [
    observations < FEWEST_TRAPS
      ? ['poor', `Only ${counted(observations, 'observation')}: record a longer run for reliable figures.`]
      : half === null
        ? ['good', `${counted(observations, 'observation')}.`]
        : [
            half > POOR_INTERVAL ? 'poor' : half > FAIR_INTERVAL ? 'fair' : 'good',
            `${counted(observations, 'observation')}: the 95 % interval is ${intervalText(totals!.ci95!)}.${half > FAIR_INTERVAL ? ' Record a longer run to narrow it.' : ''}`,
          ],
  ]
  if (part !== null) reasons.push([part.little ? 'poor' : obtainedShare(judged, tool) < NEARLY_ALL ? 'fair' : 'good', partText(part)])
  if (stats.blindSpot.share > 0)
    reasons.push([stats.blindSpot.share > MUCH_UNWATCHED ? 'fair' : 'good', `${percent(stats.blindSpot.share)} of the samples found no free debug register.`])
  if (totals !== undefined && totals.unaccountedShare > 0)
    reasons.push(['good', `${percent(totals.unaccountedShare)} of what was sampled is unresolved: no later access was seen.`])
  if (lost > 0) reasons.push(['good', `${counted(lost, 'sample was', 'samples were')} lost; Statistics has the causes.`])
  if (stats.handlerShare > 0)
    reasons.push([stats.handlerShare > MUCH_OVERHEAD ? 'fair' : 'good', `Hagstone used ${percent(stats.handlerShare)} of the CPU time to sample.`])
  return reasons
}

function percent(share: number): string {
  return share < 0.0001 ? 'Less than 0.01 %' : `${Number((share * 100).toPrecision(3))} %`
}
