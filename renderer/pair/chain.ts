import type { PairSide } from '../../shared/rpc/contract.ts'
import type { Frame } from '../../shared/report.ts'

/** A side's context with the access as its last frame, whether or not the frames already end with it. */
export function chainOf(side: PairSide): Frame[] {
  const last = side.frames.at(-1)
  const endsWithLeaf = last !== undefined && last.address === side.leaf.address && last.function === side.leaf.function && last.line === side.leaf.line
  return endsWithLeaf ? [...side.frames.slice(0, -1), side.leaf] : [...side.frames, side.leaf]
}
