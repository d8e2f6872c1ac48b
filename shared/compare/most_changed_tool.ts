import type { Tool } from '../run.ts'
import type { ComparedNumber } from './compared_number.ts'

/**
 * The tool that a comparison begins with, in its verdict and in its window: the one whose waste certainly changed most; where
 * no tool's did, the one that seems to have changed most. Null: no tool's change can be estimated.
 */
export function mostChangedTool(waste: Partial<Record<Tool, ComparedNumber>>): Tool | null {
  const changes = (Object.entries(waste) as Array<[Tool, ComparedNumber]>)
    .filter(([, { significance, old, new: recent }]) => significance !== 'unknown' && (old > 0 || recent > 0))
    .sort(([, a], [, b]) => Number(a.significance === 'noise') - Number(b.significance === 'noise') || Math.abs(b.change) - Math.abs(a.change))
  return changes[0]?.[0] ?? null
}
