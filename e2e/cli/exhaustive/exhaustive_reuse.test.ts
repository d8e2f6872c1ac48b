/**
 * Exact reuse distances of the samples, recorded by the engine: they follow from their sources. Native tests compare the accesses
 * of each of these samples with a second implementation (native/exhaustive/reuse/test), so two of them run in all tests.
 */
import { describe, expect, test } from 'vitest'
import type { PairReport, Report } from '../../../shared/report.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { long } from '../../../scripts/test/long.ts'
import { sampleProgram } from '../../support/samples.ts'
import type { Sample } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { between, reported } from '../recorded.ts'

const path = temporaryDirectory()
/** Calls between the rounds of a loop touch a few words of the stack. */
const CALLS = 16
const THREE_DIGITS = 1 + 1 / 1024

async function counted(name: Sample, granularity: string, ...command: string[]): Promise<Report> {
  const profile = path(`${name}-${granularity}.hagstone`)
  const { status, stderr } = await hagstone([
    'record',
    '--engine',
    'exhaustive',
    '--tool',
    'reuse-distance',
    '--granularity',
    granularity,
    '--output',
    profile,
    '--',
    sampleProgram(name),
    ...command,
  ])
  expect(status, stderr).toBe(0)
  return reported(profile)
}

/** The pair of one answer of the sample with itself. */
function itself({ pairs }: Report, name: Sample, answer: string): PairReport {
  const [pair, ...others] = pairs.filter(between(name, answer, answer))
  expect([pair?.tool, others]).toEqual(['reuse-distance', []])
  return pair!
}

function expectAbout(value: number | undefined, least: number): void {
  expect(value).toBeGreaterThanOrEqual(Math.floor(least / THREE_DIGITS))
  expect(value).toBeLessThanOrEqual(least + CALLS)
}

describe.skipIf(!exhaustiveEngineIsBuilt)('reuse distances that the engine counted', () => {
  test('cyclic_sweep: footprint = distance', async () => {
    const [sweeps, length] = [5, 3072]
    const report = await counted('cyclic_sweep', 'word,line', String(sweeps), String(length))
    expect(report.run).toMatchObject({ granularity: 'line', granularities: ['word', 'line'] })
    const pair = itself(report, 'cyclic_sweep', 'sweep')
    // All but the first access of each line, which reuses the value stored before. The array may begin within a line.
    expect(sweeps * length - pair.instances - length / 8).toBeOneOf([0, 1])
    expect(pair.distance).toMatchObject({ p50: 1, stack: { p50: 0 } })
    const words = report.reuse!.exact!.otherGranularities[0]!
    const far = words.stack!.bins.find(({ from, to }) => from <= (length - 1) * 8 && (length - 1) * 8 < to!)!
    expect(words.traps * far.share).toBeGreaterThanOrEqual((sweeps - 1) * length - 1)
  })

  test('matrix_ijk: rows of A again for each column, all of B for each row', long, async () => {
    const [n, products] = [80, 2]
    const report = await counted('matrix_ijk', 'word', String(products))
    for (const answer of ['a', 'b']) expect(itself(report, 'matrix_ijk', answer).instances).toBe(products * n ** 3 - n ** 2)
    expect(itself(report, 'matrix_ijk', 'a').distance).toMatchObject({ p50: 2 * n + 1, stack: { p50: 2 * n } })
    expect(itself(report, 'matrix_ijk', 'b').distance).toMatchObject({ p50: n * (2 * n + 1) })
    expect(itself(report, 'matrix_ijk', 'c').instances).toBe((products - 1) * n ** 2)
  })

  test('random_access: stack distances uniform below the length', long, async () => {
    const length = 32 * 1024
    const report = await counted('random_access', 'word', '1')
    const { instances, distance } = itself(report, 'random_access', 'random')
    expect(instances).toBe(1_000_000 - length)
    expect(distance!.stack!.p50 / length).toBeCloseTo(0.5, 1)
    expect(distance!.stack!.p90 / length).toBeCloseTo(0.9, 1)
    expect(report.reuse!.exact!.similarity).toBeGreaterThan(0.95)
  })

  test('blocked_loop: the block, and once in sixteen all blocks', long, async () => {
    const [rounds, block, repeats, blocks] = [2, 64, 16, 768]
    const { instances, distance } = itself(await counted('blocked_loop', 'word', String(rounds)), 'blocked_loop', 'block')
    expect(instances).toBe(block * blocks * (rounds * repeats - 1))
    expectAbout(distance!.p50, block)
    expectAbout(distance!.stack!.p50, block - 1)
  })

  test('vector_sweep: an access leaves two words behind', async () => {
    const [rounds, vectors] = [20, 6144]
    const report = await counted('vector_sweep', 'word', String(rounds))
    const { instances, distance } = itself(report, 'vector_sweep', 'vector')
    expect(instances).toBe(2 * vectors * (rounds - 1))
    expectAbout(distance!.p50, vectors)
    expectAbout(distance!.stack!.p50, 2 * (vectors - 1))
    // By one word an access, the sweep would fall into a nearer bin.
    expect(report.reuse!.exact!.similarity).toBeGreaterThan(0.95)
  })

  test('two_phases: each by its own array; taken for one program, the model errs', long, async () => {
    const report = await counted('two_phases', 'word', '1')
    const [small, large] = [2 * 1024, 128 * 1024]
    expect(itself(report, 'two_phases', 'small').distance!.stack!.p50 / small).toBeCloseTo(0.5, 1)
    expect(itself(report, 'two_phases', 'large').distance!.stack!.p50 / large).toBeCloseTo(0.5, 1)
    expect(report.reuse!.exact!.similarity).toBeLessThan(0.9)
  })
})
