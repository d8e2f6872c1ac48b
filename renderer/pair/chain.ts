import type { PairSide } from '../../shared/rpc/pairs.ts'
import type { Frame } from '../../shared/report.ts'

/** The innermost frame with source, where the reader can change something; the access where none has. */
export function innermostWithSource(chain: readonly Frame[]): number {
  const found = chain.findLastIndex(({ file }) => file !== null)
  return found === -1 ? chain.length - 1 : found
}

/** A side's context with the access as its last frame. */
export function chainOf(side: PairSide): Frame[] {
  return [...side.frames, side.leaf]
}
