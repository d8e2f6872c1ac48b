/** A window's requests for a profile's trees, before anything else of the file is read. */
import { RpcError } from '../../shared/rpc/contract.ts'
import type { Sort } from '../../shared/rpc/trees.ts'
import { QueryEngine } from '../services/query/query_engine.ts'

const BY_WASTE: Sort = { column: 'wasteInclusive', descending: true }
const SCREENFUL = 60

/** @throws RpcError for a file that is refused; anything else is a fault */
export function showTrees(path: string): void {
  const engine = new QueryEngine(() => null)
  try {
    const { profile, run } = engine.answer('profile.open', { path })
    for (const tool of run.tools) {
      const { view } = engine.answer('tree.create', { profile, kind: 'top-down', sort: BY_WASTE, tool })
      const rows = (): ReturnType<typeof engine.answer<'tree.rows'>> => engine.answer('tree.rows', { view, start: 0, count: SCREENFUL })
      rows()
      engine.answer('tree.hotPath', { view, from: 0 })
      engine.answer('tree.sort', { view, sort: { column: 'wasteExclusive', descending: true }, keep: null })
      rows()
      openAll(engine, view, rows().version)
      engine.answer('tree.search', { view, text: 'a', regularExpression: false })
      engine.answer('tree.findMatch', { view, from: -1, direction: 1 })
      for (const { node } of rows().rows) if (node !== undefined) engine.answer('tree.reveal', { view, node, pair: null })
    }
    while (engine.readAhead());
    for (const kind of ['flat', 'bottom-up'] as const) {
      const { view } = engine.answer('tree.create', { profile, kind, sort: BY_WASTE })
      engine.answer('tree.rows', { view, start: 0, count: SCREENFUL })
    }
  } finally {
    engine.close()
  }
}

/** Trees that are too large are rejected; a file may claim false subtree ends. */
function openAll(engine: QueryEngine, view: number, version: number): void {
  try {
    engine.answer('tree.expand', { view, version, index: 0, expanded: true, deep: true })
  } catch (error) {
    if (!(error instanceof RpcError && error.code === 'refused')) throw error
  }
}
