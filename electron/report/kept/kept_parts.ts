/** The parts of a report that need millions of pairs. */
import type { KeptWeights } from '../../export/samples.ts'
import type { PairFinding } from '../../../shared/findings/finding.ts'
import type { PairReport } from '../../../shared/report.ts'
import type { ReportParts } from '../report.ts'
import type { LineRun } from './noted_lines.ts'

export type KeptParts = ReportParts<PairReport[]>

export interface KeptReport {
  /** Source lines that the findings used. */
  lines: LineRun[]
  /** Pairs of each tool. */
  top: number
  /** The finding of each of the MOST_KEPT largest pairs of each tool. */
  pairFindings: Array<[pair: number, PairFinding | null]>
  parts: KeptParts
  /** MOST_KEPT of each kind and table, for exported stacks. */
  weights: KeptWeights
}
