import { expect, it } from 'vitest'
import { profileFromStacks } from '../profile/profile_from_stacks.testing.ts'
import { buildReport } from './report.ts'
import { regionLines, spatialValueLines } from './text/report_spatial_values.ts'
import { reportText } from './text/report_text.ts'

const marked = {
  object: -1,
  group: 'array',
  type: 'signed',
  elementBytes: 4,
  approximate: false,
  inspections: 3,
  above: 2,
  elements: 2000,
  unique: 200,
  latestElements: 100,
  latestUnique: 4,
} as const
const strip = Array.from({ length: 64 }, (_, i) => `0${i % 4}000000`)

function regionProfile(): ReturnType<typeof profileFromStacks> {
  const profile = profileFromStacks(`
    main > fill a.c:3  KILLED_BY  main > fill a.c:4  30
    main > fill a.c:3  USED_BY  main > use a.c:9  70
    solve a.c:5  KILLED_BY  solve a.c:6  8`)
  // The caller of the third pair's outermost function.
  const solve = profile.functions.findIndex(({ name }) => name === 'solve')
  profile.functions[solve] = { name: 'region assembly', linkageName: '', module: -1, file: -1, line: -1 }
  return profile
}

it('shows marks with the most redundant bytes first, the most frequent values and some in order', () => {
  const profile = profileFromStacks(`
    main > fill a.c:3  KILLED_BY  main > fill a.c:4  30`)
  const node = profile.pairs.source[0]!
  profile.spatialValues = [
    { ...marked, node: -1, group: 'general', inspections: 7, above: 0, elements: 0, unique: 0, latestElements: 0, latestUnique: 0, values: [], strip: [] },
    {
      ...marked,
      node,
      values: [
        { count: 40, bytes: '00000000' },
        { count: 20, bytes: 'ffffffff' },
      ],
      strip,
    },
  ]
  const report = buildReport(profile, { top: 10 })
  expect(report.spatialValues[0]).toMatchObject({
    share: 0.9,
    redundantBytes: 7200,
    comparison: 'precise',
    latest: {
      share: 0.96,
      values: [
        { value: '0', count: 40, share: 0.4 },
        { value: '-1', count: 20, share: 0.2 },
      ],
    },
  })
  expect(report.spatialValues[0]!.at!.at(-1)).toMatchObject({ function: 'fill', line: 3 })
  expect(spatialValueLines(report, 10, 200, profile.files)).toEqual([
    'Equal values at marks (hagstone.h):',
    '',
    '90.0 % not unique: memory that is no known object, at fill a.c:3 · 1,800 of 2,000 elements (signed, 4 bytes) · 2 of 3 inspections above the threshold',
    '    commonest      0 (40.0 %), -1 (20.0 %)',
    '    in order       0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 …',
    '',
    'general registers, at ends of windows · 7 inspections, none above the threshold',
  ])
  const narrow = spatialValueLines(report, 10, 40, profile.files)
  expect(
    narrow.slice(
      narrow.findIndex((line) => line.includes('commonest')),
      -3,
    ),
  ).toEqual(['    commonest      0 (40.0 %),', '                   -1 (20.0 %)', '    in order       0 1 2 3 0 1 2 3 0 1 2', '                   3 0 1 2 3 …'])
})

it('is separated from the text before it by one blank line', () => {
  const profile = profileFromStacks(`
    main > fill a.c:3  KILLED_BY  main > fill a.c:4  30`)
  profile.spatialValues = [{ ...marked, node: profile.pairs.source[0]!, values: [], strip }]
  expect(reportText(profile, { view: 'objects', top: 10, width: 200 })).toMatch(/[^\n]\n\nEqual values at marks/)
})

it('sums up what each region did, by the earlier access', () => {
  const report = buildReport(regionProfile(), { top: 10 })
  expect(report.regions).toMatchObject([{ name: 'assembly', totals: { 'dead-stores': { waste: 8, use: 0, traps: 8 } } }])
  expect(regionLines(report, 100)[1]).toMatch(/100 % .* dead-stores {2}assembly$/)
  expect(
    regionLines(
      buildReport(
        profileFromStacks(`
    main a.c:1  KILLED_BY  main a.c:2  1`),
        { top: 1 },
      ),
      100,
    ),
  ).toHaveLength(1)
})
