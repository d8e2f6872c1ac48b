/**
 * Samples whose memory ended before anything was accessed there again (free, munmap): what memory that ended accounts for is
 * what η has beyond the credit of the pairs (metrics.md section 2).
 */
import type { ProfileTables } from '../profile/profile.ts'

/** The rounding error of sums of credits, as a share of them. */
const CRUMBS = 1e-9

/** By row of `watches`, samples. All 0 where no watchpoint's memory ended, and in recordings of samplers that did not see it. */
export function freedSamples({ watches, pairs, counters }: Pick<ProfileTables, 'watches' | 'pairs' | 'counters'>): Float64Array {
  const freed = new Float64Array(watches.length)
  if (!counters.some(({ name, value }) => name === 'freed' && value > 0)) return freed
  const key = (node: number, tool: number): number => node * TOOLS_AT_MOST + tool
  const credited = new Map<number, number>()
  for (let row = 0; row < pairs.length; row++) {
    const place = key(pairs.source[row]!, pairs.tool[row]!)
    credited.set(place, (credited.get(place) ?? 0) + pairs.credit[row]!)
  }
  for (let row = 0; row < watches.length; row++) {
    const place = key(watches.node[row]!, watches.tool[row]!)
    const accounted = watches.accounted[row]!
    const ofPairs = Math.min(accounted, credited.get(place) ?? 0)
    // Rows that were folded into one node share its pairs' amounts.
    credited.set(place, (credited.get(place) ?? 0) - ofPairs)
    freed[row] = accounted - ofPairs > CRUMBS * accounted ? accounted - ofPairs : 0
  }
  return freed
}

const TOOLS_AT_MOST = 256
