/** The ways to group pairs that a window offers and its sessions keep. */
import type { PairGrouping } from '../../shared/rpc/pairs.ts'

const places = ['line', 'function', 'file', 'module'] as const

/** In the order of the toolbar. */
export const pairGroupings: readonly PairGrouping[] = [
  ...(['source', 'target', 'both'] as const).flatMap((side) => places.map((place): PairGrouping => `${side}-${place}`)),
  'object',
  'advice',
]
