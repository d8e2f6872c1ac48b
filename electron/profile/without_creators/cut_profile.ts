/**
 * A profile whose threads all begin at the root of the tree, wherever they were created: equal work becomes one row.
 * Its parts are made on first access, as those of the profile are read.
 */
import { knowCreationRows } from '../../../shared/profile/created_threads.ts'
import { defineLazily, readAlone, valueAt } from '../../../shared/profile/columns/lazy_property.ts'
import { withColumns } from '../../../shared/profile/columns/with_columns.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { NodeTable } from '../../../shared/profile/tables.ts'
import { keepContextSums } from '../../../shared/profile/tree/context_sums.ts'
import type { CutTree } from './cut_tree.ts'
import { summedLater, summedRows } from './summed_rows.ts'

/**
 * Pairs keep their numbers: pairs of the same code in threads created at different places stay apart.
 * @param contextTotals rows that the table then has; null: not known
 */
export function cutProfile<T extends ProfileTables>(profile: T, cut: CutTree, contextTotals: number | null): T {
  const rowAt = (row: number): number => (row < 0 ? row : valueAt(cut, 'rowOf', row))
  const made = withColumns(profile, { nodes: cutNodes(profile.nodes, cut), pairs: cutPairs(profile.pairs, cut) } as Partial<T>)
  knowCreationRows(made.nodes, [])
  defineLazily(made, 'watches', () => summedRows(profile.watches, cut))
  defineLazily(made, 'cpuTimes', () => summedRows(profile.cpuTimes, cut))
  defineLazily(made, 'executed', () => summedRows(profile.executed, cut))
  defineLazily(made, 'contextTotals', () =>
    keepContextSums(
      profile.contextTotals,
      contextTotals === null ? summedRows(profile.contextTotals, cut) : summedLater(profile.contextTotals, cut, contextTotals),
    ),
  )
  defineLazily(made, 'censored', () => ({ ...profile.censored, node: profile.censored.node.map(rowAt) }))
  defineLazily(made, 'trace', () => {
    const trace = withColumns(profile.trace, {})
    defineLazily(trace, 'node', () => readAlone(profile.trace, 'node').map(rowAt))
    return trace
  })
  defineLazily(made, 'objects', () => profile.objects.map((object) => ({ ...object, allocation: rowAt(object.allocation) })))
  defineLazily(made, 'spatialValues', () => profile.spatialValues.map((values) => ({ ...values, node: rowAt(values.node) })))
  return made
}

const OWN_COLUMNS = ['kind', 'functionIndex', 'file', 'line', 'address', 'instruction'] as const

export function cutNodes(nodes: NodeTable, cut: CutTree): NodeTable {
  const made = { length: cut.length } as NodeTable
  defineLazily(
    made,
    'parent',
    () => {
      const [parent, { from, rowOf }] = [readAlone(nodes, 'parent'), cut]
      return from.map((row) => (row === 0 ? -1 : rowOf[parent[row]!]!))
    },
    (row) => (row === 0 ? -1 : valueAt(cut, 'rowOf', valueAt(nodes, 'parent', valueAt(cut, 'from', row)))),
  )
  for (const name of OWN_COLUMNS) {
    defineLazily(
      made,
      name,
      () => {
        const [column, { from }] = [readAlone(nodes, name), cut]
        const values = new (column.constructor as new (length: number) => typeof column)(cut.length)
        for (let row = 0; row < from.length; row++) values[row] = column[from[row]!]!
        return values as never
      },
      (row) => valueAt(nodes, name, valueAt(cut, 'from', row)),
    )
  }
  return made
}

function cutPairs(pairs: ProfileTables['pairs'], cut: CutTree): ProfileTables['pairs'] {
  const made = withColumns(pairs, {})
  for (const name of ['source', 'target', 'scope'] as const) {
    // Scopes may have been left out, accesses not.
    const moved = (row: number, rowAt: (row: number) => number): number => (row < 0 ? row : rowAt(row) || -1)
    defineLazily(
      made,
      name,
      () => {
        const [column, { rowOf }] = [readAlone(pairs, name), cut]
        return column.map((row) => moved(row, (of) => rowOf[of]!))
      },
      (pair) => moved(valueAt(pairs, name, pair), (row) => valueAt(cut, 'rowOf', row)),
    )
  }
  return made
}
