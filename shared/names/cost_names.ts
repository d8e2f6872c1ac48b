/** Names of a run's cost in columns and sentences. */
import type { RunMeasure } from '../findings/finding.ts'

export interface CostNames {
  /** Heads of columns: with everything below, and alone. */
  title: string
  ownTitle: string
  /** "Share of WHOLE". */
  whole: string
  /** After an amount: "5.1 s of CPU time", "412k executed instructions". */
  amountOf: string
}

export const COST_NAMES: Record<RunMeasure, CostNames> = {
  'cpu-time': { title: 'CPU time', ownTitle: 'own CPU time', whole: "the run's CPU time", amountOf: 'of CPU time' },
  instructions: {
    title: 'executed instructions',
    ownTitle: 'own executed instructions',
    whole: "the run's executed instructions",
    amountOf: 'executed instructions',
  },
}

/** The denominator of a finding's or wait's share. */
export function wholeOf({ measure }: { measure: RunMeasure | null }): string {
  return measure === 'instructions' ? "the run's instructions" : 'the run'
}
