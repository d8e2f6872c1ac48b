import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asSourceList, versionOf } from '../debian_source.ts'
import { alignment, clauses, conversions, picture, sound } from '../inputs.ts'
import { chartSvg } from './charts.ts'
import { FIRST_CORRECT, firstFindingsSection } from '../first_findings.ts'
import { page, writePage } from './page.ts'
import { studyPrograms } from '../programs.ts'
import { charts } from './study_charts.ts'
import { accuracyResult, programResult, reuseResult } from '../testing_results.ts'

const results = [
  programResult('bzip2', { accuracy: accuracyResult({ differences: { 10_007: 1.5 } }) }),
  programResult('lua', { accuracy: accuracyResult({ live: { difference: -12, reweighted: 0.5 } }), reuse: reuseResult(0.8) }),
]

test('the page holds what was measured, says what missed its goal, and leaves out what was not run', () => {
  const text = page(results)
  expect(text).toContain('on a machine, of 2 programs')
  expect(text).toMatch(/\| bzip2 \| bzip2 1-1 \| compression \| C \| 1 \|/)
  expect(text).toMatch(/\| bzip2 \| 50\.0 % \| – \| 51\.5 % \| 40\.0 … 60\.0 \| \+1\.50 \|/)
  expect(text).toMatch(
    /\| Real sampler, compared with the ground truth weighted by its samples \| [^|]+ \| median 6\.50, worst 12\.00 \| \*\*missed\*\* \| lua dead-stores 12\.00/,
  )
  expect(text).toMatch(/\| lua \| 0\.800 \| 0\.800 \| 0\.800 \| 0\.800 \| 0\.800 \| model \|/)
  expect(text).not.toContain('## Cost')
  expect(text).not.toContain('## Bursty')
  expect(text).not.toContain('undefined')
  expect(text).not.toContain('NaN')
})

test('without any results no page takes the place of the one that is there', () => {
  const documents = mkdtempSync(join(tmpdir(), 'hagstone-study-'))
  try {
    expect(() => writePage([], documents)).toThrow('no results are kept in build/study/results, so the page stays as it is; measure first: npm run study')
    expect(readdirSync(documents)).toEqual([])
    writePage(results, documents)
    expect(readdirSync(documents).toSorted()).toEqual(['study', 'study.md'])
  } finally {
    rmSync(documents, { recursive: true })
  }
})

test('the cost of observing is divided by the plain runs beside it, and missing observers leave a gap', () => {
  const observer = (name: string, cpu: number, plainCpu: number) => ({ name, cpu, peakKiB: 4096, plainCpu })
  const costs = [
    { plain: { cpu: 1, peakKiB: 1024 }, observers: [observer('callgrind', 40, 2), observer('heaptrack', 3, 1)] },
    { plain: { cpu: 1, peakKiB: 2048 }, observers: [observer('callgrind', 5, 1)] },
  ]
  const text = page(costs.map((cost, i) => programResult(['bzip2', 'lua'][i]!, { cost })))
  expect(text).toContain('| callgrind | 20.00 | 5.00 | 10.00 |  |')
  expect(text).toContain('| heaptrack | 3.00 | – | 3.00 |  |')
  expect(text).toContain('| callgrind | 4.00 | 2.00 | 2.83 |  |')
})

test('every row of every table has as many cells as its head', () => {
  let head: number | null = null
  for (const line of page(results).split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').length : null
    if (cells !== null && head !== null) expect(cells, line).toBe(head)
    head = cells
  }
})

test('charts draw a mark for each value, and every chart of the page exists', () => {
  const svg = chartSvg({
    title: 'a < b',
    categories: ['x', 'y'],
    from: 0,
    to: 1,
    step: 0.5,
    label: String,
    series: [{ name: 's', mark: 'dot', values: [{ value: 0.5, low: 0.4, high: 0.6 }, null] }],
  })
  expect(svg.match(/<circle/g)).toHaveLength(1 + 1)
  expect(svg).toContain('a &lt; b')
  const drawn = charts(results).map(({ name }) => `study/${name}.svg`)
  expect([...page(results).matchAll(/\]\(([^)]+\.svg)\)/g)].map(([, address]) => address).toSorted()).toEqual(drawn.toSorted())
})

test('names, sources and builds of the programs are complete, and their kinds those that the study wants', () => {
  expect(studyPrograms.length).toBeGreaterThanOrEqual(12)
  expect(new Set(studyPrograms.map(({ name }) => name)).size).toBe(studyPrograms.length)
  expect(new Set(studyPrograms.map(({ language }) => language))).toEqual(new Set(['C', 'C++', 'Fortran']))
  expect(studyPrograms.some(({ threads }) => threads > 1)).toBe(true)
  for (const program of studyPrograms) expect(program.ranks > 1, program.name).toBe(program.parallel !== undefined)
})

test('the programs of the tutorials are studied', () => {
  const tutorials = readdirSync(join(import.meta.dirname, '../../../docs/tutorial'))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.slice(0, -'.md'.length))
  expect(tutorials.length).toBeGreaterThanOrEqual(3)
  expect(studyPrograms.map(({ name }) => name)).toEqual(expect.arrayContaining(tutorials))
})

test('the first correct finding of every program is judged, and counted', () => {
  expect(FIRST_CORRECT.map(({ program }) => program)).toEqual(studyPrograms.map(({ name }) => name))
  for (const { rank, program } of FIRST_CORRECT) expect(Number.isInteger(rank) && rank >= 1, program).toBe(true)
  const judged = [1, 3, 8].map((rank, i) => ({ program: `p${i}`, rank, title: 'a | b', why: 'so' }))
  expect(firstFindingsSection(judged)).toContain('In 1 of 3 programs the first finding is correct, in 2 one of the first three is; the median rank is 3.')
  expect(firstFindingsSection(judged)).toContain('| p1 | 3 | a \\| b | so |')
  expect(page(results)).toContain('## Rank of the first correct finding')
})

test('inputs are the same every time and as large as they should be', () => {
  expect(picture(4, 3)).toEqual(picture(4, 3))
  expect(picture(4, 3)).toHaveLength('P6\n4 3\n255\n'.length + 36)
  expect(sound(0.01)).toHaveLength(441 * 4)
  expect(clauses(5, 2, 7).split('\n')).toHaveLength(1 + 10 + 1)
  expect(
    conversions(11)
      .split('\n')
      .filter((_, line) => [0, 1, 2, 3, 20, 21, 22].includes(line)),
  ).toEqual(['1 miles', 'kilometers', '7920 pounds', 'kilograms', '9142 miles', 'kilometers', ''])
  expect(alignment(3, 20)).toMatch(/^>s0\n[ACGT]{20}\n>s1\n[ACGT]{20}\n>s2\n[ACGT]{20}\n$/)
})

test('archives of both formats are asked for sources, and nothing else of them changes', () => {
  expect(asSourceList('# c\ndeb [signed-by=/k.gpg] http://a b main\ndeb-src http://a b main\n', 'list')).toBe('deb-src [signed-by=/k.gpg] http://a b main')
  expect(asSourceList('Types: deb\nURIs: http://a\nSuites: b\n', 'sources')).toBe('Types: deb-src\nURIs: http://a\nSuites: b\n')
  expect(versionOf('bzip2_1.0.8-5.dsc')).toBe('1.0.8-5')
  expect(versionOf('bzip2_1.0.8.orig.tar.gz')).toBeNull()
})
