/**
 * Scopes in code whose loops were not analysed before the run: of libraries that the program loads itself, and of
 * programs that it starts.
 */
import { execFileSync } from 'node:child_process'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { PairReport } from '../../../shared/report.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, reported } from '../recorded.ts'

const path = temporaryDirectory()
if (!exhaustiveEngineIsBuilt) console.log('skipped: the exhaustive engine is not built, for want of Valgrind')
const library = resolve(import.meta.dirname, '../programs/repeating_library.c')

/** Pairs of loads of the library's table: each round repeats the loads of the round before. */
async function repeated(name: string, command: string[]): Promise<PairReport[]> {
  const profile = path(`${name}.hagstone`)
  const { status, stderr } = await hagstone(['record', '--engine', 'exhaustive', '--tool', 'redundant-loads', '--output', profile, '--', ...command])
  expect(status, stderr).toBe(0)
  const { pairs } = await reported(profile)
  const own = pairs.filter((pair) =>
    [leafOf(pair.source), leafOf(pair.target)].every(
      ({ file, function: name }) => file !== null && basename(file) === basename(library) && name === 'sum_rounds',
    ),
  )
  expect(own.length).toBeGreaterThan(0)
  return own
}

const kinds = (pairs: PairReport[]): Set<unknown> => new Set(pairs.map(({ scopeKind }) => scopeKind))

test.skipIf(!exhaustiveEngineIsBuilt)('is not called measured there, and is where the loops are known', async () => {
  execFileSync('gcc', ['-O1', '-g', '-shared', '-fPIC', '-o', path('librepeating.so'), library])
  const loader = compiled('loads_library', path('.'), 'gcc', ['-ldl'])
  execFileSync('gcc', ['-O1', '-g', '-DWHOLE_PROGRAM', '-o', path('repeating'), library])
  expect(kinds(await repeated('itself', [path('repeating')]))).toEqual(new Set(['measured']))
  expect(kinds(await repeated('started', ['sh', '-c', '"$0"; exit', path('repeating')]))).toEqual(new Set(['static']))
  expect(kinds(await repeated('loaded', [loader, path('librepeating.so')]))).toEqual(new Set(['static']))
})
