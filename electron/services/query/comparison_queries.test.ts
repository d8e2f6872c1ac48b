/** Windows' queries about two runs. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ComparedPairFilter, ComparedSide } from '../../../shared/comparison.ts'
import type { TreeKind } from '../../../shared/rpc/trees.ts'
import { rowsOfCsv } from '../../../shared/tables/table_text.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { QueryEngine } from './query_engine.ts'

const engine = new QueryEngine(() => null)
const ALL: ComparedPairFilter = { wastefulOnly: true, status: null, direction: 'all', search: '', regularExpression: false }
const directory = temporaryDirectory()
let comparison: number
let profiles: { old: number; new: number }

/** Opens an exact run that took `seconds`. */
function opened(name: string, seconds: number, stacks: string): number {
  const profile = profileFromStacks(stacks)
  const path = join(directory, name)
  writeProfile(
    path,
    { ...profile, run: { ...profile.run, engine: 'exhaustive', driver: 'accesses', unit: 'bytes', transport: null, targetCpuSeconds: seconds } },
    [],
  )
  return engine.answer('profile.open', { path }).profile
}

beforeAll(() => {
  profiles = {
    old: opened(
      'old.hagstone',
      2,
      `
      main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900
      main a.c:5 > init a.c:21   USED_BY     main a.c:6 > fill a.c:31   100`,
    ),
    new: opened(
      'new.hagstone',
      1,
      `
      main a.c:5 > init a.c:22   KILLED_BY   main a.c:6 > fill a.c:30   450
      main a.c:5 > init a.c:23   USED_BY     main a.c:6 > fill a.c:31   100
      main a.c:7 > late a.c:40   KILLED_BY   main a.c:7 > late a.c:41   20`,
    ),
  }
  const summary = engine.answer('compare.open', profiles)
  comparison = summary.comparison
  expect(summary).toMatchObject({
    unit: 'bytes',
    tools: ['dead-stores'],
    normalisations: ['run', 'time'],
    cost: { cpuSeconds: { old: 2, new: 1, change: -1 }, energy: { old: null, new: null } },
    totals: {
      run: {
        'dead-stores': {
          waste: { old: 900, new: 470, change: -430, significance: 'exact' },
          fraction: { old: 0.9 },
          pairs: { new: 1, gone: 0, changed: 1, unchanged: 0, moved: 1 },
        },
      },
      time: { 'dead-stores': { waste: { old: 900, new: 940 }, pairs: { new: 1, changed: 0, unchanged: 1 } } },
    },
  })
})
afterAll(() => engine.close())

it('a box of one run’s flame graph has its row in the tree of both runs', () => {
  const question = { side: 'source', inverted: false, around: null, narrowed: null } as const
  const { numbers, names } = engine.answer('flame.read', { profile: profiles.old, tool: 'dead-stores', ...question })
  const of = (...path: string[]): number[] => path.map((name) => numbers[names.indexOf(name)]!)
  const { view } = engine.answer('compare.tree', {
    comparison,
    kind: 'top-down',
    tool: 'dead-stores',
    normalisation: 'run',
    sort: { column: 'name', descending: false },
  })
  const found = (path: number[]): string | undefined => {
    const { node } = engine.answer('compare.find', { comparison, tool: 'dead-stores', version: 'old', path })
    if (node === null) return undefined
    const { index } = engine.answer('tree.reveal', { view, node, pair: null })
    return engine.answer('tree.rows', { view, start: index!, count: 1 }).rows[0]?.label
  }
  expect(found(of('main', 'init'))).toBe('init')
  expect(found(of('main'))).toBe('main')
  expect(found([...of('main'), 999])).toBe('main')
  expect(found(of('init', 'main'))).toBeUndefined()
})

const pairs = (filter: Partial<ComparedPairFilter>, normalisation: 'run' | 'time' = 'run'): string[] =>
  engine
    .answer('compare.pairs', {
      comparison,
      tool: 'dead-stores',
      normalisation,
      filter: { ...ALL, ...filter },
      sort: { column: 'impact', descending: true },
      start: 0,
      count: 10,
    })
    .rows.map(({ source, status, waste }) => `${status} ${source.text} ${waste.change}`)

describe('pairs', () => {
  it('are filtered by outcome, by direction and by search', () => {
    expect(pairs({})).toEqual(['changed init a.c:22 -450', 'new late a.c:40 20'])
    expect(pairs({ direction: 'wins' })).toEqual(['changed init a.c:22 -450'])
    expect(pairs({ direction: 'losses' })).toEqual(['new late a.c:40 20'])
    expect(pairs({ status: 'new' })).toEqual(['new late a.c:40 20'])
    expect(pairs({ status: 'moved' })).toEqual(['changed init a.c:22 -450'])
    expect(pairs({ search: '^late', regularExpression: true })).toEqual(['new late a.c:40 20'])
    expect(pairs({ wastefulOnly: false })).toHaveLength(3)
    // Twice the use is no loss.
    expect(pairs({ direction: 'losses', wastefulOnly: false }, 'time')).toEqual(['new late a.c:40 40'])
  })

  it('are normalised', () => {
    expect(pairs({}, 'time')).toEqual(['new late a.c:40 40', 'unchanged init a.c:22 0'])
  })

  it('name the pairs of both profiles', () => {
    const [row] = engine.answer('compare.pairs', {
      comparison,
      tool: 'dead-stores',
      normalisation: 'run',
      filter: ALL,
      sort: { column: 'oldWaste', descending: true },
      start: 0,
      count: 1,
    }).rows
    expect(row).toMatchObject({ source: { function: 'init', oldLine: 20, newLine: 22, files: { old: '/src/a.c', new: '/src/a.c' } }, moved: 'lines' })
    expect(engine.answer('pairs.details', { profile: profiles.old, pair: row!.oldPair! }).source.leaf.line).toBe(20)
    expect(engine.answer('pairs.details', { profile: profiles.new, pair: row!.newPair! }).source.leaf.line).toBe(22)
  })
})

describe('findings', () => {
  const read = () => engine.answer('findings.compare', { comparison, places: { mappings: [], folders: [] } })

  it('are compared once, in the unit of the runs, with what became of them', () => {
    const { verdict, unit, findings } = read()
    expect([verdict, unit]).toEqual(['1 finding smaller, 1 new.', 'bytes'])
    expect(
      findings.map(({ status, amount: { old, new: recent }, places }) => [
        status,
        old,
        recent,
        places.old?.map(({ line }) => line),
        places.new?.map(({ line }) => line),
      ]),
    ).toEqual([
      ['smaller', 900, 450, [20, 30], [22, 30]],
      ['new', 0, 20, undefined, [40, 41]],
    ])
    expect(read().findings).toBe(findings)
  })

  it('name the pair that both runs have', () => {
    const { rows } = engine.answer('compare.pairs', {
      comparison,
      tool: 'dead-stores',
      normalisation: 'run',
      filter: ALL,
      sort: { column: 'impact', descending: true },
      start: 0,
      count: 10,
    })
    expect(read().findings.map(({ pair }) => pair)).toEqual(rows)
  })

  it('prefer a pair of both runs to a heavier one of one run', () => {
    const FIRST = 'main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30'
    const SECOND = 'main a.c:8 > init a.c:20   KILLED_BY   main a.c:9 > fill a.c:30'
    const [old, recent] = [opened('one.hagstone', 1, `${FIRST}   900`), opened('two.hagstone', 1, `${FIRST}   400\n${SECOND}   500`)]
    const two = engine.answer('compare.open', { old, new: recent }).comparison
    const { findings } = engine.answer('findings.compare', { comparison: two, places: { mappings: [], folders: [] } })
    expect(findings.map(({ status, pair: { waste } }) => [status, waste.old, waste.new])).toEqual([['unchanged', 900, 400]])
  })
})

describe('trees', () => {
  it("the hot path follows the largest difference, not the new run's largest amount", () => {
    const leafBy = (normalisation: 'run' | 'time'): string => {
      const { view } = engine.answer('compare.tree', {
        comparison,
        kind: 'top-down',
        tool: 'dead-stores',
        normalisation,
        sort: { column: 'wasteInclusive', descending: true, side: 'impact' },
      })
      const { index } = engine.answer('tree.hotPath', { view, from: 0, share: 0.5 })
      return engine.answer('tree.rows', { view, start: index!, count: 1 }).rows[0]!.label
    }
    expect(leafBy('run')).toBe('a.c:22')
    // The new run took half the time: its 450 are the 900 of the old one.
    expect(leafBy('time')).toBe('a.c:40')
  })

  it("have a row's own reuses, as the trees of each run have them", () => {
    const runs = {
      old: opened('old_reuses.hagstone', 1, 'main a.c:5 > load a.c:20   reuse-distance:REUSED_BY   main a.c:6 > load a.c:20   800/9'),
      new: opened('new_reuses.hagstone', 1, 'main a.c:5 > load a.c:20   reuse-distance:REUSED_BY   main a.c:6 > load a.c:20   400/4'),
    }
    const shown = { kind: 'bottom-up', tool: 'reuse-distance', sort: { column: 'useExclusive', descending: true } } as const
    const rowsOf = (view: number) => engine.answer('tree.rows', { view, start: 0, count: 50 }).rows
    const single = (profile: number): string[] =>
      rowsOf(engine.answer('tree.create', { profile, ...shown }).view).map(({ label, metrics }) => `${label} ${metrics.useExclusive}`)
    expect([single(runs.old), single(runs.new)]).toEqual([
      ['load 9', 'main 0'],
      ['load 4', 'main 0'],
    ])
    const { comparison: both } = engine.answer('compare.open', runs)
    const joint = engine.answer('compare.tree', { comparison: both, normalisation: 'run', ...shown })
    expect(rowsOf(joint.view).map(({ label, compared }) => `${label} ${compared!.useExclusive.old} ${compared!.useExclusive.new}`)).toEqual([
      'load 9 4',
      'main 0 0',
    ])
    engine.answer('compare.close', { comparison: both })
  })

  const tree = (kind: TreeKind, side: ComparedSide = 'impact'): { view: number; texts: () => string[] } => {
    const { view } = engine.answer('compare.tree', {
      comparison,
      kind,
      tool: 'dead-stores',
      normalisation: 'run',
      sort: { column: 'wasteInclusive', descending: true, side },
    })
    const texts = (): string[] =>
      engine
        .answer('tree.rows', { view, start: 0, count: 50 })
        .rows.map(
          ({ depth, label, compared }) =>
            `${'  '.repeat(depth)}${label} ${compared!.wasteInclusive.old}→${compared!.wasteInclusive.new}${compared!.only ? ` only ${compared!.only}` : ''}`,
        )
    return { view, texts }
  }
  const openAll = (view: number): void => {
    const { version } = engine.answer('tree.rows', { view, start: 0, count: 0 })
    engine.answer('tree.expand', { view, version, index: 0, expanded: true, deep: true })
  }

  it('have both runs in one row, top-down', () => {
    const { view, texts } = tree('top-down')
    openAll(view)
    expect(texts()).toEqual([
      './solver 900→470',
      '  main 900→470',
      '    init 900→450',
      '      a.c:22 900→450',
      '      a.c:23 0→0',
      '    late 0→20 only new',
      '      a.c:40 0→20 only new',
    ])
    const line = engine.answer('tree.rows', { view, start: 3, count: 1 }).rows[0]!
    expect(line.compared!.places).toEqual({ old: { file: '/src/a.c', line: 20 }, new: { file: '/src/a.c', line: 22 } })
    const added = engine.answer('tree.rows', { view, start: 6, count: 1 }).rows[0]!
    expect(added.compared!.places).toEqual({ old: { file: '/src/a.c', line: null }, new: { file: '/src/a.c', line: 40 } })
  })

  it('have the pairs’ earlier accesses', () => {
    const { rows } = engine.answer('compare.pairs', {
      comparison,
      tool: 'dead-stores',
      normalisation: 'run',
      filter: ALL,
      sort: { column: 'impact', descending: true },
      start: 0,
      count: 10,
    })
    const shown = (kind: TreeKind): string[] =>
      rows.map(({ node }) => {
        const { view } = tree(kind)
        const { index } = engine.answer('tree.reveal', { view, node, pair: null })
        return engine.answer('tree.rows', { view, start: index!, count: 1 }).rows[0]!.label
      })
    expect([shown('top-down'), shown('bottom-up'), shown('flat')]).toEqual([
      ['a.c:22', 'a.c:40'],
      ['init', 'late'],
      ['a.c:22', 'a.c:40'],
    ])
  })

  it('have both runs in one row, bottom-up and flat', () => {
    expect(tree('bottom-up').texts()).toEqual(['init 900→450', 'main 900→470', 'late 0→20 only new'])
    const { view, texts } = tree('flat')
    openAll(view)
    expect(texts()).toContain('      a.c:22 900→450')
    const row = engine.answer('tree.rows', { view, start: 0, count: 50 }).rows.find(({ label }) => label === 'a.c:22')
    expect(row!.compared!.places.old).toEqual({ file: '/src/a.c', line: 20 })
  })

  it('are sorted by either run and by change', () => {
    expect(tree('bottom-up', 'relative').texts()[0]).toMatch(/^late/)
    expect(tree('bottom-up', 'change').texts()[0]).toMatch(/^late/)
    expect(tree('bottom-up', 'old').texts()[0]).toMatch(/^main/)
    // The old run decided nothing in late, so its change is unknown.
    for (const side of ['impact', 'change'] as const) {
      const { view } = engine.answer('compare.tree', {
        comparison,
        kind: 'flat',
        tool: 'dead-stores',
        normalisation: 'run',
        sort: { column: 'fractionInclusive', descending: side === 'impact', side },
      })
      openAll(view)
      const labels = engine.answer('tree.rows', { view, start: 0, count: 50 }).rows.map(({ label }) => label)
      expect(labels.indexOf('init')).toBeLessThan(labels.indexOf('late'))
    }
  })

  it('keep their open rows when they are normalised otherwise', () => {
    const { view, texts } = tree('top-down')
    openAll(view)
    engine.answer('compare.renormalise', { view, normalisation: 'time' })
    expect(texts()[0]).toBe('./solver 900→940')
    expect(texts()).toHaveLength(7)
  })

  it('are copied as text with both runs', () => {
    const { view } = tree('top-down')
    expect(engine.answer('tree.copy', { view, index: 0 })).toMatch(/old +new +change\n.*900 B +470 B +-430 B +-47\.8 % {2}\.\/solver/)
  })
})

describe('tables', () => {
  it('are exported as CSV and Markdown', () => {
    const table = (name: 'pairs' | 'functions', format: 'csv' | 'markdown'): string[] =>
      engine.answer('compare.export', { comparison, tool: 'dead-stores', normalisation: 'run', table: name, format }).trim().split(/\r?\n/)
    expect(table('pairs', 'csv')[1]).toMatch(/^dead-stores,changed,lines,KILLED_BY,init,\/src\/a\.c:20,\/src\/a\.c:22,/)
    expect(table('functions', 'markdown')[0]).toMatch(/^\| name \| old place \| new place \|/)
  })

  it('have the pairs that are shown, in their order', () => {
    const shown = (filter: Partial<ComparedPairFilter>, descending = true): string[] => {
      const question = { comparison, tool: 'dead-stores', normalisation: 'run' } as const
      const pairsShown = {
        filter: { wastefulOnly: false, status: null, direction: 'all', search: '', regularExpression: false, ...filter },
        sort: { column: 'source', descending },
      } as const
      const functions = rowsOfCsv(engine.answer('compare.export', { ...question, table: 'pairs', pairs: pairsShown, format: 'csv' }))
        .slice(1)
        .map((row) => `${row[1]} ${row[4]} ${row[7]}`)
      const { rows } = engine.answer('compare.pairs', { ...question, ...pairsShown, start: 0, count: 100 })
      expect(functions).toEqual(rows.map(({ status, source, target }) => `${status} ${source.function} ${target.function}`))
      return functions
    }
    const all = shown({})
    expect(all.length).toBeGreaterThan(2)
    expect(shown({}, false)[0]).not.toBe(all[0])
    for (const filter of [
      { search: 'init' },
      { search: '^la', regularExpression: true },
      { status: 'new' },
      { status: 'moved' },
      { direction: 'wins' },
      { wastefulOnly: true },
    ] satisfies Array<Partial<ComparedPairFilter>>)
      expect(shown(filter).length, JSON.stringify(filter)).toBeLessThan(all.length)
  })
})

it('closes comparisons with their profiles, and trees with their comparison', () => {
  const other = engine.answer('compare.open', profiles).comparison
  const { view } = engine.answer('compare.tree', {
    comparison: other,
    kind: 'flat',
    tool: 'dead-stores',
    normalisation: 'run',
    sort: { column: 'wasteInclusive', descending: true },
  })
  engine.answer('compare.close', { comparison: other })
  expect(() => engine.answer('tree.rows', { view, start: 0, count: 1 })).toThrow(/not open any more/)
  expect(() =>
    engine.answer('compare.tree', { comparison, kind: 'flat', tool: 'values', normalisation: 'run', sort: { column: 'name', descending: true } }),
  ).toThrow(/choose one of dead-stores/)
  engine.answer('profile.close', { profile: profiles.old })
  expect(() => pairs({})).toThrow(/not open any more/)
})
