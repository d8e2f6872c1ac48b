/**
 * Where threads were created: rows of kind FUNCTION below what created a thread, and above all that the thread did. They are in the
 * profile's file; what opens it leaves them out unless it was asked for them.
 */
import type { ProfileFunction, ProfileTables } from './profile.ts'
import { FUNCTION, type NodeTable } from './tables.ts'

const PREFIX = 'thread created by '

/** Name of the function of such rows. @param creator null: not known */
export function creationName(creator: string | null): string {
  return `${PREFIX}${creator ?? '(unknown)'}`
}

/** @returns the creator's part of such a name; null: it is none */
export function creatorIn(name: string): string | null {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null
}

export function isCreation({ name, module, file, line }: ProfileFunction): boolean {
  return module === -1 && file === -1 && line === -1 && name.startsWith(PREFIX)
}

/** By row of `functions`; null: the profile has no such rows. */
function creationFunctions({ functions }: Pick<ProfileTables, 'functions'>): Uint8Array | null {
  const are = Uint8Array.from(functions, (described) => (isCreation(described) ? 1 : 0))
  return are.includes(1) ? are : null
}

const known = new WeakMap<NodeTable, readonly number[]>()

/** So that no column has to be read to find them. */
export function knowCreationRows(nodes: NodeTable, rows: readonly number[]): void {
  known.set(nodes, rows)
}

/** Rows of the tree that are such rows. */
export function creationRows(profile: Pick<ProfileTables, 'functions' | 'nodes'>): readonly number[] {
  const rows = known.get(profile.nodes)
  if (rows !== undefined) return rows
  const are = creationFunctions(profile)
  if (are === null) return []
  const { kind, functionIndex } = profile.nodes
  const found: number[] = []
  for (let row = 0; row < kind.length; row++) if (isCreationRow({ kind, functionIndex }, are, row)) found.push(row)
  return found
}

/** Whether a row of the tree is such a row. */
function isCreationRow({ kind, functionIndex }: { kind: ArrayLike<number>; functionIndex: ArrayLike<number> }, are: Uint8Array, row: number): boolean {
  return kind[row] === FUNCTION && are[functionIndex[row]!] === 1
}
