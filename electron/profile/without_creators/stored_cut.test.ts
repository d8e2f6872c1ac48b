import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { creationName } from '../../../shared/profile/created_threads.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { valueAt } from '../../../shared/profile/columns/lazy_property.ts'
import { SeededRandom } from '../../../shared/metrics/statistics/random.ts'
import { INSTRUCTION } from '../../../shared/profile/tables.ts'
import { loadProfile, withTool } from '../../services/query/loaded_profile.ts'
import { QueryEngine } from '../../services/query/query_engine.ts'
import { drawnTotals } from '../drawn_totals.testing.ts'
import { openProfile } from '../open_profile.ts'
import { profileFromStacks } from '../profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../temporary_directory.testing.ts'
import { writeProfile } from '../write_profile.ts'

const path = join(temporaryDirectory(), 'threads.hagstone')

/** Some hundred pairs of three tools in threads that two places created, and the counts there. */
function drawn(): ProfileTables {
  const random = new SeededRandom(11)
  const below = (): string => Array.from({ length: 1 + random.nextBelow(4) }, () => `f${random.nextBelow(4)} f.c:${1 + random.nextBelow(3)}`).join(' > ')
  const stack = (): string => {
    const creator = random.nextBelow(3)
    return creator === 0 ? `main m.c:1 > ${below()}` : `main m.c:1 > pool${creator} p.c:${creator} > created${creator} c.c:1 > start s.c:1 > ${below()}`
  }
  const relations = ['KILLED_BY', 'USED_BY', 'silent-stores:REDUNDANT_WITH', 'redundant-loads:REDUNDANT_WITH']
  const profile = profileFromStacks(
    Array.from({ length: 300 }, () => `${stack()} ${relations[random.nextBelow(4)]} ${stack()} ${1 + random.nextBelow(1e6)}`).join('\n'),
  )
  const counted = Array.from(profile.nodes.kind.keys()).filter((row) => profile.nodes.kind[row] === INSTRUCTION && row % 3 === 0)
  const { length } = counted
  const node = Int32Array.from(counted)
  return {
    ...profile,
    run: { ...profile.run, engine: 'exhaustive' },
    functions: profile.functions.map((f) =>
      f.name.startsWith('created') ? { name: creationName(f.name), linkageName: '', module: -1, file: -1, line: -1 } : f,
    ),
    executed: { length, node, instructions: Float64Array.from({ length }, () => random.nextBelow(1e5)), waits: new Uint8Array(length) },
    contextTotals: drawnTotals(random, node),
  }
}

const tables = drawn()
const access = tables.nodes.kind.lastIndexOf(INSTRUCTION)

function change(statement: string): void {
  const database = new DatabaseSync(path)
  database.exec(statement)
  database.close()
}

function spoil(table: string, column: string, row: number, value: number): void {
  const database = new DatabaseSync(path)
  const { data } = database.prepare('SELECT data FROM columns WHERE table_name = ? AND column_name = ?').get(table, column) as { data: Uint8Array }
  new DataView(data.buffer, data.byteOffset, data.byteLength).setInt32(4 * row, value, true)
  database.prepare('UPDATE columns SET data = ? WHERE table_name = ? AND column_name = ?').run(data, table, column)
  database.close()
}

/** Requests the rows that a window shows first, and then all rows if wanted. */
function showTree(deep = true): string {
  const engine = new QueryEngine(() => null)
  try {
    const { profile } = engine.answer('profile.open', { path })
    const { view } = engine.answer('tree.create', { profile, kind: 'top-down', sort: { column: 'wasteInclusive', descending: true } })
    const { version, rows } = engine.answer('tree.rows', { view, start: 0, count: 60 })
    if (!deep) return JSON.stringify(rows)
    engine.answer('tree.expand', { view, version, index: 0, expanded: true, deep: true })
    return JSON.stringify(engine.answer('tree.rows', { view, start: 0, count: 1e6 }).rows)
  } finally {
    engine.close()
  }
}

const NAMES = ['wasteInclusive', 'useInclusive', 'wasteExclusive', 'useExclusive', 'traps'] as const

it('the tree without creators comes from the file as it is computed for files that lack it', () => {
  writeProfile(path, tables, [])
  const stored = openProfile(path)
  const storedRows = showTree()
  expect(stored.storedSums('dead-stores')).not.toBeNull()
  const held = loadProfile(stored.profile, stored)
  // Rows alone, before their columns are read.
  for (const row of [3, 0, stored.profile.nodes.length - 1]) {
    expect(held.subtrees.endOf(row)).toBeGreaterThan(row)
    expect(held.metrics.value(row, 'wasteInclusive')).toBeGreaterThanOrEqual(0)
  }

  change("DELETE FROM run WHERE name = 'without creators'")
  const computed = openProfile(path)
  expect(computed.storedSums('dead-stores')).toBeNull()
  expect(storedRows).toEqual(showTree())
  const { codeAt: _, ...shown } = stored.profile
  const { codeAt: __, ...expected } = computed.profile
  expect(shown).toEqual(expected)
  expect(stored.created!.cutRow()).toEqual(computed.created!.cutRow())
  expect(held.subtrees.end).toEqual(computed.subtrees.end)
  expect(shown.nodes.length).toBeLessThan(tables.nodes.length)
  const made = loadProfile(computed.profile, computed)
  for (const tool of shown.run.tools) {
    for (const name of NAMES) expect(withTool(held, tool).metrics.column(name)).toEqual(withTool(made, tool).metrics.column(name))
    expect(held.totals[tool]).toEqual(made.totals[tool])
  }
  stored.close()
  computed.close()
})

it('first rows need neither all rows nor what is summed over them', () => {
  const none = { length: 0, node: new Int32Array(), instructions: new Float64Array(), waits: new Uint8Array() }
  writeProfile(path, { ...tables, executed: none, watches: { ...tables.watches, length: 0, node: none.node } }, [])
  change("DELETE FROM columns WHERE column_name IN ('rowOf', 'source', 'target', 'scope') OR table_name = 'contextTotals'")
  expect(showTree(false)).toContain('start')
})

it.each([
  ['rows beyond the tree', 'from', 5, 1e6],
  ['rows before it', 'from', 5, -6],
  ['accesses at rows of functions', 'rowOf', access, 1 - access],
  ['rows beyond the shorter one', 'rowOf', access, 1e6],
  ['several roots', 'from', 5, -5],
])('a file whose tree without creators has %s is refused in one line', (_, column, row, value) => {
  writeProfile(path, tables, [])
  spoil('without creators', column, row, value)
  const reading = (read: (profile: ProfileTables) => unknown): (() => void) => {
    return () => {
      const { profile, close } = openProfile(path)
      try {
        read(profile)
      } finally {
        close()
      }
    }
  }
  const message = /^.*is damaged.*tree without creators is impossible.*$/
  expect(reading(({ nodes, pairs }) => [pairs.source, pairs.target, nodes.parent])).toThrow(message)
  // Value by value, too.
  const rows = Array.from({ length: tables.nodes.length }, (_, i) => i)
  expect(
    reading(({ nodes, pairs, objects }) => [
      rows.slice(0, nodes.length).map((at) => valueAt(nodes, 'kind', at)),
      rows.slice(0, pairs.length).flatMap((pair) => [valueAt(pairs, 'source', pair), valueAt(pairs, 'target', pair)]),
      objects,
    ]),
  ).toThrow(message)
})

it.each(['{"nodes":1000000,"contextTotals":0}', '{"nodes":0,"contextTotals":0}', '{"nodes":10,"contextTotals":1000000}', 'nothing'])(
  'a file that says %s of it is refused',
  (value) => {
    writeProfile(path, tables, [])
    change(`UPDATE run SET value = '${value}' WHERE name = 'without creators'`)
    expect(() => openProfile(path)).toThrow(/damaged/)
  },
)
