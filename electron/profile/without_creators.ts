/** A profile whose threads all begin at the root of the tree, wherever they were created: what they do alike is one row. */
import { TreeBuilder } from '../analysis/tree_builder.ts'
import { creationFunctions, isCreationRow } from '../../shared/profile/created_threads.ts'
import type { Profile } from '../../shared/profile/profile.ts'
import { INSTRUCTION } from '../../shared/profile/tables.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import { withColumns } from '../../shared/profile/columns/with_columns.ts'

export interface CutProfile {
  /** Pairs keep their numbers: pairs of the same code in threads that were created in different places stay apart. */
  profile: Profile
  /** For each row of the whole tree its row in the cut one. */
  cutRow: Int32Array
}

/** @returns null where no row tells who created a thread */
export function withoutCreators(profile: Profile): CutProfile | null {
  const creations = creationFunctions(profile)
  if (creations === null) return null
  const { nodes, rowOf } = cutTree(profile, creations)
  const row = (node: number): number => (node < 0 ? node : rowOf[node]!)
  const { pairs, censored, trace, watches, cpuTimes, executed, contextTotals } = profile
  return {
    cutRow: rowOf,
    profile: {
      ...profile,
      nodes,
      pairs: withColumns(pairs, { source: pairs.source.map(row), target: pairs.target.map(row), scope: pairs.scope.map((scope) => row(scope) || -1) }),
      watches: summed(watches, row),
      cpuTimes: summed(cpuTimes, row),
      executed: summed(executed, row),
      contextTotals: summed(contextTotals, row),
      censored: { ...censored, node: censored.node.map(row) },
      trace: { ...trace, node: trace.node.map(row) },
      objects: profile.objects.map((object) => ({ ...object, allocation: row(object.allocation) })),
      spatialValues: profile.spatialValues.map((values) => ({ ...values, node: row(values.node) })),
    },
  }
}

function cutTree({ nodes }: Profile, creations: Uint8Array): Pick<ReturnType<TreeBuilder['finish']>, 'nodes' | 'rowOf'> {
  const { parent, kind, functionIndex, file, line, address, instruction } = nodes
  const builder = new TreeBuilder()
  const built = new Int32Array(nodes.length).fill(TreeBuilder.root)
  for (let node = 1; node < nodes.length; node++) {
    if (isCreationRow(nodes, creations, node)) continue
    const above = built[parent[node]!]!
    built[node] =
      kind[node] === INSTRUCTION
        ? builder.instruction(above, functionIndex[node]!, instruction[node]!, address[node]!)
        : builder.node(above, { kind: kind[node]!, functionIndex: functionIndex[node]!, file: file[node]!, line: line[node]!, address: address[node]! })
  }
  const { nodes: cut, rowOf } = builder.finish()
  return { nodes: cut, rowOf: built.map((row) => rowOf[row]!) }
}

type Column = Int32Array | Uint8Array | Float64Array

/** Rows of one node, and of one tool where the table has tools, are one with the sums of their amounts; in ascending order of nodes. */
function summed<T extends { length: number; node: Int32Array; tool?: Uint8Array }>(table: T, rowOf: (node: number) => number): T {
  const rows = new PairInterner()
  const target = Array.from({ length: table.length }, (_, at) => rows.intern(rowOf(table.node[at]!), table.tool?.[at] ?? 0))
  const order = Array.from({ length: rows.length }, (_, at) => at).sort((a, b) => rows.first(a) - rows.first(b) || rows.second(a) - rows.second(b))
  const place = new Int32Array(rows.length)
  order.forEach((row, at) => (place[row] = at))
  const columns = Object.entries(table).map(([name, column]: [string, Column | number]) => {
    if (typeof column === 'number') return [name, rows.length]
    const made = new (column.constructor as new (length: number) => Column)(rows.length)
    target.forEach((row, at) => {
      const value = name === 'node' ? rowOf(column[at]!) : column[at]!
      if (column instanceof Float64Array) made[place[row]!]! += value
      else made[place[row]!] = value
    })
    return [name, made]
  })
  return Object.fromEntries(columns) as T
}
