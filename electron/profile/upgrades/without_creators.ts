/**
 * A profile whose threads all begin at the root of the tree, wherever they were created: equal work becomes one row.
 */
import { creationRows } from '../../../shared/profile/created_threads.ts'
import { defineLazily } from '../../../shared/profile/columns/lazy_property.ts'
import { withColumns } from '../../../shared/profile/columns/with_columns.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import { cutTree } from './cut_tree.ts'
import { summedRows } from './summed_rows.ts'

export interface CutProfile {
  /** Pairs keep their numbers: pairs of the same code in threads created at different places stay apart. */
  profile: Profile
  /** For each row of the whole tree its row in the cut one. */
  cutRow: Int32Array
}

/** @param endsOf of the subtrees of the profile's tree @returns null if no row names a thread's creator */
export function withoutCreators(profile: Profile, endsOf: () => Int32Array): CutProfile | null {
  const creations = creationRows(profile)
  if (creations.length === 0) return null
  const { nodes, rowOf } = cutTree(profile.nodes, endsOf(), Int32Array.from(creations))
  const row = (node: number): number => (node < 0 ? node : rowOf[node]!)
  // Large parts are made on request, like everything that is then read.
  const pairs = withColumns(profile.pairs, {})
  defineLazily(pairs, 'source', () => profile.pairs.source.map(row))
  defineLazily(pairs, 'target', () => profile.pairs.target.map(row))
  defineLazily(pairs, 'scope', () => profile.pairs.scope.map((scope) => row(scope) || -1))
  const cut = withColumns(profile, { nodes, pairs })
  defineLazily(cut, 'watches', () => summedRows(profile.watches, rowOf))
  defineLazily(cut, 'cpuTimes', () => summedRows(profile.cpuTimes, rowOf))
  defineLazily(cut, 'executed', () => summedRows(profile.executed, rowOf))
  defineLazily(cut, 'contextTotals', () => summedRows(profile.contextTotals, rowOf))
  defineLazily(cut, 'censored', () => ({ ...profile.censored, node: profile.censored.node.map(row) }))
  defineLazily(cut, 'trace', () => ({ ...profile.trace, node: profile.trace.node.map(row) }))
  defineLazily(cut, 'objects', () => profile.objects.map((object) => ({ ...object, allocation: row(object.allocation) })))
  defineLazily(cut, 'spatialValues', () => profile.spatialValues.map((values) => ({ ...values, node: row(values.node) })))
  return { profile: cut, cutRow: rowOf }
}
