import { describe, expect, it } from 'vitest'
import { drawValues } from '../../../shared/metrics/values/value_profile.testing.ts'
import { VALUE_REFERENCE } from '../../../shared/profile/tables.ts'
import { LOADED, PARAMETER, RESULT } from '../../../shared/profile/value_names.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { ValueColumn, ValueFilter } from '../../../shared/values.ts'
import { join } from 'node:path'
import { openProfile } from '../../profile/open_profile.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { QueryEngine } from './query_engine.ts'
import { ValueQueries } from './value_queries.ts'

const drawn = profileFromStacks('main main.c:1 KILLED_BY main main.c:2 1')
/** The drawing's tables beside a tree that has none of them. */
function profileWith(values: ReturnType<typeof drawValues>): ProfileTables {
  const { run, ...tables } = values
  return {
    ...drawn,
    pairs: emptied(drawn.pairs),
    nodes: firstRows(drawn.nodes),
    ...tables,
    run: { ...drawn.run, engine: 'exhaustive', tools: ['values'], ...(run.values ? { values: run.values } : {}) },
  }
}
function emptied<T extends object>(table: T): T {
  return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, name === 'length' ? 0 : (column as Int32Array).slice(0, 0)])) as T
}
function firstRows<T extends object>(table: T): T {
  return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, name === 'length' ? 1 : (column as Int32Array).slice(0, 1)])) as T
}

const profile = profileWith(
  drawValues([
    {
      role: LOADED,
      class: 'integer-load',
      values: [
        [0, 70],
        [1, 30],
      ],
      line: 9,
      function: 'scan',
      text: 'mov eax, [rdi]',
    },
    { role: LOADED, class: 'fp-load', values: [[5, 200]], line: 10, function: 'scan', text: 'movsd xmm0, [rsi]' },
    { role: RESULT, class: 'integer-arithmetic', slot: 8, values: [[3, 50]], line: 2, function: 'add', text: 'add ecx, 1' },
    { role: RESULT, class: 'shift', values: [], executions: 40, function: 'add' },
    { role: PARAMETER, values: [[8, 5]], name: 'n', function: 'add' },
  ]),
)
const queries = new ValueQueries({ ...profile, codeAt: () => null })
const ALL: ValueFilter = { kind: 'instructions', instructionClass: null, search: '', regularExpression: false }
const sites = (filter: Partial<ValueFilter>, column: ValueColumn = 'executions', descending = true): number[] =>
  queries.rows({ ...ALL, ...filter }, { column, descending }, 0, 10).rows.map(({ site }) => site)

it('contain only hot code on request', () => {
  const { instructions } = profile.run.values!
  expect(sites({ leastShare: 100 / instructions })).toEqual([1, 0])
  expect(sites({ leastShare: 0 })).toHaveLength(4)
})

describe('the tables of one instruction', () => {
  it('are found by its address, and by no other', () => {
    const [site] = queries.rows(ALL, { column: 'executions', descending: true }, 0, 1).rows
    expect(queries.at(site!.moduleIndex, Number(site!.address)).map(({ site: found }) => found)).toContain(site!.site)
    expect(queries.at(site!.moduleIndex, 1)).toEqual([])
    expect(queries.at(site!.moduleIndex + 1, Number(site!.address))).toEqual([])
  })

  it('are what it accesses and computes, once: no parameter at its address, no full table beside the convergent one', () => {
    const convergent = profileWith(
      drawValues([
        { role: PARAMETER, at: 0x40, values: [[8, 5]], name: 'n' },
        { role: LOADED, at: 0x40, values: [[7, 3]], executions: 5 },
        { role: LOADED, at: 0x40, flags: VALUE_REFERENCE, values: [[7, 5]] },
        { role: RESULT, at: 0x40, values: [[9, 5]] },
      ]),
    )
    expect(new ValueQueries({ ...convergent, codeAt: () => null }).at(0, 0x40).map(({ role, values }) => [role, values.map(({ count }) => count)])).toEqual([
      ['loaded', [3]],
      ['result', [5]],
    ])
  })
})

describe('value rows', () => {
  it('come by windows of rows, filtered and in any order', () => {
    expect(queries.rows(ALL, { column: 'executions', descending: true }, 1, 2)).toMatchObject({ rowCount: 4, totalCount: 4, rows: [{ site: 0 }, { site: 2 }] })
    expect(sites({ kind: 'loads' }, 'inv1', false)).toEqual([0, 1])
    expect(sites({}, 'inv1')).toEqual([1, 2, 0, 3])
    expect(sites({}, 'subject', false)).toEqual([0, 1, 3, 2])
    expect(sites({}, 'place', false)).toEqual([3, 2, 0, 1])
    expect(sites({ instructionClass: 'fp-load' })).toEqual([1])
    expect(sites({ search: 'RDI' })).toEqual([0])
    expect(sites({ search: '^add$', regularExpression: true })).toEqual([2, 3])
    expect(sites({ kind: 'parameters', search: 'n (rdi)' })).toEqual([4])
  })

  it('are summed by function, and summarised', () => {
    expect(queries.groups('instructions', 'function', 0, 1)).toMatchObject({ rowCount: 2, rows: [{ function: 'scan', executions: 300 }] })
    expect(queries.summary()).toMatchObject({ kinds: [{ kind: 'instructions' }, { kind: 'loads' }, { kind: 'results' }, { kind: 'parameters' }] })
  })
})

describe('two opened profiles', () => {
  const open = (engine: QueryEngine, tables: ProfileTables): number => {
    const path = join(temporaryDirectory(), 'values.hagstone')
    writeProfile(path, tables, [])
    openProfile(path).close()
    return engine.answer('profile.open', { path }).profile
  }

  it('are compared if both have values', () => {
    const engine = new QueryEngine(() => null)
    const [first, second, none] = [open(engine, profile), open(engine, profile), open(engine, drawn)]
    const compared = engine.answer('values.compare', { first, second })
    expect(compared).toMatchObject({ matchedBy: 'address', notes: [] })
    expect(compared.comparisons.map(({ kind, overlap, same1 }) => [kind, overlap, same1])).toEqual([
      ['instructions', 1, 1],
      ['loads', 1, 1],
      ['parameters', 1, 1],
    ])
    expect(() => engine.answer('values.compare', { first, second: none })).toThrow(/has no values to compare; record both runs/)
    expect(engine.answer('tables.csv', { profile: first, table: 'values', places: { mappings: [], folders: [] } }).split('\r\n')).toHaveLength(7)
    expect(engine.answer('values.summary', { profile: none })).toBeNull()
    engine.close()
  })
})
