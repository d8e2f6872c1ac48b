/** Programs whose waste is of a known class, recorded by the exhaustive engine: the class of the heaviest pair of each function or program. */
import { execFileSync } from 'node:child_process'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { AdviceClass } from '../../../shared/advice/advice.ts'
import { isPreciseEnough } from '../../../shared/advice/precision.ts'
import type { PairReport } from '../../../shared/report.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import type { Tool } from '../../../shared/run.ts'
import { nativeDirectories } from '../../../electron/paths.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { reported } from '../recorded.ts'

const path = temporaryDirectory()
if (!exhaustiveEngineIsBuilt) console.log('skipped: the exhaustive engine is not built, for want of Valgrind')

const built = (sample: string): string => join(nativeDirectories()[0] ?? '', 'samples', sample)

async function pairsOf(program: string, tools: Tool[], ...rest: string[]): Promise<PairReport[]> {
  const profile = path(`${basename(program)}-${tools.join('-')}.hagstone`)
  const { status, stderr } = await hagstone(['record', '--engine', 'exhaustive', '--tool', tools.join(','), '--output', profile, '--', program, ...rest])
  expect(status, stderr).toBe(0)
  return (await reported(profile)).pairs
}

/** A class that was right too rarely is a possibility. */
function classOf({ advice }: PairReport): AdviceClass | undefined {
  if (advice != null && !isPreciseEnough(advice.class)) expect(advice.sureness).toMatch(/^(?:possible|observed)$/)
  return advice?.class
}

/** The advice on the heaviest pair whose later access is in the function. */
function classIn(pairs: PairReport[], tool: Tool, name: string): AdviceClass | undefined {
  const heaviest = pairs.find((pair) => pair.tool === tool && leafOf(pair.target).function === name)
  return heaviest === undefined ? undefined : classOf(heaviest)
}

test.runIf(exhaustiveEngineIsBuilt)('tells what is wrong with each function of the sample', async () => {
  const pairs = await pairsOf(built('advice_classes'), ['dead-stores', 'silent-stores', 'redundant-loads'], '10')
  const expected: Array<[Tool, string, AdviceClass]> = [
    ['silent-stores', 'clear_again', 'repeated-initialisation'],
    ['dead-stores', 'clear_before_filling', 'overwritten-before-use'],
    ['dead-stores', 'keep_last', 'memory-accumulator'],
    ['redundant-loads', 'scale_all', 'loop-invariant-load'],
    ['redundant-loads', 'find_key', 'linear-search'],
    ['redundant-loads', 'look_up', 'chained-lookup'],
    ['redundant-loads', 'smooth_row', 'stencil-reload'],
    ['silent-stores', 'square_all', 'recomputation'],
    ['silent-stores', 'copy_all', 'redundant-copy'],
    ['silent-stores', 'mark_all', 'update-without-effect'],
    ['redundant-loads', 'checksum', 'table-lookup'],
    ['redundant-loads', 'sum_all', 'repeated-traversal'],
    ['redundant-loads', 'is_above', 'call-invariant-load'],
  ]
  expect(expected.map(([tool, name]) => [tool, name, classIn(pairs, tool, name)])).toEqual(expected)
  // Its first load is repeated by each call, its second by the store in between.
  expect(pairs.filter((pair) => pair.tool === 'redundant-loads' && leafOf(pair.target).function === 'read_twice').map(classOf)).toContain('aliased-reload')
  const advice = pairs.find((pair) => pair.tool === 'silent-stores' && leafOf(pair.target).function === 'mark_all')?.advice
  expect(advice).toMatchObject({ sureness: 'certain', place: { function: 'mark_all' } })
  expect(advice?.evidence.join(' ')).toContain('or dword ptr')
})

test.runIf(exhaustiveEngineIsBuilt)('tells zeros where values were recorded', async () => {
  const pairs = await pairsOf(built('advice_classes'), ['silent-stores', 'values'], '10')
  expect(classIn(pairs, 'silent-stores', 'clear_again')).toBe('zeros-dominate')
})

test.runIf(exhaustiveEngineIsBuilt).each<[string, Tool, string[], AdviceClass]>([['redundant_loads', 'redundant-loads', ['2'], 'spill-and-reload']])(
  '%s, %s',
  async (sample, tool, rest, expected) => {
    const pairs = await pairsOf(built(sample), [tool], ...rest)
    const heaviest = pairs.find((pair) => leafOf(pair.target).file?.endsWith(`/${sample}.c`) === true)
    expect(heaviest && classOf(heaviest)).toBe(expected)
  },
)

test.runIf(exhaustiveEngineIsBuilt)('tells code that was not optimised', async () => {
  const program = path('unoptimised')
  execFileSync('gcc', ['-O0', '-g', '-o', program, resolve(import.meta.dirname, '../../../resources/samples/advice_classes.c')])
  expect(classIn(await pairsOf(program, ['redundant-loads'], '3'), 'redundant-loads', 'sum_all')).toBe('unoptimised-code')
})
