/** Where the two sides of a pair part: the place to hoist to (RDX VI-B), and the static scope of a redundancy (metrics.md section 5). */
import { placeText } from './frames.ts'
import type { ProfileTables } from './profile.ts'
import { FUNCTION, INLINED } from './tables.ts'

/**
 * Innermost function that both contexts run in, as "function file:line" of its declaration; null if they share none
 * (two threads, or callers that were lost).
 * @param source row of kind INSTRUCTION, like `target`
 */
export function commonAncestor(profile: ProfileTables, source: number, target: number): string | null {
  const { nodes, functions, files } = profile
  let node = lowestCommonRow(nodes.parent, source, target)
  while (node >= 0 && nodes.kind[node] !== FUNCTION && nodes.kind[node] !== INLINED) node = nodes.parent[node]!
  if (node < 0) return null
  const described = functions[nodes.functionIndex[node]!]!
  return placeText(described.name, files[described.file] ?? null, described.line > 0 ? described.line : null)
}

/** Lowest row above or at both; parents have smaller numbers than their children. */
export function lowestCommonRow(parent: Int32Array, a: number, b: number): number {
  let [one, other] = [a, b]
  while (one !== other) {
    if (one > other) one = parent[one]!
    else other = parent[other]!
  }
  return one
}
