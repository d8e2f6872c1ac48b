/** The ways to group pairs that a window offers and its sessions keep. */
import type { PairGrouping } from '../../shared/rpc/pairs.ts'

const places = ['line', 'function', 'file', 'module'] as const

/** After "by", in the order of the toolbar. */
export const pairGroupings: ReadonlyMap<PairGrouping, string> = new Map([
  ...places.map((place) => [`source-${place}`, `${place} of the earlier access`] as const),
  ...places.map((place) => [`target-${place}`, `${place} of the later access`] as const),
  ...places.map((place) => [`both-${place}`, `${place}s of both`] as const),
  ['object', 'object'] as const,
  ['advice', 'class of advice'] as const,
])
