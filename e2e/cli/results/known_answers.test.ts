/** The whole path on the samples: record, analyse, report; the answers are in each sample's source. */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../../shared/report.ts'
import { leafOf, type Frame } from '../../../shared/profile/frame.ts'
import { sampleProgram } from '../../support/samples.ts'
import type { Sample } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { at, between, recorded, shareOfWaste, sum } from '../recorded.ts'

const path = temporaryDirectory()

async function recordSample(sample: Sample, programArguments: string[] = []): Promise<Report> {
  const { report } = await recorded(path(`${sample}.hagstone`), ['--tool', 'dead-stores'], [sampleProgram(sample), ...programArguments])
  return report
}

test('rezeroed array: the second clearing is killed by the first of the next round, which is used', async () => {
  const report = await recordSample('rezeroed_array', ['60000'])
  expect(shareOfWaste(report, 'rezeroed_array', 'dead store', 'killing store')).toBeGreaterThan(0.95)
  const used = report.pairs.filter((pair) => pair.relation === 'USED_BY' && at('rezeroed_array', 'killing store')(leafOf(pair.source)))
  expect(sum(used, (pair) => pair.use)).toBeGreaterThan(0)
  const first = report.pairs[0]!.source
  expect(first.map((frame) => frame.function)).toEqual(expect.arrayContaining(['main', 'end_block']))
  expect(leafOf(first).instruction).toMatch(/mov/)
  expect(report.run.unit).toBe('ns')
  expect(report.run.driver).toBe('cpu-time')
})

test('four pairs: all four are found, and nothing else wastes', async () => {
  const report = await recordSample('four_pairs', ['6000'])
  const shares = [
    ['i loop', 'j loop'],
    ['j loop', 'i loop'],
    ['p', 'q'],
    ['q', 'p'],
  ].map(([source = '', target = '']) => shareOfWaste(report, 'four_pairs', source, target))
  for (const share of shares) expect(share).toBeGreaterThan(0)
  expect(shares.reduce((total, share) => total + share, 0)).toBeGreaterThan(0.99)
})

test('long distance: the i loop dies by the j loop, dozens of samples later', async () => {
  const report = await recordSample('long_distance', ['10'])
  expect(shareOfWaste(report, 'long_distance', 'i loop', 'j loop')).toBeGreaterThan(0.95)
})

test('all used: no store of the program’s own module is dead', async () => {
  const report = await recordSample('all_used', ['300000'])
  const own = report.pairs.filter((pair) => basename(leafOf(pair.source).module) === 'all_used')
  expect(sum(own, (pair) => pair.traps)).toBeGreaterThan(20)
  expect(own.filter((pair) => pair.relation === 'KILLED_BY')).toEqual([])
})

test('threads: each thread wastes under its own caller, and none kills another’s stores', async () => {
  const report = await recordSample('threads', ['2500'])
  expect(shareOfWaste(report, 'threads', 'dead store', 'killing store')).toBeGreaterThan(0.95)
  expect(report.threads.filter((thread) => thread.waste > 0).length).toBeGreaterThanOrEqual(4)
  const callers = new Set(
    report.pairs.filter(between('threads', 'dead store', 'killing store')).map((pair) => {
      const names = (frames: Frame[]) =>
        frames
          .map((frame) => frame.function)
          .filter((name) => name === 'even' || name === 'odd')
          .join()
      return `${names(pair.source)} ${names(pair.target)}`
    }),
  )
  expect([...callers].toSorted()).toEqual(['even even', 'odd odd'])
})

test('inlined C++: the frames are the source’s, marked as inlined', async () => {
  const report = await recordSample('inlined', ['15000'])
  expect(shareOfWaste(report, 'inlined', 'dead store', 'killing store')).toBeGreaterThan(0.9)
  const pair = report.pairs.find(between('inlined', 'dead store', 'killing store'))
  expect(leafOf(pair!.source)).toMatchObject({ function: expect.stringContaining('Grid::clear'), inlined: true })
  expect(leafOf(pair!.target)).toMatchObject({ function: expect.stringContaining('Grid::fill'), inlined: true })
  expect(pair?.source.map((frame) => frame.function).join(' ')).toMatch(/simulate.*Grid::reset/)
})

test('recursion: contexts deeper than the cap are cut and counted', async () => {
  const report = await recordSample('recursion', ['8000'])
  expect(shareOfWaste(report, 'recursion', 'dead store', 'killing store')).toBeGreaterThan(0.9)
  expect(report.stats.counters.find(({ name }) => name === 'contexts_truncated')?.value).toBeGreaterThan(0)
})

test('Fortran: module procedures by their names', async () => {
  const report = await recordSample('work_array')
  expect(shareOfWaste(report, 'work_array', 'dead store', 'killing store')).toBeGreaterThan(0.9)
  expect(leafOf(report.pairs.find(between('work_array', 'dead store', 'killing store'))!.source).function).toMatch(/clear/)
})
