/** Functions that a linker folded into one body have, in each calling context, the name that the source calls. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, reported } from '../recorded.ts'

const path = temporaryDirectory()
const source = join(import.meta.dirname, '../programs/folded.c')
const lines = readFileSync(source, 'utf8').split('\n')
const lineOf = (answer: string): number => lines.findIndex((line) => line.includes(`answer: ${answer} */`)) + 1
const isMissing = (program: string): boolean => spawnSync(program, ['--version']).error !== undefined

describe.for(['gold', 'lld'])('%s', (linker) => {
  test.for(['sampler', 'exhaustive'])('%s', async (engine, context) => {
    if (isMissing(`ld.${linker}`)) context.skip(`the linker ${linker} is not installed`)
    if (engine === 'exhaustive' && !exhaustiveEngineIsBuilt) context.skip('the exhaustive engine is not built, for want of Valgrind')
    // Tests run side by side.
    const directory = path(`${linker}-${engine}`)
    mkdirSync(directory)
    const program = compiled('folded', directory, 'gcc', ['-ffunction-sections', '-fno-asynchronous-unwind-tables', `-fuse-ld=${linker}`, '-Wl,--icf=all'])
    const symbols = execFileSync('nm', [program], { encoding: 'utf8' })
    expect(new Set([...symbols.matchAll(/^(\w+) T clear_[ab]$/gm)].map(([, address]) => address)).size).toBe(1)
    const profile = join(directory, 'run.hagstone')
    // So many that each of the two calls has dozens of samples; few are enough where each store is counted.
    const [options, rounds] = engine === 'exhaustive' ? [['--engine', 'exhaustive'], 100] : [['--rate', '500'], 400_000]
    const result = await hagstone(['record', '--tool', 'dead-stores', ...options, '--output', profile, '--', program, String(rounds)])
    expect(result.status, result.stderr).toBe(0)
    const report = await reported(profile)
    // A sample of a call's own store, of the return address, is used. What starts and ends a program has no lines, and overwrites
    // of the stack, whatever is there.
    const chains = report.pairs
      .filter(({ relation }) => relation === 'KILLED_BY')
      .flatMap((pair) => [pair.source, pair.target])
      .filter((chain) => chain.at(-1)!.module === program && chain.at(-1)!.line !== null)
    const told = new Set(
      chains.map(
        (chain) =>
          chain
            .slice(-2)
            .map((frame) => frame.function)
            .join(' → ') + ` ${chain.at(-1)!.line}`,
      ),
    )
    expect(told).toEqual(new Set([`only_a → clear_a ${lineOf('a')}`, `only_b → clear_b ${lineOf('b')}`]))
    expect(new Set(chains.map((chain) => chain.at(-1)!.oneBody))).toEqual(new Set(['clear_a = clear_b (one body)']))
  })
})
