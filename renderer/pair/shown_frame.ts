/** Which frame of an access's calling context a pane shows, and with it which line its commands open. */
import type { Finding } from '../../shared/findings/finding.ts'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import type { Side } from '../application/pair_side.ts'
import { findingPlaces, frameOfPlaces } from '../findings/finding_pair.ts'
import { chainOf, innermostWithSource } from './chain.ts'

interface Shown {
  details: PairDetails
  /** That the person chose; null: none. */
  chosen: number | null
  disassembly: boolean
  /** Of the profile, as far as they are loaded. */
  findings: readonly Finding[]
}

/**
 * Index into the side's chain: the chosen frame; else the line that the pair's finding names, which is further out than the innermost
 * line where the compiler writes code by itself, such as a copy of an object; else the innermost line. Machine code is that of the access.
 */
export function shownFrameOf({ details, chosen, disassembly, findings }: Shown, side: Side): number {
  const chain = chainOf(details[side])
  const leaf = chain.length - 1
  if (chosen !== null) return Math.min(chosen, leaf)
  return disassembly ? leaf : (frameOfPlaces(findingPlaces(findings, details.row.pair), side, chain) ?? innermostWithSource(chain))
}
