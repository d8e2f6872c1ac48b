/**
 * Reads how the tree and the one without creators fit. As rows keep their order, whole chunks of rows move by the same
 * number, and are stored as that one.
 */
import { z } from 'zod'
import { checkOnceRead, checkValueAlone, checkValuesOnceRead, defineLazily, valueAt } from '../../../shared/profile/columns/lazy_property.ts'
import { subtreeEnds } from '../../../shared/profile/tree/call_tree.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { FUNCTION, LOOP, ROOT } from '../../../shared/profile/tables.ts'
import { InvalidProfile } from '../invalid_profile.ts'
import { DERIVED, WITHOUT_CREATORS } from '../profile_schema.ts'
import { ColumnReader } from '../read_columns.ts'
import type { Database } from '../sqlite.ts'
import { isLoopHolder } from '../validate_tables.ts'
import type { CutTree } from './cut_tree.ts'

export interface StoredCut extends CutTree {
  /** Rows of contextTotals. */
  contextTotals: number
}

const rowsSchema = z.object({ nodes: z.int().positive(), contextTotals: z.int().nonnegative() })

/** Its columns are read on first access. @returns null: the file has none */
export function storedCut(database: Database, { nodes, contextTotals }: ProfileTables, version: number): StoredCut | null {
  const value = database.rows('SELECT value FROM run WHERE name = ?', WITHOUT_CREATORS)[0]?.value
  if (typeof value !== 'string') return null
  const rows = rowsSchema.parse(JSON.parse(value))
  if (rows.nodes > nodes.length || rows.contextTotals > contextTotals.length) throw new InvalidProfile('without creators it has more rows')
  const cut = { length: rows.nodes, contextTotals: rows.contextTotals } as StoredCut
  const define = (name: 'from' | 'rowOf', length: number, limit: number): void => {
    const reader = new ColumnReader(database, { table: WITHOUT_CREATORS, column: name, type: DERIVED.withoutCreators[name], version }, length)
    defineLazily(
      cut,
      name,
      () => {
        const column = reader.read() as Int32Array
        for (let row = 0; row < column.length; row++) column[row]! += row
        return column
      },
      (row) => {
        const moved = reader.at(row)
        return moved === null ? null : moved + row
      },
    )
    checkValuesOnceRead(cut, name, (value) => require(value >= 0 && value < limit))
  }
  define('from', rows.nodes, nodes.length)
  define('rowOf', nodes.length, rows.nodes)
  checkValuesOnceRead(cut, 'from', (value, row) => require((row === 0) === (value === 0)))
  checkValuesOnceRead(cut, 'rowOf', (value, row) => require(row > 0 || value === 0))
  const fits = (kind: number, row: number, shown: number): boolean => (row === 0 ? kind === ROOT || kind === FUNCTION : kind === shown)
  checkOnceRead(cut, 'rowOf', (rowOf) => {
    const [{ kind }, { from }] = [nodes, cut]
    for (let row = 0; row < rowOf.length; row++) require(fits(kind[row]!, rowOf[row]!, kind[from[rowOf[row]!]!]!))
  })
  checkValueAlone(cut, 'rowOf', (row, whole) => require(fits(valueAt(nodes, 'kind', whole), row, valueAt(nodes, 'kind', valueAt(cut, 'from', row)))))
  return cut
}

/** Checks the nodes of the profile that a stored cut makes. @returns see validateTables */
export function checkCutNodes(nodes: ProfileTables['nodes']): () => Int32Array {
  let end: Int32Array | null = null
  checkOnceRead(nodes, 'parent', (parent) => {
    end = subtreeEnds(parent)
    require(end !== null)
    const { kind } = nodes
    for (let row = 1; row < kind.length; row++) require(kind[row] !== LOOP || isLoopHolder(kind[parent[row]!]!))
  })
  checkValueAlone(nodes, 'parent', (parent, row) => require(row === 0 ? parent === -1 : parent >= 0 && parent < row))
  return () => {
    if (nodes.parent.length > 0 && end !== null) return end
    throw new InvalidProfile('its tree without creators is empty')
  }
}

function require(isTrue: boolean): void {
  if (!isTrue) throw new InvalidProfile('its tree without creators is impossible')
}
