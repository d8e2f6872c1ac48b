import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { RunDescription } from '../../shared/report.ts'

/** What a run's figures rest on: watchpoints that fired, or accesses where every one was seen. */
export interface EvidenceWords {
  /** "trap", as it is counted. */
  one: string
  /** Of the column that counts them. */
  title: string
  description: string
}

const sampled: EvidenceWords = { one: 'trap', title: 'traps', description: `Watchpoints that fired; below ${FEWEST_TRAPS} the figures are dimmed` }
const counted: EvidenceWords = { one: 'instance', title: 'instances', description: 'Accesses that ended so; every one was seen' }

export function evidenceWords({ engine }: Pick<RunDescription, 'engine'>): EvidenceWords {
  return engine === 'exhaustive' ? counted : sampled
}

/** Too few to trust figures that are estimates. */
export function isFew(run: Pick<RunDescription, 'engine'>, traps: number): boolean {
  return run.engine !== 'exhaustive' && traps < FEWEST_TRAPS
}
