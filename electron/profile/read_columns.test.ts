import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../shared/metrics/random.ts'
import { QueryEngine } from '../services/query/query_engine.ts'
import { valueAt } from './lazy_property.ts'
import { openProfile } from './open_profile.ts'
import { profileFromStacks } from './profile_from_stacks.testing.ts'
import { CHUNK_ROWS } from './profile_schema.ts'
import { temporaryDirectory } from './temporary_directory.testing.ts'
import { writeProfile } from './write_profile.ts'

const path = join(temporaryDirectory(), 'run.hagstone')
const chunks = 12
const length = CHUNK_ROWS * chunks - 5

/** A root with very many calls, no two neighbours of one place. */
function wideTree(): Parameters<typeof writeProfile>[1] {
  const drawn = profileFromStacks('main a.c:1 KILLED_BY main a.c:2 1')
  const random = new SeededRandom(11)
  const whole = <T extends Int32Array | Uint8Array | Float64Array>(column: T, values: T): T => {
    column.set(values)
    return column
  }
  const nodes = {
    length, parent: whole(new Int32Array(length), drawn.nodes.parent), kind: whole(new Uint8Array(length).fill(1), drawn.nodes.kind), functionIndex: whole(new Int32Array(length), drawn.nodes.functionIndex),
    file: whole(new Int32Array(length).map(() => random.nextBelow(2) - 1), drawn.nodes.file), line: whole(new Int32Array(length).map(() => random.nextBelow(1e6)), drawn.nodes.line),
    address: whole(new Float64Array(length), drawn.nodes.address), instruction: whole(new Int32Array(length).fill(-1), drawn.nodes.instruction),
  }
  return { ...drawn, nodes }
}

const tables = wideTree()
beforeEach(() => writeProfile(path, tables, []))

function spoil(column: string, chunk: number, data: Uint8Array): void {
  const database = new DatabaseSync(path)
  database.prepare('UPDATE columns SET data = ? WHERE column_name = ? AND chunk = ?').run(data, column, chunk)
  database.close()
}

const bytesOf = (values: number[]): Uint8Array => new Uint8Array(Int32Array.from(values).buffer)

describe('values of columns that were not read yet', () => {
  it('are those of the column, few or many', () => {
    const { profile: { nodes }, close } = openProfile(path)
    const random = new SeededRandom(3)
    for (let i = 0; i < 200; i++) {
      const row = random.nextBelow(length)
      expect([valueAt(nodes, 'functionIndex', row), valueAt(nodes, 'file', row), valueAt(nodes, 'line', row)]).toEqual([tables.nodes.functionIndex[row], tables.nodes.file[row], tables.nodes.line[row]])
    }
    expect(nodes.line).toEqual(tables.nodes.line)
    expect(valueAt(nodes, 'parent', length - 1)).toBe(0)
    close()
  })

  it('are read without the others, unless so many are asked for that all should be', () => {
    spoil('line', chunks - 1, new Uint8Array(3))
    const { profile: { nodes }, close } = openProfile(path)
    expect(valueAt(nodes, 'line', 70_000)).toBe(tables.nodes.line[70_000])
    expect(() => nodes.line).toThrow(/column nodes.line is damaged/)
    // One chunk is held at a time.
    for (let turn = 1; turn < 64; turn++) {
      const row = (2 + (turn % 2)) * CHUNK_ROWS
      expect(valueAt(nodes, 'line', row)).toBe(tables.nodes.line[row])
    }
    expect(() => valueAt(nodes, 'line', 4 * CHUNK_ROWS)).toThrow(/column nodes.line is damaged/)
    close()
  })

  it('are checked as the column is', () => {
    spoil('functionIndex', 1, bytesOf([99]))
    spoil('file', 1, bytesOf([-2]))
    spoil('line', 1, bytesOf([-2]))
    const { profile: { nodes }, close } = openProfile(path)
    for (const [name, what] of [['functionIndex', /functions of the tree/], ['file', /places of the tree/], ['line', /places of the tree/]] as const) {
      expect(valueAt(nodes, name, 20)).toBe(tables.nodes[name][20])
      expect(() => valueAt(nodes, name, CHUNK_ROWS)).toThrow(what)
      expect(() => nodes[name]).toThrow(what)
    }
    close()
  })
})

describe('reading ahead', () => {
  const firstRows = (engine: QueryEngine): string[] => {
    const { profile } = engine.answer('profile.open', { path })
    const { view } = engine.answer('tree.create', { profile, kind: 'top-down', sort: { column: 'traps', descending: true } })
    return engine.answer('tree.rows', { view, start: 0, count: 3 }).rows.map(({ label }) => label)
  }

  it('comes after the first rows, ends, and changes no answer', () => {
    const engine = new QueryEngine(() => null)
    expect(engine.readAhead()).toBe(false)
    const before = firstRows(engine)
    let parts = 0
    while (engine.readAhead()) parts++
    expect(parts).toBeGreaterThan(0)
    expect(firstRows(engine)).toEqual(before)
    engine.close()
  })

  it('leaves it to who asks to learn what is wrong with a file', () => {
    spoil('line', chunks - 1, new Uint8Array(3))
    const engine = new QueryEngine(() => null)
    firstRows(engine)
    while (engine.readAhead());
    expect(() => engine.answer('source.heat', { profile: 1, file: tables.files[0]! })).toThrow(/column nodes.line is damaged/)
    engine.close()
  })
})
