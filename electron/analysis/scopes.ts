/** Finds the rows of the tree that measured scopes are (metrics.md section 5). */
import { FUNCTION, LOOP } from '../../shared/profile/tables.ts'
import type { RawScopes } from '../raw/raw_exact.ts'
import { SCOPES } from '../raw/raw_layout.ts'
import type { ContextTree } from './build_tree.ts'

export class ScopeFinder {
  readonly #tree: Pick<ContextTree, 'nodes' | 'frameNode'>
  #lost = 0

  constructor(tree: Pick<ContextTree, 'nodes' | 'frameNode'>) {
    this.#tree = tree
  }

  /** Scopes asked for that are no row of the tree: loops that the symbols do not show. */
  get lost(): number {
    return this.#lost
  }

  /**
   * Row of kind LOOP or FUNCTION above `node`; −1 if there is none.
   * @param rows merged context of each context of the scope's writer
   * @param node of the pair's earlier access
   */
  node(scopes: RawScopes, scope: number, rows: Int32Array, node: number): number {
    const { nodes, frameNode } = this.#tree
    const context = scopes.context[scope]! < 0 ? -1 : rows[scopes.context[scope]!]!
    const caller = context < 0 ? 0 : frameNode[context]!
    const isLoop = SCOPES[scopes.kind[scope] as keyof typeof SCOPES] === 'loop'
    let found = -1
    let at = node
    // The last one on the way up is the outermost below the call: recursion below it repeats loops.
    for (; at > Math.max(0, caller); at = nodes.parent[at]!) {
      if (isLoop ? nodes.kind[at] === LOOP && nodes.address[at] === scopes.offset[scope] : nodes.kind[at] === FUNCTION) found = at
    }
    if (found >= 0 && at === caller) return found
    this.#lost++
    return -1
  }
}
