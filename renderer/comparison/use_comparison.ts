import { useAppState } from '../application/context.ts'
import type { OpenComparison } from './open_comparison.ts'

/** The open comparison; only for components inside its window. */
export function useComparison<T>(select: (comparison: OpenComparison) => T): T {
  return useAppState(({ comparison }) => {
    if (comparison === null) throw new Error('No comparison is open.')
    return select(comparison)
  })
}
