// @vitest-environment jsdom
/** Two versions of one program, recorded and compared; what became of each pair is in both sources. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ComparedPair, ComparisonReport } from '../../../shared/comparison.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { sampleLine, sampleProgram, sampleSource, type Sample } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()
const ROUNDS = 100
/** Bytes of one array. */
const CELLS = 256 * 8

async function record(sample: Sample, name: string, options: string[], rounds: number): Promise<string> {
  const profile = path(`${name}.hagstone`)
  const { status, stderr } = await hagstone(['record', ...options, '--tool', 'dead-stores', '--output', profile, '--', sampleProgram(sample), String(rounds)])
  expect(status, stderr).toBe(0)
  return profile
}

async function compared(...words: string[]): Promise<ComparisonReport> {
  const { status, stdout, stderr } = await hagstone(['compare', ...words, '--json'])
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout) as ComparisonReport
}

/**
 * Pairs of the program's own source, by the answers of their lines: the new version's, or the old one's for removed
 * lines.
 */
function found(pairs: ComparedPair[], source: string, target: string): ComparedPair[] {
  // Not every version has every answer.
  const line = (mark: string, version: Sample): number | null => {
    const index = readFileSync(sampleSource(version), 'utf8')
      .split('\n')
      .findIndex((text) => text.endsWith(`answer: ${mark} */`))
    return index < 0 ? null : index + 1
  }
  const isAt = ({ oldLine, newLine, files }: ComparedPair['source'], mark: string): boolean =>
    (files.new ?? files.old ?? '').endsWith('mesh.c') && (newLine === null ? oldLine === line(mark, 'mesh_before') : newLine === line(mark, 'mesh_after'))
  return pairs.filter((pair) => isAt(pair.source, source) && isAt(pair.target, target))
}

function short({ status, moved, waste }: ComparedPair): unknown {
  return { status, moved, old: waste.old, new: waste.new, significance: waste.significance }
}

describe.skipIf(!exhaustiveEngineIsBuilt)('every access counted', () => {
  let old: string
  let recent: string
  let comparison: ComparisonReport
  beforeAll(async () => {
    old = await record('mesh_before', 'before', ['--engine', 'exhaustive'], ROUNDS)
    recent = await record('mesh_after', 'after', ['--engine', 'exhaustive'], ROUNDS)
    comparison = await compared(old, recent)
  })

  const exact = { significance: 'exact' }
  test.each([
    ['a dead store that was removed is gone', 'clear twice', 'clear again', { status: 'gone', moved: null, old: ROUNDS * CELLS, new: 0 }],
    ['one whose lines moved is the same', 'zero', 'fill', { status: 'unchanged', moved: 'lines', old: ROUNDS * CELLS, new: ROUNDS * CELLS }],
    ['one below a new wrapper is the same', 'scale', 'scale again', { status: 'unchanged', moved: 'path', old: ROUNDS * CELLS, new: ROUNDS * CELLS }],
    [
      'one that is executed half as often changed',
      'settle',
      'settle again',
      { status: 'changed', moved: 'lines', old: ROUNDS * CELLS, new: (ROUNDS * CELLS) / 2 },
    ],
    ['one that was added is new', 'count', 'count again', { status: 'new', moved: null, old: 0, new: ROUNDS * 8 }],
  ])('%s', (_, source, target, expected) => {
    expect(found(comparison.pairs, source, target).map(short)).toEqual([{ ...expected, ...exact }])
  })

  test('the function’s sums and the totals change as its pairs do', () => {
    const functions = new Map(comparison.flat.tools['dead-stores']!.map((row) => [row.name.replace(/ .*/, ''), row]))
    expect(functions.get('clear_density')!.wasteExclusive).toMatchObject({ old: ROUNDS * CELLS, new: 0, relative: -1 })
    expect(functions.get('refill_field')!.wasteExclusive).toMatchObject({ change: 0 })
    const { waste } = comparison.totals['dead-stores']!
    expect(waste.change).toBe(comparison.pairs.reduce((sum, pair) => sum + pair.waste.change, 0))
  })

  test('a run compared with itself has no change', async () => {
    const same = await compared(old, old)
    expect(same.pairs.filter(({ status, moved }) => status !== 'unchanged' || moved !== null)).toEqual([])
    expect(same.totals['dead-stores']!.waste.change).toBe(0)
  })

  test('check fails in the reverse direction, and gives the place in its log, SARIF and JUnit XML', async () => {
    expect((await hagstone(['check', recent, '--baseline', old])).status).toBe(0)
    const { status, stdout } = await hagstone(['check', old, '--baseline', recent, '--sarif', path('out.sarif'), '--junit', path('out.xml')])
    expect(status).toBe(1)
    expect(stdout).toMatch(/FAILED +dead-stores +waste/)
    expect(stdout).toMatch(/new {2}clear_density mesh\.c:\d+ → clear_density mesh\.c:\d+/)
    expect(readFileSync(path('out.sarif'), 'utf8')).toContain(`"startLine": ${sampleLine('mesh_before', 'clear twice').number}`)
    const junit = new DOMParser().parseFromString(readFileSync(path('out.xml'), 'utf8'), 'application/xml')
    expect(junit.querySelector('parsererror')).toBeNull()
    expect(
      Array.from(
        junit.querySelectorAll('testsuites > testsuite > testcase'),
        (test) => `${test.getAttribute('classname')} ${test.getAttribute('name')} ${test.querySelector('failure')?.getAttribute('type') ?? 'passed'}`,
      ),
    ).toEqual(['hagstone.dead-stores waste waste', 'hagstone.dead-stores pairs passed'])
  })
})

describe('sampled', () => {
  // On a busy machine a limit on overhead would leave too few samples to be beyond the noise.
  const sampled = ['--engine', 'software', '--rate', '500', '--max-overhead', '0']
  test('a removed pair is gone beyond the noise, and the remaining ones are within it', async () => {
    const old = await record('mesh_before', 'sampled-before', sampled, 600_000)
    const recent = await record('mesh_after', 'sampled-after', sampled, 600_000)
    const comparison = await compared(old, recent, '--normalise', 'time')
    const [gone] = found(comparison.pairs, 'clear twice', 'clear again')
    expect(gone).toMatchObject({ status: 'gone', waste: { new: 0, significance: 'significant' } })
    const itself = await compared(old, old)
    expect(itself.pairs.map(({ status }) => status)).not.toContain('new')
    expect(itself.totals['dead-stores']!.waste.significance).toBe('noise')
    const { status, stderr } = await hagstone(['compare', old, path('before.hagstone')])
    if (exhaustiveEngineIsBuilt)
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^hagstone: The first run is driven by the clock .*\n$/) })
  })
})
