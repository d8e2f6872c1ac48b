import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { QueryEngine } from '../services/query/query_engine.ts'
import { forgetWhatWasRead, valueAt } from '../../shared/profile/columns/lazy_property.ts'
import { openProfile } from './open_profile.ts'
import { profileFromStacks } from './profile_from_stacks.testing.ts'
import { CHUNK_ROWS, PROFILE_VERSION } from './profile_schema.ts'
import { ColumnReader } from './read_columns.ts'
import { openUntrustedDatabase } from './sqlite.ts'
import { temporaryDirectory } from './temporary_directory.testing.ts'
import { writeProfile } from './write_profile.ts'

const path = join(temporaryDirectory(), 'run.hagstone')
const chunks = 12
const length = CHUNK_ROWS * chunks - 5

/** A root with very many calls; no two neighbours are at the same place. */
function wideTree(): Parameters<typeof writeProfile>[1] {
  const drawn = profileFromStacks('main a.c:1 KILLED_BY main a.c:2 1')
  const random = new SeededRandom(11)
  const whole = <T extends Int32Array | Uint8Array | Float64Array>(column: T, values: T): T => {
    column.set(values)
    return column
  }
  const nodes = {
    length,
    parent: whole(new Int32Array(length), drawn.nodes.parent),
    kind: whole(new Uint8Array(length).fill(1), drawn.nodes.kind),
    functionIndex: whole(new Int32Array(length), drawn.nodes.functionIndex),
    file: whole(
      new Int32Array(length).map(() => random.nextBelow(2) - 1),
      drawn.nodes.file,
    ),
    line: whole(
      new Int32Array(length).map(() => random.nextBelow(1e6)),
      drawn.nodes.line,
    ),
    address: whole(new Float64Array(length), drawn.nodes.address),
    instruction: whole(new Int32Array(length).fill(-1), drawn.nodes.instruction),
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
    const {
      profile: { nodes },
      close,
    } = openProfile(path)
    const random = new SeededRandom(3)
    for (let i = 0; i < 200; i++) {
      const row = random.nextBelow(length)
      expect([valueAt(nodes, 'functionIndex', row), valueAt(nodes, 'file', row), valueAt(nodes, 'line', row)]).toEqual([
        tables.nodes.functionIndex[row],
        tables.nodes.file[row],
        tables.nodes.line[row],
      ])
    }
    expect(nodes.line).toEqual(tables.nodes.line)
    expect(valueAt(nodes, 'parent', length - 1)).toBe(0)
    close()
  })

  it('are read without the others, unless so many are requested that reading all is better', () => {
    spoil('line', chunks - 1, new Uint8Array(3))
    const {
      profile: { nodes },
      close,
    } = openProfile(path)
    expect(valueAt(nodes, 'line', 70_000)).toBe(tables.nodes.line[70_000])
    expect(() => nodes.line).toThrow(/column nodes.line is damaged/)
    // After this many chunks in turn, none is still held.
    for (let turn = 1; turn < 64; turn++) {
      const row = (2 + (turn % 9)) * CHUNK_ROWS
      expect(valueAt(nodes, 'line', row)).toBe(tables.nodes.line[row])
    }
    expect(() => valueAt(nodes, 'line', 3 * CHUNK_ROWS)).toThrow(/column nodes.line is damaged/)
    close()
  })

  it('are checked as the column is', () => {
    spoil('functionIndex', 1, bytesOf([99]))
    spoil('file', 1, bytesOf([-2]))
    spoil('line', 1, bytesOf([-2]))
    spoil('instruction', 1, bytesOf([0]))
    spoil('address', 1, new Uint8Array(Float64Array.of(-2).buffer))
    const {
      profile: { nodes },
      close,
    } = openProfile(path)
    for (const [name, what] of [
      ['functionIndex', /functions of the tree/],
      ['file', /places of the tree/],
      ['line', /places of the tree/],
      ['instruction', /instructions of the tree/],
      ['address', /addresses of the tree/],
    ] as const) {
      expect(valueAt(nodes, name, 20)).toBe(tables.nodes[name][20])
      expect(() => valueAt(nodes, name, CHUNK_ROWS)).toThrow(what)
      expect(() => nodes[name]).toThrow(what)
    }
    close()
  })
})

describe('numbers of a column of doubles', () => {
  const EDGES = [0, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, -0, -1, 0.5, Number.NaN, 1e300]
  // One by one, alone and beside small ones; 8 bytes of narrow numbers could be one double.
  it.each([
    [1, EDGES],
    [2, EDGES],
    [4, EDGES],
    [8, EDGES],
    [9, EDGES],
    [100, EDGES],
    [CHUNK_ROWS + 8, [256, 0.5]],
  ] as const)('come back as they were, %i of them', (rows, edges) => {
    const drawn = profileFromStacks('main a.c:1 KILLED_BY main a.c:2 1')
    const none = new Int32Array(rows)
    for (const edge of edges) {
      const distance = Float64Array.from({ length: rows }, (_, row) => (row === rows - 1 || row === 1 ? edge : row % 200))
      writeProfile(path, { ...drawn, valueEntries: { length: rows, table: none, low: none, high: none, symbol: none, count: distance } }, [])
      const database = openUntrustedDatabase(path)
      const reader = (): ColumnReader => new ColumnReader(database, { table: 'valueEntries', column: 'count', type: 'float64', version: PROFILE_VERSION }, rows)
      expect(reader().read()).toEqual(distance)
      expect(Array.from(reader().readNumbers(), (value) => value + 0)).toEqual(Array.from(distance, (value) => value + 0))
      expect([reader().at(0), reader().at(rows - 1)]).toEqual([distance[0], distance[rows - 1]])
      database.close()
    }
  })

  it('take the fewest bytes that hold them', () => {
    const drawn = profileFromStacks('main a.c:1 KILLED_BY main a.c:2 1')
    const rows = 1000
    const none = new Int32Array(rows)
    const bytesFor = (largest: number): number => {
      writeProfile(
        path,
        {
          ...drawn,
          valueEntries: {
            length: rows,
            table: none,
            low: none,
            high: none,
            symbol: none,
            count: Float64Array.from({ length: rows }, (_, row) => (row === 5 ? largest : row % 3)),
          },
        },
        [],
      )
      const database = new DatabaseSync(path)
      const { bytes } = database.prepare("SELECT length(data) AS bytes FROM columns WHERE table_name = 'valueEntries' AND column_name = 'count'").get() as {
        bytes: number
      }
      database.close()
      return bytes / rows
    }
    expect([255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 0.5].map(bytesFor)).toEqual([1, 2, 2, 4, 4, 8, 8])
  })
})

describe('columns that were forgotten', () => {
  it('are read, and checked, again', () => {
    const {
      profile: { nodes },
      close,
    } = openProfile(path)
    const before = nodes.line
    expect(nodes.line).toBe(before)
    forgetWhatWasRead(nodes)
    expect(nodes.line).not.toBe(before)
    expect(nodes.line).toEqual(before)
    forgetWhatWasRead(nodes)
    close()
    expect(() => nodes.line).toThrow()
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

  it('leaves errors of the file to the first use', () => {
    spoil('line', chunks - 1, new Uint8Array(3))
    const engine = new QueryEngine(() => null)
    firstRows(engine)
    while (engine.readAhead());
    expect(() => engine.answer('source.heat', { profile: 1, file: tables.files[0]! })).toThrow(/column nodes.line is damaged/)
    engine.close()
  })
})
