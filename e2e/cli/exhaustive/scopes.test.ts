/** Scopes from the launcher's loops file through the engine to the report, on a program whose scopes follow from its source. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PairReport } from '../../../shared/report.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { long } from '../../../scripts/test/long.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, reported } from '../recorded.ts'

const path = temporaryDirectory()
if (!exhaustiveEngineIsBuilt) console.log('skipped: the exhaustive engine is not built, for want of Valgrind')

const lines = readFileSync(resolve(import.meta.dirname, '../programs/scopes.c'), 'utf8').split('\n')
const line = (answer: string): number => lines.findIndex((text) => text.includes(`answer: ${answer} */`)) + 1
const rounds = 10
const elements = 100
const inner = `loop at scopes.c:${line('inner loop')}`
const outer = `loop at scopes.c:${line('outer loop')}`
const iteration = 'main scopes.c:'

/** [earlier access, later access, scope, instances], of pairs whose accesses are both in the program. */
type Repeated = [string, string, string, number]

async function repeatedWith(scope: 'once' | 'always', optimisation: string[]): Promise<Record<string, Repeated[]>> {
  const program = compiled('scopes', path('.'), 'gcc', optimisation)
  const profile = path(`${scope}.hagstone`)
  const options = ['--engine', 'exhaustive', '--tool', 'dead-stores,redundant-loads', '--scope', scope, '--output', profile]
  const { status, stderr } = await hagstone(['record', ...options, '--', program, String(rounds)])
  expect(status, stderr).toBe(0)
  const { pairs } = await reported(profile)
  const of = (tool: string): Repeated[] =>
    pairs
      .filter((pair) => pair.tool === tool && isOwn(pair))
      .map(repeated)
      .toSorted()
  return { loads: of('redundant-loads'), stores: of('dead-stores') }
}

/** A call's own accesses, of the return address and of saved registers, are of no line with an answer. */
const isOwn = (pair: PairReport): boolean =>
  [leafOf(pair.source), leafOf(pair.target)].every(
    (leaf) => leaf.file?.endsWith('scopes.c') === true && (leaf.function === 'main' || answerAt(leaf.line) !== 'nowhere'),
  )

function repeated(pair: PairReport): Repeated {
  expect(pair.scopeKind === 'measured' || pair.tool === 'dead-stores').toBe(true)
  expect(pair.waste).toBe(8 * pair.instances!)
  const scope = pair.scope?.startsWith(iteration) === true ? iteration : pair.scope
  return [answerAt(leafOf(pair.source).line), answerAt(leafOf(pair.target).line), scope ?? 'none', pair.instances ?? 0]
}

function answerAt(number: number | null): string {
  return /answer: (.+?) \*\//.exec(lines[(number ?? 0) - 1] ?? '')?.[1] ?? 'nowhere'
}

describe.skipIf(!exhaustiveEngineIsBuilt).for([
  { optimisation: ['-O2'], options: {} },
  { optimisation: ['-O0'], options: long },
  { optimisation: ['-O3', '-march=x86-64-v3'], options: long },
])('record --scope, compiled with $optimisation', ({ optimisation, options }) => {
  const innerInstances = rounds * (elements - 1)
  /** For any option: all instances of these pairs have one scope. */
  const ofOneScope: Repeated[] = [
    ['first of two', 'second of two', iteration, rounds * elements],
    ['in one', 'in the other', iteration, rounds * elements],
    ['table', 'table', outer, (rounds - 1) * elements],
    ['before the inner loop', 'in the inner loop', iteration, rounds],
    ['in the inner loop', 'before the inner loop', outer, rounds - 1],
    ['in the inner loop', 'in the inner loop', inner, innerInstances],
  ]
  /** The rest go round the inner loop, and between its rounds round the outer one. */
  const ofTwo = [
    ['constant', 'constant'],
    ['called', 'called'],
    ['second of two', 'first of two'],
    ['in the other', 'in one'],
  ] as const

  test('once: the scope of the first instance represents all of a pair’s; stores have no measured one', options, async () => {
    const all = innerInstances + rounds - 1
    const { loads, stores } = await repeatedWith('once', optimisation)
    expect(loads).toEqual([...ofOneScope, ...ofTwo.map(([earlier, later]): Repeated => [earlier, later, inner, all])].toSorted())
    expect(stores).toEqual([['last', 'last', 'none', all]])
  })

  test('always: what repeats in different loops are different pairs', options, async () => {
    const { loads, stores } = await repeatedWith('always', optimisation)
    const twice = ofTwo.flatMap(([earlier, later]): Repeated[] => [
      [earlier, later, inner, innerInstances],
      [earlier, later, outer, rounds - 1],
    ])
    expect(loads).toEqual([...ofOneScope, ...twice].toSorted())
    expect(stores).toEqual(
      [
        ['last', 'last', inner, innerInstances],
        ['last', 'last', outer, rounds - 1],
      ].toSorted(),
    )
  })
})
