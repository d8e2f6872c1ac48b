/** Windows' queries about a run of several tools. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PairColumn, PairFilter } from '../../../shared/rpc/pairs.ts'
import { KeptFiles } from '../../cache/kept_files.ts'
import { severalTools } from '../../profile/several_tools.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { findingsOf } from '../../report/findings/findings.ts'
import { keptWeights } from '../../report/kept/kept_report.ts'
import { QueryEngine } from './query_engine.ts'

const engine = new QueryEngine(() => null)
const ALL: PairFilter = { wastefulOnly: true, search: '', regularExpression: false, side: 'either' }
let profile: number

beforeAll(() => {
  const path = join(temporaryDirectory(), 'several.hagstone')
  writeProfile(path, severalTools(), [])
  const summary = engine.answer('profile.open', { path })
  expect(summary).toMatchObject({
    pairCount: 4,
    objects: [{ name: 'counters', waste: 7_000_000 }],
    threads: [{ tools: { 'dead-stores': { waste: 90_000_000 } } }],
  })
  profile = summary.profile
})
afterAll(() => engine.close())

it('findings are those of the report, made once, with lines of sources that may be shown', () => {
  const asked: string[] = []
  const path = join(temporaryDirectory(), 'findings.hagstone')
  writeProfile(path, severalTools(), [])
  const places = { mappings: [], folders: [] }
  const other = new QueryEngine(
    () => null,
    undefined,
    0,
    (_, profilePath, given) => (file, line) => {
      expect([profilePath, given]).toEqual([path, places])
      asked.push(`${file}:${line}`)
      return 'values[i] = 0;'
    },
  )
  const { profile: opened } = other.answer('profile.open', { path })
  const found = other.answer('findings.read', { profile: opened, places })
  const known = findingsOf(severalTools(), { lineText: () => 'values[i] = 0;' })
  expect(known.findings.length).toBeGreaterThan(1)
  expect(found.findings.map(({ id, title }) => [id, title])).toEqual(known.findings.map(({ id, title }) => [id, title]))
  expect(asked.length).toBeGreaterThan(0)
  expect(other.answer('findings.read', { profile: opened, places })).toBe(found)
  // Each pair names its finding.
  const [first] = found.findings
  expect(other.answer('findings.ofPair', { profile: opened, pair: first!.contexts[0]!.pair, places })).toMatchObject({
    kind: 'listed',
    rank: 1,
    finding: { id: first!.id, title: first!.title, remedy: first!.remedy },
  })
  other.close()
})

it('keeps the report of a large profile while nobody waits, and reads it when the profile is opened again', () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'kept.hagstone')
  writeProfile(path, severalTools(), [])
  const places = { mappings: [], folders: [] }
  const files = new KeptFiles('reports', 1 << 20, { XDG_CACHE_HOME: directory })
  const opened = (): { engine: QueryEngine; asked: string[]; profile: number } => {
    const asked: string[] = []
    const engine = new QueryEngine(
      () => null,
      undefined,
      0,
      () => (file, line) => {
        asked.push(`${file}:${line}`)
        return 'values[i] = 0;'
      },
      { files, large: 0 },
    )
    return { engine, asked, profile: engine.answer('profile.open', { path }).profile }
  }
  const first = opened()
  const found = first.engine.answer('findings.read', { profile: first.profile, places })
  expect(keptWeights(severalTools(), path, { files, large: 0 })).toBeUndefined()
  while (first.engine.readAhead());
  expect(keptWeights(severalTools(), path, { files, large: 0 })).toBeDefined()
  first.engine.close()

  const second = opened()
  expect(second.engine.answer('findings.read', { profile: second.profile, places })).toEqual(found)
  // The kept report asks for each line once, to compare; making findings asks for some of them several times.
  expect(new Set(second.asked).size).toBe(second.asked.length)
  expect(first.asked.length).toBeGreaterThan(second.asked.length)
  second.engine.close()
})

describe('trees', () => {
  const rows = (tool?: Parameters<typeof engine.answer<'tree.create'>>[1]['tool']): unknown[] => {
    const { view } = engine.answer('tree.create', { profile, kind: 'flat', sort: { column: 'traps', descending: true }, ...(tool ? { tool } : {}) })
    return engine.answer('tree.rows', { view, start: 0, count: 1 }).rows.map((row) => [row.metrics.wasteInclusive, row.metrics.traps])
  }

  it('have the sums of the requested tool, else of the first', () => {
    expect(rows()).toEqual([[90_000_000, 90]])
    expect(rows('silent-stores')).toEqual([[80_000_000, 80]])
    expect(rows('reuse-distance')).toEqual([[0, 50]])
  })

  it.each(['top-down', 'bottom-up', 'flat'] as const)('have what every tool knows of a row (%s)', (kind) => {
    const { view } = engine.answer('tree.create', { profile, kind, sort: { column: 'wasteInclusive', descending: true } })
    const opened = engine.answer('tree.rows', { view, start: 0, count: 50 })
    opened.rows.toReversed().forEach(({ index }) => {
      engine.answer('tree.expand', { view, version: engine.answer('tree.rows', { view, start: 0, count: 0 }).version, index, expanded: true, deep: true })
    })
    const { rows } = engine.answer('tree.rows', { view, start: 0, count: 50 })
    for (const row of rows) if (row.link === null) expect([row.label, row.tools!['dead-stores']]).toEqual([row.label, row.metrics])
    const main = rows.find((row) => row.kind === 'function' && row.label === 'main')!
    expect([main.tools!['silent-stores']!.wasteInclusive, main.tools!['false-sharing']!.wasteInclusive, main.tools!['reuse-distance']!.traps]).toEqual([
      80_000_000, 7_000_000, 50,
    ])
    const line = rows.find((row) => row.kind === 'line' && row.line === 41)
    if (line) expect(line.tools!['false-sharing']).toMatchObject({ wasteInclusive: 0 })
  })

  it('are sorted by any of the tools', () => {
    const functions = (tool?: 'false-sharing'): string[] => {
      const { view } = engine.answer('tree.create', {
        profile,
        kind: 'bottom-up',
        sort: { column: 'wasteExclusive', descending: true, ...(tool ? { tool } : {}) },
      })
      return engine.answer('tree.rows', { view, start: 0, count: 2 }).rows.map((row) => row.label)
    }
    expect(functions()).toEqual(['set', 'main'])
    expect(functions('false-sharing')).toEqual(['main', 'set'])
  })

  it('of a tool that was not recorded are rejected', () => {
    expect(() => rows('redundant-loads')).toThrow(/was not recorded with redundant-loads/)
  })

  it('keep the heat of a line by tool', () => {
    const heat = (tool: 'dead-stores' | 'false-sharing'): unknown => engine.answer('source.heat', { profile, file: '/src/main.c', tool })
    expect(heat('dead-stores')).toEqual([{ line: 41, waste: 90_000_000, use: 0, share: 1 }])
    expect(heat('false-sharing')).toEqual([{ line: 60, waste: 7_000_000, use: 0, share: 1 }])
  })
})

describe('pairs', () => {
  const tools = (filter: Partial<PairFilter>, column: PairColumn = 'waste', descending = true): string[] =>
    engine.answer('pairs.rows', { profile, filter: { ...ALL, ...filter }, sort: { column, descending }, start: 0, count: 10 }).rows.map((row) => row.tool)

  it('are filtered by tool', () => {
    expect(tools({})).toEqual(['dead-stores', 'silent-stores', 'false-sharing', 'reuse-distance'])
    expect(tools({ tool: null })).toHaveLength(4)
    expect(tools({ tool: 'false-sharing' })).toEqual(['false-sharing'])
  })

  it('are sorted by columns that only some tools have', () => {
    expect(tools({}, 'distance')[0]).toBe('reuse-distance')
    expect(tools({}, 'object')[0]).toBe('false-sharing')
    expect(tools({}, 'tool', false)).toEqual(['dead-stores', 'false-sharing', 'reuse-distance', 'silent-stores'])
  })

  it.each(['dead-stores', 'silent-stores', 'false-sharing', 'reuse-distance'] as const)('of %s begin with the one that is asked for alone', (tool) => {
    const neutral = tool === 'reuse-distance'
    const [first] = engine.answer('pairs.rows', {
      profile,
      filter: { ...ALL, wastefulOnly: !neutral, tool },
      sort: { column: neutral ? 'shareOfTotal' : 'waste', descending: true },
      start: 0,
      count: 1,
    }).rows
    expect(engine.answer('pairs.heaviest', { profile, tool })).toBe(first!.pair)
  })

  it("have their tool's facts", () => {
    const row = (pair: number): unknown => engine.answer('pairs.details', { profile, pair }).row
    expect(row(1)).toMatchObject({
      comparison: 'approximate',
      sharing: null,
      reuseOf: null,
      distance: null,
      latency: { cycles: 100, missShare: 0.25 },
      object: null,
    })
    expect(row(2)).toMatchObject({ comparison: null, reuseOf: 'same', distance: { p50: 1000, p90: 5000, beyond: [] }, shareOfTotal: 1 })
    expect(row(3)).toMatchObject({ sharing: 'false', object: 'counters' })
    expect(engine.answer('pairs.details', { profile, pair: 2 })).toMatchObject({ commonAncestor: 'main main.c:1', threads: [] })
  })
})

describe('reuse distances', () => {
  const question = { pair: null, object: null, conversion: 'expectation', accessRate: null, firstBin: 1024, binCount: 4 } as const

  it('are those of the whole program or of one pair', () => {
    const whole = engine.answer('reuse.read', { profile, ...question })
    expect(whole).toMatchObject({ distanceUnit: 'cpu-time', stack: null, missRatio: [], traps: 2, censoredShare: 0.5 })
    expect(whole.time.bins.map((bin) => bin.share)).toEqual([0.5, 0, 0, 0.5])
    expect(engine.answer('reuse.read', { profile, ...question, pair: 2 })).toMatchObject({ traps: 2, censoredShare: 0 })
  })

  it('are converted into accesses by a rate', () => {
    const { time, stack, missRatio } = engine.answer('reuse.read', { profile, ...question, accessRate: 1e9 })
    expect([time.unit, stack?.unit, missRatio.length > 0]).toEqual(['bytes', 'bytes', true])
  })

  it('are rejected if there are none', () => {
    expect(() => engine.answer('reuse.read', { profile, ...question, pair: 0 })).toThrow(/has no reuse distances/)
    expect(() => engine.answer('reuse.read', { profile, ...question, pair: 99 })).toThrow(/has no pair 99/)
    expect(() => engine.answer('reuse.read', { profile, ...question, object: 9 })).toThrow(/has no object 9/)
  })
})

it.each(['pairs', 'flat', 'statistics', 'threads', 'objects', 'reuse'] as const)('exports %s as CSV', (table) => {
  expect(engine.answer('tables.csv', { profile, table, places: { mappings: [], folders: [] } }).split('\r\n').length).toBeGreaterThan(2)
})
