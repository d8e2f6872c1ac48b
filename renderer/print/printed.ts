/** Contents of a printed profile (run, figures, findings, heaviest pairs with their lines) and of a printed comparison. */
import type { ComparedPair, Normalisation } from '../../shared/comparison.ts'
import type { Findings, PairFinding } from '../../shared/findings/finding.ts'
import type { ComparisonSummary, ProfileSummary } from '../../shared/rpc/contract.ts'
import type { PairDetails, PairNote, PairRow } from '../../shared/rpc/pairs.ts'
import type { Frame } from '../../shared/profile/frame.ts'
import type { Tool } from '../../shared/run.ts'

export interface PrintedLine {
  number: number
  text: string
  lit: boolean
}

export interface PrintedSide {
  /** Outermost first. */
  frames: Frame[]
  /** Empty where the source is not at hand. */
  lines: PrintedLine[]
}

export interface PrintedPair {
  /** Same as in the pane of the pair. */
  finding: PairFinding | null
  row: PairRow
  advice: PairDetails['advice']
  sides: Record<'source' | 'target', PrintedSide>
}

export interface PrintedRun {
  summary: ProfileSummary
  tool: Tool
  /** Filtered like in the window: the first of `findingCount`. */
  findings: Findings
  findingCount: number
  /** By the finding's identity. */
  findingNotes: Readonly<Record<string, PairNote>>
  pairs: PairRow[]
  /** Number of all wasteful pairs of the tool. */
  pairCount: number
  details: PrintedPair[]
}

export interface PrintedComparison {
  summary: ComparisonSummary
  tool: Tool
  normalisation: Normalisation
  /** Filtered and sorted like in the window: the first of `pairCount`. */
  pairs: ComparedPair[]
  pairCount: number
}

export type PrintedPage = { kind: 'run'; run: PrintedRun } | { kind: 'comparison'; comparison: PrintedComparison }
