/** What a printed profile consists of: the run, its figures, and its heaviest pairs with their lines. */
import type { PairDetails, PairRow, ProfileSummary } from '../../shared/rpc/contract.ts'
import type { Frame, Tool } from '../../shared/report.ts'

export interface PrintedLine { number: number; text: string; lit: boolean }

export interface PrintedSide {
  /** Outermost first. */
  frames: Frame[]
  /** Empty where the source is not at hand. */
  lines: PrintedLine[]
}

export interface PrintedPair { row: PairRow; advice: PairDetails['advice']; sides: Record<'source' | 'target', PrintedSide> }

export interface PrintedRun {
  summary: ProfileSummary
  tool: Tool
  pairs: PairRow[]
  /** Of all pairs of the tool that waste. */
  pairCount: number
  details: PrintedPair[]
}
