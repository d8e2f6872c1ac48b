import type { PairSide } from '../../shared/rpc/pairs.ts'
import type { Frame } from '../../shared/report.ts'

/** A side's context with the access as its last frame. */
export function chainOf(side: PairSide): Frame[] {
  return [...side.frames, side.leaf]
}
