import { describe, expect, it } from 'vitest'
import type { PairFilter, PairGrouping } from '../../../../shared/rpc/pairs.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { loadProfile } from '../loaded_profile.ts'
import { PairQueries } from './pair_queries.ts'

const PAIRS = `
  main main.c:1 > init a.c:5        KILLED_BY  main main.c:2 > fill b.c:7          60
  main main.c:1 > init a.c:6        KILLED_BY  main main.c:2 > lib!copy lib.c:3    20
  main main.c:3 > lib!copy lib.c:3  KILLED_BY  main main.c:2 > fill b.c:8          10
  main main.c:1 > init a.c:5        USED_BY    main main.c:4 > read a.c:9          10
`
const ALL: PairFilter = { wastefulOnly: false, search: '', regularExpression: false, side: 'either', tool: 'dead-stores' }

const queries = new PairQueries(loadProfile({ ...profileFromStacks(PAIRS), codeAt: () => null }))

function groups(by: PairGrouping, filter: Partial<PairFilter> = {}): string[] {
  const { rows } = queries.groups({ ...ALL, ...filter }, by, { column: 'waste', descending: true }, 0, 20)
  return rows.map(
    ({ source, target, object, pairs, waste, use, shareOfTotal, heaviest }) =>
      `${[source, target, object].filter((name) => name !== null).join(' → ')}: ${pairs} pairs ${waste}/${use} ${Math.round(shareOfTotal * 100)} % by pair ${heaviest}`,
  )
}

describe('pairs are grouped', () => {
  it('by a place of either side, or of both', () => {
    expect(groups('source-function')).toEqual(['init: 3 pairs 80/10 90 % by pair 0', 'copy: 1 pairs 10/0 10 % by pair 2'])
    expect(groups('target-function')).toEqual(['fill: 2 pairs 70/0 70 % by pair 0', 'copy: 1 pairs 20/0 20 % by pair 1', 'read: 1 pairs 0/10 10 % by pair 3'])
    expect(groups('target-file')[0]).toMatch(/\/b\.c: 2 pairs/)
    expect(groups('both-module', { wastefulOnly: true })).toEqual([
      'solver → solver: 1 pairs 60/0 60 % by pair 0',
      'solver → lib: 1 pairs 20/0 20 % by pair 1',
      'lib → solver: 1 pairs 10/0 10 % by pair 2',
    ])
  })

  it('by the lines of both, in all contexts', () => {
    const contexts = new PairQueries(
      loadProfile({
        ...profileFromStacks(`
      main main.c:1 > put b.c:7                    KILLED_BY  main main.c:2 > put b.c:7          9
      main main.c:3 > put b.c:7                    KILLED_BY  main main.c:2 > put b.c:7          8
      main main.c:4 > put b.c:8                    KILLED_BY  main main.c:2 > put b.c:7         10
    `),
        codeAt: () => null,
      }),
    )
    const { rowCount, rows } = contexts.groups(ALL, 'both-line', { column: 'waste', descending: true }, 0, 9)
    expect([rowCount, ...rows.map(({ source, target, pairs, waste, heaviest }) => `${source} → ${target} ${pairs} ${waste} ${heaviest}`)]).toEqual([
      2,
      'put b.c:7 → put b.c:7 2 17 0',
      'put b.c:8 → put b.c:7 1 10 2',
    ])
    // The largest pair alone is another one.
    expect(contexts.heaviestMerged('dead-stores', 2)).toBe(0)
    const listed = contexts.rows({ ...ALL, group: { by: 'both-line', key: rows[0]!.key } }, { column: 'waste', descending: true }, 0, 9)
    expect(listed.rows.map(({ pair }) => pair)).toEqual([0, 1])
  })

  it('without adding shares of waiting to those of waste', () => {
    const waiting = new PairQueries(
      loadProfile({
        ...profileFromStacks(`
      main main.c:1 > put b.c:7   KILLED_BY  main main.c:2 > put b.c:7   9
      main main.c:1 > put b.c:7   WAITING    main main.c:2 > put b.c:9   5
      main main.c:1 > get b.c:3   WAITING    main main.c:2 > get b.c:3   5
    `),
        codeAt: () => null,
      }),
    )
    const { rows } = waiting.groups(ALL, 'source-function', { column: 'waste', descending: true }, 0, 9)
    expect(rows.map(({ source, pairs, shareOfTotal }) => `${source} ${pairs} ${shareOfTotal}`)).toEqual(['put 2 1', 'get 1 0.5'])
  })

  it('by their data, if known', () => {
    expect(groups('object')).toEqual(['(no object known): 4 pairs 90/10 100 % by pair 0'])
  })

  it('and are listed by their group', () => {
    const [first] = queries.groups(ALL, 'both-function', { column: 'pairs', descending: true }, 0, 1).rows
    const listed = queries.rows({ ...ALL, group: { by: 'both-function', key: first!.key } }, { column: 'waste', descending: true }, 0, 9)
    expect(listed.rows.map((row) => `${row.sourceFunction} → ${row.targetFunction}`)).toEqual(
      Array.from({ length: first!.pairs }, () => `${first!.source} → ${first!.target}`),
    )
  })
})

describe('a context', () => {
  it('lists what undoes its accesses, and whose accesses it undoes', () => {
    const of = (side: 'source' | 'target' | 'either', functionName: string): string[] =>
      groups(side === 'target' ? 'source-function' : 'target-function', { within: { side, node: null, functionName }, wastefulOnly: true })
    expect(of('source', 'init')).toEqual(['fill: 1 pairs 60/0 60 % by pair 0', 'copy: 1 pairs 20/0 20 % by pair 1'])
    expect(of('target', 'fill')).toEqual(['init: 1 pairs 60/0 60 % by pair 0', 'copy: 1 pairs 10/0 10 % by pair 2'])
    expect(of('either', 'copy').map((line) => line.split(':')[0])).toEqual(['copy', 'fill'])
    expect(of('source', 'main')).toHaveLength(2)
  })

  it('may be one node with all below it', () => {
    const at = (node: number): number =>
      queries.rows({ ...ALL, within: { side: 'source', node, functionName: null } }, { column: 'waste', descending: true }, 0, 9).rowCount
    expect(at(0)).toBe(4)
    expect(at(10_000)).toBe(0)
    const { source } = queries.details(2)
    expect(
      queries
        .rows({ ...ALL, within: { side: 'source', node: source.node, functionName: null } }, { column: 'waste', descending: true }, 0, 9)
        .rows.map(({ pair }) => pair),
    ).toEqual([2])
  })
})
