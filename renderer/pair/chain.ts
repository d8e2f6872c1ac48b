import { isSystemSource, OWN, ownerOfModule } from '../../shared/findings/own_code.ts'
import { isStartUpFunction } from '../../shared/names/runtimes/start_up_functions.ts'
import type { PairSide } from '../../shared/rpc/pairs.ts'
import type { Frame } from '../../shared/profile/frame.ts'

/** The innermost frame with source, of the program itself before a library: there the reader can change something. The access where only what starts the program has source. */
export function innermostWithSource(chain: readonly Frame[]): number {
  const hasSource = ({ file, function: name }: Frame): boolean => file !== null && !isStartUpFunction(name)
  const isOwn = (frame: Frame): boolean => hasSource(frame) && ownerOfModule(frame.module) === OWN && !isSystemSource(frame.file ?? '')
  const own = chain.findLastIndex(isOwn)
  const found = own === -1 ? chain.findLastIndex(hasSource) : own
  return found === -1 ? chain.length - 1 : found
}

/** A side's context with the access as its last frame. */
export function chainOf(side: PairSide): Frame[] {
  return [...side.frames, side.leaf]
}
