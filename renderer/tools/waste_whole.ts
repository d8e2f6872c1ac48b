/** The denominator of waste percentages: the same one for trees, pairs, source margins and machine code. */
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { Tool } from '../../shared/run.ts'
import type { ShareWhole } from './evidence.ts'
import { toolWords } from './tools.ts'

/** The user's choice (Preferences.shareOf). */
export type ShareOf = 'run' | 'waste'

export interface WasteWhole {
  of: ShareOf
  /** In the unit of the run's waste; 0: there is nothing to divide by. */
  amount: number
  /** Waste and use that the tool saw. */
  seen: number
  /** Heads of columns: with everything below, and alone. */
  title: string
  ownTitle: string
  /** "36 % of WORDS". */
  words: string
  /** Argument of shareEvidence. */
  evidence: ShareWhole
}

type Measured = Pick<ProfileSummary, 'run' | 'runCost' | 'totals'>

/** Waste and the run's cost are amounts of one unit: waste in bytes has no share of a time. */
export function knowsRunShares({ run, runCost }: Pick<Measured, 'run' | 'runCost'>): boolean {
  return run.unit === 'ns' && runCost?.measure === 'cpu-time' && runCost.amount > 0
}

/** @param wanted taken where it is known; all waste of the tool otherwise */
export function wasteWhole(summary: Measured, tool: Tool, wanted: ShareOf): WasteWhole {
  const totals = summary.totals[tool]
  const seen = (totals?.waste ?? 0) + (totals?.use ?? 0)
  if (wanted === 'waste' || !knowsRunShares(summary))
    return {
      of: 'waste',
      amount: totals?.waste ?? 0,
      seen,
      title: '% of waste',
      ownTitle: 'own % of waste',
      words: `all waste by ${toolWords[tool].name}`,
      evidence: 'waste',
    }
  const { amount, interrupts } = summary.runCost!
  // Each sample of the tool represents as much time as the others: those of all the time are as many more.
  const trials = seen > 0 ? Math.round(((totals?.traps ?? 0) * amount) / seen) : 0
  return {
    of: 'run',
    amount,
    seen,
    title: 'wasted time',
    ownTitle: 'own wasted time',
    words: COST_NAMES['cpu-time'].whole,
    evidence: { trials: interrupts === null ? trials : Math.min(trials, interrupts) },
  }
}

/** 0..1; null where there is nothing to divide by. A tool's few samples may by chance represent more time than the run took. */
export function shareOfWhole(waste: number, { amount }: Pick<WasteWhole, 'amount'>): number | null {
  return amount === 0 ? null : Math.min(1, waste / amount)
}

/**
 * The share of a wasteful pair. Its interval belongs to its share of everything that the tool saw.
 * @param ci95 of that share
 */
export function intervalOfWhole(ci95: [number, number] | null, { seen, amount, of }: WasteWhole): [number, number] | null {
  if (ci95 === null || of !== 'run' || amount === 0) return null
  return [(ci95[0] * seen) / amount, (ci95[1] * seen) / amount]
}

/** Description for a column's head. */
export function wholeDescription(what: string, { of, words }: WasteWhole): string {
  return `${what}, as a share of ${words}${of === 'run' ? '' : '. Choose shares of the CPU time in View options, if it is known.'}`
}
