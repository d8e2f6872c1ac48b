/** Finds the rows of the tree that measured scopes are (metrics.md section 5). */
import { FUNCTION, LOOP, TAIL_CALL } from '../../../shared/profile/tables.ts'
import type { RawScopes } from '../../raw/raw_exact.ts'
import { SCOPES } from '../../raw/raw_layout.ts'
import type { ContextTree } from '../build_tree.ts'

export class ScopeFinder {
  readonly #tree: Pick<ContextTree, 'nodes' | 'frameNode'>
  #lost = 0

  constructor(tree: Pick<ContextTree, 'nodes' | 'frameNode'>) {
    this.#tree = tree
  }

  /** Requested scopes that are no row of the tree: loops that the symbols do not show. */
  get lost(): number {
    return this.#lost
  }

  /**
   * Row of kind LOOP, FUNCTION or TAIL_CALL above `node`; −1 if there is none.
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
    let tailCalled = -1
    // The last one on the way up is the outermost one below the call: recursion repeats loops.
    for (; at > Math.max(0, caller); at = nodes.parent[at]!) {
      const kind = nodes.kind[at]!
      if (isLoop) {
        if (kind === LOOP && nodes.address[at] === scopes.offset[scope]) found = at
      } else if (kind === TAIL_CALL) {
        // The engine sees one call: the frame of the functions that left by tail calls.
        if (tailCalled < 0) tailCalled = at
      } else if (kind === FUNCTION) {
        found = tailCalled < 0 ? at : tailCalled
        tailCalled = -1
      }
    }
    if (found >= 0 && at === caller) return found
    this.#lost++
    return -1
  }
}
