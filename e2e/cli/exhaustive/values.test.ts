/** Values of a program whose shares follow from its source: recorded, reported, compared and validated by the command line. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { UNNAMED_MEMORY } from '../../../shared/profile/value_names.ts'
import type { ValueSite, ValuesComparison, ValuesReport, ValuesValidation } from '../../../shared/values.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { reported } from '../recorded.ts'

const path = temporaryDirectory()
if (!exhaustiveEngineIsBuilt) console.log('skipped: the exhaustive engine is not built, for want of Valgrind')
let program: string
const ROUNDS = 2000

async function recorded(name: string, rounds: number, ...options: string[]): Promise<string> {
  const profile = path(name)
  const { status, stderr } = await hagstone([
    'record',
    '--engine',
    'exhaustive',
    '--tool',
    'values',
    ...options,
    '--output',
    profile,
    '--',
    program,
    String(rounds),
  ])
  expect(status, stderr).toBe(0)
  return profile
}

async function valuesOf(profile: string): Promise<ValuesReport> {
  return (await reported(profile)).values!
}

describe.skipIf(!exhaustiveEngineIsBuilt)('values', () => {
  let full: string
  beforeAll(async () => {
    program = path('specialisable')
    execFileSync('cc', ['-O1', '-g', fileURLToPath(new URL('../programs/specialisable.c', import.meta.url)), '-o', program])
    full = await recorded('full.hagstone', ROUNDS)
  })

  test('of parameters, operands and loads are those of the source', async () => {
    const { sites, types, parameters, estimate } = await valuesOf(full)
    const site = (fits: (site: ValueSite) => boolean): ValueSite => sites.find(fits)!
    const n = site(({ name, function: owner }) => name === 'n' && owner === 'power')
    expect(n).toMatchObject({ role: 'parameter', subject: 'n (rdi)', executions: ROUNDS, bytes: 4, inv1: 0.9, inv5: 1 })
    expect(n.values.map(({ text, count }) => [text, count])).toEqual([
      ['8', 0.9 * ROUNDS],
      ['3', 0.1 * ROUNDS],
    ])
    expect(site(({ operation, subject, function: owner }) => operation === 'divide' && subject === 'divisor' && owner === 'share')).toMatchObject({
      executions: ROUNDS,
      inv1: 1,
      mrv1: expect.closeTo(1, 2),
    })
    expect(site(({ role, function: owner, values }) => role === 'loaded' && owner === 'main' && values[0]?.text === '8')).toMatchObject({
      executions: 0.9 * ROUNDS,
      inv1: 1,
    })
    expect(types.map(({ instructionClass }) => instructionClass)).toContain('integer-load')
    expect(parameters!.calls).toBeGreaterThanOrEqual(2 * ROUNDS)
    expect(estimate!.difference).toBeLessThan(0.5)
  })

  test('advise what is worth specialising, as text too', async () => {
    const { advice } = await valuesOf(full)
    expect(advice.slice(0, 3).map(({ condition }) => condition)).toContain('if (divisor == 1)')
    expect(advice.map(({ condition }) => condition)).toContain('if (n == 8)')
    // Unnamed memory addresses are recognised, and no advice suggests testing for one.
    const { sites } = await valuesOf(full)
    const addresses = sites.filter(({ values }) => values[0]?.pointer === UNNAMED_MEMORY)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.map(({ bytes, element }) => [bytes, element])).toEqual(addresses.map(() => [8, 'integer']))
    expect(advice.filter(({ site }) => site.values[0]?.pointer === UNNAMED_MEMORY)).toEqual([])
    const { stdout } = await hagstone(['report', full])
    expect(stdout).toMatch(/if \(n == 8\) {3}power specialisable\.c:\d+/)
  })

  test('of two inputs are compared, and those of a profile that converges with the full one of its run', async () => {
    const half = await recorded('half.hagstone', ROUNDS / 2)
    const comparison = JSON.parse((await hagstone(['compare', '--json', full, half])).stdout) as ValuesComparison
    expect(comparison.matchedBy).toBe('address')
    expect(comparison.comparisons.find(({ kind }) => kind === 'parameters')).toMatchObject({ overlap: expect.closeTo(1, 2), same1: expect.closeTo(1, 1) })
    const { convergence, convergentAgainstFull } = await valuesOf(
      await recorded('rest.hagstone', 5 * ROUNDS, '--values', 'loads', '--value-profile', 'rising', '--value-reference'),
    )
    expect(convergence!.profiled).toBeLessThan(1)
    expect(convergence!.tests).toBeGreaterThan(0)
    expect(convergentAgainstFull.find(({ kind }) => kind === 'loads')).toMatchObject({ overlap: expect.closeTo(1, 2), find1: expect.closeTo(1, 1) })
  })

  test('are validated with other tables and profiles', async () => {
    const { status, stdout, stderr } = await hagstone(['validate', '--tool', 'values', '--json', '--', program, '200'])
    expect(status, stderr).toBe(0)
    const { usual, variants } = JSON.parse(stdout) as ValuesValidation
    expect(usual.settings).toMatchObject({ tableSize: 10, profile: 'full', clearing: true })
    expect(variants.map(({ name, settings: { tableSize, clearing, profile } }) => [name, tableSize, clearing, profile])).toEqual([
      ['tables of 4', 4, true, 'full'],
      ['tables of 50', 50, true, 'full'],
      ['never cleared', 10, false, 'full'],
      ['while rising', 10, true, 'rising'],
      ['within bounds', 10, true, 'bounds'],
    ])
    for (const { comparison } of variants) expect(comparison.difference1).toBeLessThan(0.1)
  })
})
