/** Where the two sides of a pair part: the place to hoist to (RDX VI-B), and the static scope of a redundancy (metrics.md section 5). */
import { loopText, placeText } from '../frames.ts'
import { valueAt, valuesOf } from '../columns/lazy_property.ts'
import type { ProfileTables } from '../profile.ts'
import { isFunctionRow, LOOP, type NodeTable } from '../tables.ts'

/**
 * Innermost loop or function that both contexts run in: "loop at file:line", or "function file:line" of its
 * declaration; null if they share none (two threads, or callers that were lost). Where both sides are the same
 * instruction in the same context, the innermost loop around it repeats it, whichever caller that is in.
 * @param source row of kind INSTRUCTION, like `target`
 */
export function commonAncestor(profile: ProfileTables, source: number, target: number): string | null {
  const node = commonAncestorRow(profile.nodes, source, target)
  return node === 0 ? null : scopeText(profile, node)
}

/** The row of `commonAncestor`; 0, the root, if the contexts share none. */
export function commonAncestorRow(nodes: NodeTable, source: number, target: number): number {
  const parentOf = valuesOf(nodes, 'parent')
  const kindOf = valuesOf(nodes, 'kind')
  const innermost = (row: number, isWanted: (kind: number) => boolean): number | null => {
    for (let at = row; at >= 0; at = parentOf(at)) if (isWanted(kindOf(at))) return at
    return null
  }
  let node = lowestCommonRow(parentOf, source, target)
  if (source === target) node = innermost(source, (kind) => kind === LOOP) ?? node
  return innermost(node, (kind) => kind === LOOP || isFunctionRow(kind)) ?? 0
}

/**
 * "loop at file:line", or "function file:line" of its declaration.
 * @param row of kind LOOP or of a function
 * @param nameOf how to write the function's whole name
 */
export function scopeText(profile: ProfileTables, row: number, nameOf: (name: string) => string = (name) => name): string {
  const { nodes, functions, files } = profile
  if (valueAt(nodes, 'kind', row) === LOOP) return loopText(profile, row)
  const described = functions[valueAt(nodes, 'functionIndex', row)]!
  return placeText(nameOf(described.name), files[described.file] ?? null, described.line > 0 ? described.line : null, files)
}

/** Lowest row above or at both; parents have smaller numbers than their children. */
function lowestCommonRow(parentOf: (row: number) => number, a: number, b: number): number {
  let [one, other] = [a, b]
  while (one !== other) {
    if (one > other) one = parentOf(one)
    else other = parentOf(other)
  }
  return one
}
