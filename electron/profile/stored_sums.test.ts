import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { NodeMetricName } from '../../shared/metrics/node_sums.ts'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { ownMetrics, sumMetrics } from '../../shared/metrics/node_metrics.ts'
import { isNeutral, type ProfileTables } from '../../shared/profile/profile.ts'
import { INSTRUCTION } from '../../shared/profile/tables.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { Tool } from '../../shared/run.ts'
import { contextTree } from '../export/html/context_tree.ts'
import { treeSideBySide } from '../report/text/report_side_by_side.ts'
import { treeLines } from '../report/text/report_tree.ts'
import { loadProfile, withTool } from '../services/query/loaded_profile.ts'
import { QueryEngine } from '../services/query/query_engine.ts'
import { drawnTotals } from './drawn_totals.testing.ts'
import { openProfile } from './open_profile.ts'
import { profileFromStacks } from './profile_from_stacks.testing.ts'
import { temporaryDirectory } from './temporary_directory.testing.ts'
import { writeProfile } from './write_profile.ts'

const path = join(temporaryDirectory(), 'run.hagstone')
const NAMES: readonly NodeMetricName[] = ['wasteInclusive', 'useInclusive', 'wasteExclusive', 'useExclusive', 'traps']
const RELATIONS_DRAWN = ['KILLED_BY', 'USED_BY', 'silent-stores:REDUNDANT_WITH', 'redundant-loads:REDUNDANT_WITH', 'reuse-distance:REUSED_BY']

/** Some hundred pairs of several tools with amounts of all sizes, and accesses counted at every third instruction. */
function drawn(): ProfileTables {
  const random = new SeededRandom(5)
  const stack = (): string =>
    ['main m.c:1', ...Array.from({ length: 1 + random.nextBelow(6) }, () => `f${random.nextBelow(5)} f.c:${1 + random.nextBelow(3)}`)].join(' > ')
  const profile = profileFromStacks(
    Array.from(
      { length: 400 },
      () => `${stack()} ${RELATIONS_DRAWN[random.nextBelow(RELATIONS_DRAWN.length)]} ${stack()} ${1 + random.nextBelow(2) * random.nextBelow(1e6)}`,
    ).join('\n'),
  )
  const counted = Array.from(profile.nodes.kind.keys()).filter((row) => profile.nodes.kind[row] === INSTRUCTION && row % 3 === 0)
  return {
    ...profile,
    run: { ...profile.run, engine: 'exhaustive' },
    // Not whole numbers, so that sums depend on their order.
    pairs: { ...profile.pairs, amount: profile.pairs.amount.map((amount) => amount / 3) },
    contextTotals: drawnTotals(random, Int32Array.from(counted)),
  }
}

const tables = drawn()

function spoil(table: string, column: string, change: (data: DataView) => void): void {
  const database = new DatabaseSync(path)
  const { data } = database.prepare('SELECT data FROM columns WHERE table_name = ? AND column_name = ?').get(table, column) as { data: Uint8Array }
  change(new DataView(data.buffer, data.byteOffset, data.byteLength))
  database.prepare('UPDATE columns SET data = ? WHERE table_name = ? AND column_name = ?').run(data, table, column)
  database.close()
}

/** Requests the rows that a window shows first, and then all rows. */
function showTree(tool: Tool): void {
  const engine = new QueryEngine(() => null)
  try {
    const { profile } = engine.answer('profile.open', { path })
    const { view } = engine.answer('tree.create', { profile, kind: 'top-down', sort: { column: 'wasteInclusive', descending: true }, tool })
    const { version } = engine.answer('tree.rows', { view, start: 0, count: 60 })
    engine.answer('tree.expand', { view, version, index: 0, expanded: true, deep: true })
    engine.answer('tree.rows', { view, start: 0, count: 1e6 })
  } finally {
    engine.close()
  }
}

describe('sums that a profile holds', () => {
  it('are those of its pairs and counted accesses, in every row', () => {
    writeProfile(path, tables, [])
    const { profile, subtrees, storedSums, close } = openProfile(path)
    const stored = loadProfile(profile, { subtrees, storedSums })
    const made = loadProfile({ ...tables, codeAt: () => null })
    expect(profile.run.tools.length).toBeGreaterThan(3)
    for (const tool of profile.run.tools) {
      expect(storedSums(tool)).not.toBeNull()
      const [held, computed] = [withTool(stored, tool), withTool(made, tool)]
      const own = ownMetrics(tables, tool)
      const columns = sumMetrics(tables.nodes, isNeutral(tool) ? { ...own, use: own.traps } : own)
      for (let row = 0; row < tables.nodes.length; row++) {
        expect(subtrees.endOf(row)).toBe(made.subtrees.end[row])
        for (const name of NAMES) {
          expect(held.metrics.value(row, name)).toBe(computed.metrics.value(row, name))
          expect(held.metrics.value(row, name)).toBeCloseTo(columns[name][row]!, 3)
        }
        expect(held.isShown(row)).toBe(computed.isShown(row))
        expect(held.heaviest.below(row)).toBe(computed.heaviest.below(row))
      }
      for (const name of NAMES) expect(held.metrics.column(name)).toEqual(computed.metrics.column(name))
    }
    close()
  })

  it('are read from the file, not computed', () => {
    writeProfile(path, tables, [])
    spoil('sums of dead-stores', 'useGroups', (data) => data.setFloat64(0, 12345, true))
    const { profile, subtrees, storedSums, close } = openProfile(path)
    expect(loadProfile(profile, { subtrees, storedSums }).metrics.value(0, 'useInclusive')).not.toBe(
      loadProfile({ ...tables, codeAt: () => null }).metrics.value(0, 'useInclusive'),
    )
    close()
  })

  it('are computed if a file has none', () => {
    writeProfile(path, tables, [])
    const database = new DatabaseSync(path)
    database.exec("DELETE FROM columns WHERE table_name = 'subtrees' OR table_name LIKE 'sums of %'")
    database.close()
    const { profile, subtrees, storedSums, close } = openProfile(path)
    expect(storedSums('dead-stores')).toBeNull()
    expect(loadProfile(profile, { subtrees, storedSums }).metrics.column('wasteInclusive')).toEqual(
      loadProfile({ ...tables, codeAt: () => null }).metrics.column('wasteInclusive'),
    )
    expect(() => showTree('silent-stores')).not.toThrow()
    close()
  })

  const DEAD = 'sums of dead-stores'
  it.each([
    ['subtrees that end before they begin', 'subtrees', 'end', (data: DataView) => data.setInt32(4, 1, true), /subtrees have no end/],
    ['subtrees that end beyond the tree', 'subtrees', 'end', (data: DataView) => data.setInt32(4, 1e9, true), /subtrees have no end/],
    ['sums of rows beyond the tree', DEAD, 'charged', (data: DataView) => data.setInt32(data.byteLength - 4, -1, true), /rows that it does not have/],
    ['more rows than sums', DEAD, 'charged', (data: DataView) => data.setInt32(0, -1, true), /column sums of dead-stores\.\w+ is damaged/],
    ['a sum below zero', DEAD, 'waste', (data: DataView) => data.setFloat64(0, -1, true), /sums are impossible/],
    ['endless sums', DEAD, 'wasteGroups', (data: DataView) => data.setFloat64(0, Infinity, true), /sums are impossible/],
    ['a sum that is no number', DEAD, 'heldWaste', (data: DataView) => data.setFloat64(0, Number.NaN, true), /sums are impossible/],
    ['a largest pair that is not there', DEAD, 'largest', (data: DataView) => data.setInt32(0, 400, true), /pairs that it does not have/],
    ['no largest pair', DEAD, 'largest', (data: DataView) => data.setInt32(0, -1, true), /pairs that it does not have/],
  ] as const)('of a file with %s are refused in one line', (_, table, column, change, message) => {
    writeProfile(path, tables, [])
    spoil(table, column, change)
    let thrown: unknown
    try {
      showTree('dead-stores')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(RpcError)
    expect((thrown as RpcError).code).toBe('bad-file')
    expect((thrown as RpcError).message).toMatch(message)
    expect((thrown as RpcError).message).not.toContain('\n')
  })

  it('only cause wrong numbers if wrong', () => {
    writeProfile(path, tables, [])
    for (const column of ['waste', 'useGroups', 'heldUse']) spoil(DEAD, column, (data) => data.setFloat64(8, 1e300, true))
    spoil(DEAD, 'seen', (data) => data.setInt32(0, 0, true))
    expect(() => showTree('dead-stores')).not.toThrow()
  })

  it('of overlapping subtrees are rejected before a row has two places', () => {
    const random = new SeededRandom(8)
    let refused = 0
    for (let round = 0; round < 10; round++) {
      writeProfile(path, tables, [])
      spoil('subtrees', 'end', (data) => {
        const rows = data.byteLength / 4
        const row = 1 + random.nextBelow(rows - 2)
        data.setInt32(row * 4, row + 1 + random.nextBelow(rows - row), true)
      })
      try {
        showTree('dead-stores')
      } catch (error) {
        expect((error as RpcError).message).toMatch(/subtrees overlap/)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(5)
  })
})

const printed = (profile: ProfileTables): string[] => [
  ...profile.run.tools.flatMap((tool) => [...treeLines(profile, tool, 120), ...contextTree(profile, tool)]),
  ...treeSideBySide(profile, profile.run.tools, 200),
]

it('shows printed trees from what is stored, without the pairs and the counted accesses', () => {
  writeProfile(path, tables, [])
  const { profile, close } = openProfile(path)
  for (const table of [profile.pairs, profile.contextTotals])
    for (const column of Object.keys(table).filter((name) => name !== 'length'))
      Object.defineProperty(table, column, {
        get: () => {
          throw new Error(`${column} was read`)
        },
      })
  expect(printed(profile)).toEqual(printed(tables))
  close()
})

it('adds up the pairs of a profile that has others than its file', () => {
  writeProfile(path, tables, [])
  const { profile, close } = openProfile(path)
  const halved = { ...profile.pairs, amount: profile.pairs.amount.map((amount, pair) => (pair % 2 === 0 ? amount : amount / 1024)) }
  const changed = printed({ ...profile, pairs: halved })
  expect(changed).not.toEqual(printed(profile))
  expect(changed).toEqual(printed({ ...tables, pairs: { ...tables.pairs, amount: halved.amount } }))
  const uncounted = { ...profile, contextTotals: { ...profile.contextTotals, use: profile.contextTotals.use.map(() => 0) } }
  expect(printed(uncounted)).not.toEqual(printed(profile))
  close()
})
