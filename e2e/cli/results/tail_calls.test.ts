/** Frames removed by tail calls are restored in each calling context with a single possible chain. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FrameChain } from '../../../shared/profile/frame.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { buildCopy, sampleSource } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { reported } from '../recorded.ts'

const path = temporaryDirectory()
const lines = readFileSync(sampleSource('tail_calls'), 'utf8').split('\n')
const lineOf = (answer: string): number => lines.findIndex((line) => line.includes(`answer: ${answer} */`)) + 1

/** The sample and its library; with `bare` without symbols and debug information. */
function built(name: string, options: string[], bare = false): string {
  const directory = path(name)
  mkdirSync(directory)
  const library = join(directory, 'libtail_calls.so')
  execFileSync('gcc', ['-O2', '-g', ...options, '-fPIC', '-shared', '-DLIBRARY', sampleSource('tail_calls'), '-o', library])
  const program = buildCopy('tail_calls', directory, ['-g', ...options, '-L', directory, '-Wl,--no-as-needed', '-ltail_calls', '-Wl,-rpath,$ORIGIN'])
  if (bare) execFileSync('strip', [program, library])
  return program
}

/** Chains below main of all accesses that are overwritten, "[tail call]" where the report says so. */
async function chains(program: string, options: string[]): Promise<FrameChain[]> {
  const profile = `${program}.hagstone`
  const result = await hagstone([
    'record',
    '--tool',
    'dead-stores',
    ...options,
    '--output',
    profile,
    '--',
    program,
    options[0] === '--engine' ? '200' : '20000000',
  ])
  expect(result.status, result.stderr).toBe(0)
  const report = await reported(profile)
  return report.pairs.filter(({ relation, source }) => relation === 'KILLED_BY' && source.at(-1)!.module.includes('tail_calls')).map(({ source }) => source)
}

function text(chain: FrameChain, withLines = true): string {
  const marks = { unique: '→ ', several: '→? ' }
  const from = chain.findIndex((frame) => frame.function === 'main') + 1
  return chain
    .slice(from)
    .map(
      (frame) => `${frame.tailCall === undefined ? '' : marks[frame.tailCall]}${frame.inlined ? '~' : ''}${frame.function}${withLines ? `:${frame.line}` : ''}`,
    )
    .join(' ')
}

const EXPECTED = [
  `enters_unique:${lineOf('enters_unique jump')} ~within:${lineOf('within jump')} → inner:${lineOf('inner jump')} → unique_leaf:${lineOf('unique')}`,
  `enters_forked:${lineOf('forked jump')} →? common:${lineOf('common jump')} → forked_leaf:${lineOf('forked')}`,
  `ping:${lineOf('ping jump')} →? cyclic_leaf:${lineOf('cyclic')}`,
  `enters_pointed:${lineOf('pointed jump')} →? pointed_leaf:${lineOf('pointed')}`,
  `enters_library:${lineOf('program jump')} → library_enters:${lineOf('library jump')} → library_inner:${lineOf('library')}`,
  `direct_leaf:${lineOf('direct')}`,
  `enters_passed:${lineOf('enters_passed jump')} → passed_leaf:${lineOf('passed')}`,
  `open_leaf:${lineOf('open')}`,
  `→? either_leaf:${lineOf('either')}`,
].toSorted()

test.skipIf(!exhaustiveEngineIsBuilt)('counted: the same frames as of a program without tail calls, where one chain is possible', async () => {
  const program = built('jumps', [])
  const restored = await chains(program, ['--engine', 'exhaustive'])
  expect(restored.map((chain) => text(chain)).toSorted()).toEqual(EXPECTED)
  const truth = await chains(built('calls', ['-fno-optimize-sibling-calls']), ['--engine', 'exhaustive'])
  const stacks = new Set(truth.map((chain) => text(chain)))
  const unique = restored.map((chain) => text(chain)).filter((chain) => !/→\?|open_leaf/.test(chain))
  expect(unique).toHaveLength(4)
  for (const chain of unique) expect(stacks).toContain(chain.replaceAll('→ ', ''))
  const { stdout } = await hagstone(['report', `${program}.hagstone`, '--view', 'tree'])
  expect(stdout).toContain('[tail call] inner')
  expect(stdout).toContain('(several tail calls possible)')
})

test('sampled: the same frames as counted', async () => {
  const restored = await chains(built('sampled', []), ['--rate', '500'])
  const found = new Set(restored.map((chain) => text(chain)))
  for (const chain of found) expect(EXPECTED).toContain(chain)
  // The processor decides on which of the leaves samples fall; most have restored frames.
  expect([...found].some((chain) => chain.includes('→'))).toBe(true)
})

test.skipIf(!exhaustiveEngineIsBuilt)('counted without symbols and debug information: as many frames', async () => {
  const restored = await chains(built('bare', [], true), ['--engine', 'exhaustive'])
  const shapes = restored.map((chain) => text(chain.slice(-4) as FrameChain, false).replaceAll(/[\w.]+\+0x[0-9a-f]+/g, 'f'))
  expect(shapes.filter((shape) => shape.includes('→'))).toHaveLength(7)
  expect(shapes).toContain('f → library_enters → library_inner'.replace(/^/, 'f '))
})
