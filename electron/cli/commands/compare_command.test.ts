import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ComparisonReport } from '../../../shared/comparison.ts'
import { drawValues } from '../../../shared/metrics/values/value_profile.testing.ts'
import { LOADED } from '../../../shared/profile/value_names.ts'
import { profileFromStacks } from '../../profile/profile_from_stacks.testing.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { writeProfile } from '../../profile/write_profile.ts'
import { compareCommand } from './compare_command.ts'

const printPieces = vi.hoisted(() => vi.fn<(pieces: Iterable<string>) => void>())
vi.mock(import('../terminal.ts'), async (original) => ({ ...(await original()), printPieces }))

const directory = temporaryDirectory()

/** A profile of one load; without values if none are given. */
function profileOf(name: string, values?: Array<[number, number]>): string {
  const path = join(directory, name)
  const tree = profileFromStacks('main main.c:1 KILLED_BY main main.c:2 1')
  if (!values) {
    writeProfile(path, tree, [])
    return path
  }
  const { valueTables, valueEntries, valueNames, run } = drawValues([{ role: LOADED, class: 'integer-load', values }])
  writeProfile(path, { ...tree, valueTables, valueEntries, valueNames, run: { ...tree.run, values: run.values! } }, [])
  return path
}

/** Returns the command's output. */
async function printed(...words: string[]): Promise<string> {
  printPieces.mockClear()
  expect(await compareCommand.run(words)).toBe(0)
  return printPieces.mock.calls.flatMap(([pieces]) => [...pieces]).join('')
}

test('compare prints how well the second profile agrees with the first, as text and JSON', async () => {
  const [first, second] = [
    profileOf('a.hagstone', [
      [7, 80],
      [8, 20],
    ]),
    profileOf('b.hagstone', [
      [7, 60],
      [9, 40],
    ]),
  ]
  const text = await printed(first, second, '--view', 'values')
  expect(text).toMatch(/loads +1 +100 % +80\.0 % +60\.0 % +20\.0 % +0 % +100 % +100 % +80\.0 % +100 %/)
  expect(text).toMatch(
    /Candidates for specialisation in the first run.*\n\n#1 {2}if \(value == 7\).*\n {4}80\.0 % of 100 loads here bring 7.*\n {4}In the second run too: 60\.0 %\.\n/,
  )
  expect(JSON.parse(await printed(first, second, '--view', 'values', '--json'))).toMatchObject({
    schema: 'hagstone.values-comparison/1',
    matchedBy: 'address',
    first: { path: first },
    comparisons: [{ kind: 'instructions' }, { kind: 'loads', find5: 0.8 }],
  })
})

test('compare adds the values of both to everything else', async () => {
  const [first, second] = [
    profileOf('a.hagstone', [
      [7, 80],
      [8, 20],
    ]),
    profileOf('b.hagstone', [
      [7, 60],
      [9, 40],
    ]),
  ]
  expect(JSON.parse(await printed(first, second, '--json'))).toMatchObject({
    schema: 'hagstone.comparison/1',
    values: { schema: 'hagstone.values-comparison/1', comparisons: [{ kind: 'instructions' }, { kind: 'loads' }] },
  })
  expect(JSON.parse(await printed(first, profileOf('none.hagstone'), '--json'))).toMatchObject({ values: null })
})

test('compare rejects profiles without values', async () => {
  await expect(compareCommand.run(['--view', 'values', profileOf('a.hagstone', [[7, 1]]), profileOf('none.hagstone')])).rejects.toThrow(
    /none\.hagstone has no values to compare/,
  )
})

/** An exact run of the stacks. */
function exactProfile(name: string, stacks: string): string {
  const path = join(directory, name)
  const profile = profileFromStacks(stacks)
  writeProfile(path, { ...profile, run: { ...profile.run, engine: 'exhaustive', driver: 'accesses', unit: 'bytes', transport: null } }, [])
  return path
}

test('compare prints the change of each pair, row and function, and the same numbers as JSON', async () => {
  const old = exactProfile(
    'old.hagstone',
    'main a.c:5 > init a.c:20   KILLED_BY   main a.c:6 > fill a.c:30   900\nmain a.c:7 > work a.c:40   KILLED_BY   main a.c:7 > work a.c:41   70',
  )
  const recent = exactProfile('new.hagstone', 'main a.c:5 > init a.c:22   KILLED_BY   main a.c:6 > fill a.c:30   450')
  expect(await printed(old, recent)).toMatch(/dead-stores +970 B +450 B +-520 B +-53\.6 % +counted +100 % → 100 % +1 gone, 1 changed, 1 moved/)
  expect(await printed(old, recent)).toMatch(/^1 finding gone, 1 smaller\.\n\nold /)
  expect(await printed(old, recent)).toMatch(/\ngone {2,}70 B +— {2}counted +work\(\) writes .*\n/)
  expect(await printed(old, recent, '--view', 'pairs')).toMatch(
    /changed, moved \(other lines\) +900 B +450 B +-450 B +-50\.0 % +counted +init a\.c:22 \(was :20\) → fill a\.c:30\ngone +70 B/,
  )
  expect(await printed(old, recent, '--only', 'losses')).toContain('No such pairs')
  expect(await printed(old, recent, '--view', 'flat', '--by', 'line')).toMatch(/900 B +450 B .*a\.c:22\n/)
  expect(await printed(old, recent, '--view', 'tree')).toMatch(/970 B +450 B +-520 B +-53\.6 % {2}\.\/solver\n.* main\n/)
  expect(await printed(old, recent, '--csv')).toMatch(/^status,title,.*\r\nsmaller,fill\(\) overwrites/)
  expect(await printed(old, recent, '--view', 'pairs', '--csv')).toMatch(/^tool,status,moved,.*\r\ndead-stores,changed,lines,KILLED_BY,init,/)
  const comparison = JSON.parse(await printed(old, recent, '--json', '--normalise', 'time')) as ComparisonReport
  expect(comparison).toMatchObject({
    schema: 'hagstone.comparison/1',
    normalisation: 'time',
    findings: {
      verdict: '1 finding gone, 1 smaller.',
      unit: 'bytes',
      findings: [
        { status: 'smaller', amount: { change: -450 } },
        { status: 'gone', new: null },
      ],
    },
    pairs: [{ status: 'changed', waste: { change: -450 } }, { status: 'gone' }],
    flat: { by: 'function', tools: { 'dead-stores': [{ name: 'init', wasteExclusive: { old: 900, new: 450 } }, { name: 'work' }, { name: 'main' }] } },
  })
})

test('compare rejects requests for data that these runs lack', async () => {
  const exact = exactProfile('exact.hagstone', 'main a.c:5   KILLED_BY   main a.c:6   9')
  const sampled = profileOf('sampled.hagstone')
  await expect(compareCommand.run([sampled, exact])).rejects.toThrow(/^The first run is driven by the clock .*record --calibrate/)
  await expect(compareCommand.run([exact, exact, '--tool', 'values'])).rejects.toThrow(/must be dead-stores/)
  await expect(compareCommand.run([sampled, sampled, '--normalise', 'accesses'])).rejects.toThrow(/these runs do not have it/)
})

/** A sampled run whose reuses have these time distances in words, each this often. */
function reusingProfile(name: string, distances: Array<[number, number]>): string {
  const path = join(directory, name)
  const all = distances.flatMap(([distance, count]) => Array.from({ length: count }, () => distance))
  const profile = profileFromStacks(`main a.c:5   reuse-distance:REUSED_BY   main a.c:6   ${all.length}`)
  const reuses = {
    length: all.length,
    pair: new Int32Array(all.length),
    distance: Float64Array.from(all),
    weight: new Float64Array(all.length).fill(1),
    time: Float64Array.from(all.keys()),
    object: new Int32Array(all.length).fill(-1),
  }
  writeProfile(
    path,
    {
      ...profile,
      reuses,
      run: {
        ...profile.run,
        engine: 'pebs',
        driver: 'accesses',
        unit: 'bytes',
        granularity: 'word',
        distanceUnit: 'accesses',
        caches: [{ level: 1, bytes: 16384 }],
      },
    },
    [],
  )
  return path
}

/** Lines from a title to the next empty one or the end, with runs of spaces joined and bars removed. */
function section(text: string, title: string): string[] {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith(title))
  const length = lines.slice(from).indexOf('')
  return lines.slice(from, from + length).map((line) => line.replaceAll('█', '').replaceAll(/ +/g, ' ').trim())
}

test('compare draws reuse distances of both runs in the same bins, with percentiles and the misses of the machine’s caches', async () => {
  // On the axis 10 words are 80 bytes, 2000 15.6 KiB and 12000 93.8 KiB. Expected stack distances (metrics.md, section 4): of
  // 10 always 9; of 2000 in the old run 5 + 1000 − 1 = 1004 words, 7.8 KiB; of 12000 in the new one 7.5 + 3000 − 1 = 3006.5, 23.5 KiB.
  const old = reusingProfile('near.hagstone', [
    [10, 20],
    [2000, 20],
  ])
  const recent = reusingProfile('far.hagstone', [
    [10, 30],
    [12000, 10],
  ])
  const text = await printed(old, recent, '--view', 'histogram')
  const titles = 'distance old new change old new'
  expect(section(text, 'Time distance')).toEqual([
    'Time distance, similarity 0.500',
    titles,
    'below 4 KiB 50.0 % 75.0 % +25.0 points',
    'below 8 KiB 0 % 0 % +0.0 points',
    'below 16 KiB 50.0 % 0 % -50.0 points',
    'below 32 KiB 0 % 0 % +0.0 points',
    'below 64 KiB 0 % 0 % +0.0 points',
    'below 128 KiB 0 % 25.0 % +25.0 points',
  ])
  expect(section(text, 'Stack distance')).toEqual([
    'Stack distance, similarity 0.500',
    titles,
    'below 4 KiB 50.0 % 75.0 % +25.0 points',
    'below 8 KiB 50.0 % 0 % -50.0 points',
    'below 16 KiB 0 % 0 % +0.0 points',
    'below 32 KiB 0 % 25.0 % +25.0 points',
  ])
  const percentiles = section(text, 'share of reuses')
  expect(percentiles.slice(1).map((line) => /^[\d.]+ % \d+ KiB \d+ KiB/.exec(line)?.[0])).toEqual([
    '50.0 % 4 KiB 4 KiB',
    '70.0 % 16 KiB 4 KiB',
    '75.0 % 16 KiB 4 KiB',
    '80.0 % 16 KiB 128 KiB',
    '85.0 % 16 KiB 128 KiB',
    '90.0 % 16 KiB 128 KiB',
    '95.0 % 16 KiB 128 KiB',
  ])
  expect(percentiles.at(-1)).toMatch(/beyond the noise$/)
  expect(section(text, 'Miss ratio')).toEqual([
    'Miss ratio of a cache that evicts the least recently used',
    'cache old new change certainty',
    'L1 16 KiB 0 % 25.0 % +25.0 points beyond the noise',
  ])
  // The largest share fills its bar; the others are proportional.
  const bars = text
    .split('\n')
    .filter((line) => line.includes('█'))
    .map((line) => [...line.matchAll(/█+/g)].map(([bar]) => bar.length))
  expect(bars).toEqual([[16, 24], [16], [8], [16, 24], [16], [8]])
})

test('amounts of reuse are not called waste, alone or beside tools that have waste', async () => {
  const alone = reusingProfile('reuses.hagstone', [[10, 20]])
  const head = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => /certainty|^(dead-stores|reuse-distance)/.test(line))
      .map((line) => line.split(/ {2,}/)[0]!)
  expect(head(await printed(alone, alone, '--view', 'histogram'))[0]).toBe('reused')
  const both = join(directory, 'both.hagstone')
  writeProfile(both, profileFromStacks('main a.c:5   reuse-distance:REUSED_BY   main a.c:6   7\nmain a.c:5   KILLED_BY   main a.c:7   9'), [])
  expect(
    head(await printed(both, both))
      .slice(0, 3)
      .sort(),
  ).toEqual(['dead-stores', 'reuse-distance (reused)', 'waste'])
  expect(await printed(alone, alone, '--view', 'objects')).toMatch(/neither waste nor use/)
})
