import { intervalText } from '../../shared/names/interval_text.ts'
import { proportionInterval } from '../../shared/compare/numbers.ts'
import type { ComparedTotals } from '../../shared/comparison.ts'
import type { Side } from '../../shared/compare/compared_number.ts'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { effectiveTrials, type SampleWeights } from '../../shared/metrics/unequal_periods.ts'
import type { RunDescription, Totals } from '../../shared/run.ts'
import { countedText, countText } from '../format/quantities.ts'

/** Words for the evidence of a run's figures: watchpoints that fired, or accesses where every one was seen. */
export interface EvidenceWords {
  /** "trap", as it is counted. */
  one: string
  /** Title of the column that counts them. */
  title: string
  description: string
}

const sampled: EvidenceWords = {
  one: 'observation',
  title: 'observations',
  description: `Observations: watchpoint traps. Figures from fewer than ${FEWEST_TRAPS} are dimmed: they are not reliable.`,
}
const counted: EvidenceWords = { one: 'instance', title: 'instances', description: 'Accesses with this outcome; every access was counted' }

export function evidenceWords({ engine }: Pick<RunDescription, 'engine'>): EvidenceWords {
  return engine === 'exhaustive' ? counted : sampled
}

/** Too few to trust figures that are estimates. */
export function isFew(run: Pick<RunDescription, 'engine'>, traps: number): boolean {
  return run.engine !== 'exhaustive' && traps < FEWEST_TRAPS
}

/** The evidence for a tool's shares: the recording method, and everything the tool saw. */
export interface EvidenceBasis {
  engine: RunDescription['engine']
  /** Nothing was estimated. */
  exact: boolean
  /** Weights of samples with unequal periods. */
  weights?: SampleWeights
  /** Traps of the tool, and those of its waste: traps of use are the others. */
  traps: number
  wasteTraps: number
  /** Interval of the fraction of everything that the tool saw, if known. */
  ci95?: [number, number] | null
}

/** The basis of each of two runs. */
export function comparedBasis(
  runs: Record<Side, { run: Pick<RunDescription, 'engine' | 'sampleWeights'> }>,
  totals: Pick<ComparedTotals, 'traps' | 'fraction'> | undefined,
): Record<Side, EvidenceBasis> {
  const of = (side: Side): EvidenceBasis =>
    evidenceBasis(
      runs[side].run,
      totals === undefined ? undefined : { traps: totals.traps[side], fraction: totals.fraction[side], exact: totals.fraction.significance === 'exact' },
    )
  return { old: of('old'), new: of('new') }
}

export function evidenceBasis(
  { engine, sampleWeights }: Pick<RunDescription, 'engine' | 'sampleWeights'>,
  totals: (Pick<Totals, 'traps' | 'fraction' | 'exact'> & { ci95?: Totals['ci95'] }) | undefined,
): EvidenceBasis {
  const traps = totals?.traps ?? 0
  return {
    engine,
    ...(sampleWeights === undefined ? {} : { weights: sampleWeights }),
    exact: totals?.exact === true,
    traps,
    wasteTraps: Math.round(traps * (totals?.fraction ?? 1)),
    ...(totals?.ci95 === undefined ? {} : { ci95: totals.ci95 }),
  }
}

/** The denominator of a share: the tool's waste, its waste and use, the amount of so many samples; null: waste and use of the part itself. */
export type ShareWhole = 'waste' | 'all' | { trials: number } | null

/**
 * The interval of a share that has none of its own, and the traps behind it (docs/metrics.md, "How sure"); empty where there
 * is no share.
 * @param traps behind the part that the share is of
 */
export function shareEvidence(
  { engine, exact, weights, traps: allTraps, wasteTraps, ci95 = null }: EvidenceBasis,
  share: number | null,
  traps: number,
  whole: ShareWhole = null,
): string {
  if (share === null) return ''
  const here = countedText(traps, evidenceWords({ engine }).one)
  if (engine === 'exhaustive') return `${exact ? 'exact: every access was counted' : 'a part of the run was counted, so no interval is known'}; ${here}`
  const trials = whole === null ? traps : whole === 'waste' ? wasteTraps : whole === 'all' ? allTraps : whole.trials
  const behind = `${isFew({ engine }, traps) ? 'only ' : ''}${here}${whole === 'waste' || whole === 'all' ? `, ${countText(trials)} behind ${whole === 'waste' ? 'all waste' : 'all'}` : ''}`
  if (trials < FEWEST_TRAPS) return behind
  // All that the tool saw: one number has one interval, wherever it stands.
  if (whole === null && traps === allTraps && ci95 !== null) return `95 % interval ${intervalText(ci95)}; ${behind}`
  // The fraction of a part is of its own traps, which are waste or not by that share.
  const seen = whole === null ? traps * share : traps
  const interval = proportionInterval(Math.min(1, share), effectiveTrials({ amount: share, trials: seen }, { amount: 1, trials }, weights))
  return `95 % interval ${intervalText(interval)}; ${behind}`
}
