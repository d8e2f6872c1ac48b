/** Recordings of one run, exact and virtual, with known fractions. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DESCRIPTION, PROGRAM, recordingDirectory, SOLVER_SYMBOLS } from '../analysis/recording.testing.ts'
import { fakeSymbols } from '../analysis/symbols/symbols.testing.ts'
import { ACCESS_STORE, CONTEXT_RETURN_ADDRESS } from '../raw/raw_layout.ts'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import { virtualDirectory } from './run_program.ts'
import type { ValidationSettings } from './settings.ts'
import { compareRun } from './validate.ts'
import { validationLines } from './validation_text.ts'
import type { Validation } from '../../shared/validation.ts'

const DEAD_STORES = 1
const KILLED_BY = 1
const USED_BY = 2
const EXHAUSTIVE = 4
const VIRTUAL = 5
const COUNTED_ACCESSES = 1

const settings: ValidationSettings = {
  tools: ['dead-stores'],
  periods: [1000],
  registers: [4],
  reservoirs: ['registers'],
  attributions: ['proportional'],
  kernel: [false],
  skid: 0,
  seeds: 2,
  granularity: 'word',
}
const target = { program: 'solver', arguments: [], workingDirectory: '/home/user', environment: {}, tolerance: 0.01 }

interface Contexts {
  file: RawFileBuilder
  callInit: number
  init: number
  fill: number
}

/** main calls init and fill, which store 8 bytes each. */
function contexts(header: ConstructorParameters<typeof RawFileBuilder>[0]): Contexts {
  const file = new RawFileBuilder({ driver: COUNTED_ACCESSES, tools: 0b10n, ...header }).module(1, PROGRAM).thread(1, 'solver')
  const root = file.threadRoot(1, 1)
  const callInit = file.context(1, root, 1, 0x110, CONTEXT_RETURN_ADDRESS)
  const callFill = file.context(1, root, 1, 0x120, CONTEXT_RETURN_ADDRESS)
  return { file, callInit, init: file.context(1, callInit, 1, 0x200), fill: file.context(1, callFill, 1, 0x300) }
}

/** fill kills 90 % of what init stores. */
function exactRecording(): RawFileBuilder {
  const { file, callInit, init, fill } = contexts({ engine: EXHAUSTIVE, period: 1n, attribution: 2 })
  file.blockCount(1, file.block(1, 1, 0x1f0, [{ offset: 0x10, kind: ACCESS_STORE, bytes: 8 }]), callInit, 1000)
  file.exactPair(1, init, fill, { tool: DEAD_STORES, relation: KILLED_BY }, { instances: 900, bytes: 7200 })
  return file
}

function virtualRecording(seed: bigint, dead: number, state?: number): RawFileBuilder {
  const traps = 200
  const { file, init, fill } = contexts({ engine: VIRTUAL, period: 997n, seed, watch_registers: 4, ...(state === undefined ? {} : { state }) })
  const counters = (count: number) => ({ traps: count, credit: count, amount: count * 997 * 8, bytes: count * 8 })
  const killed = file.pair(1, init, fill, KILLED_BY, counters(dead * traps))
  const used = file.pair(1, init, fill, USED_BY, counters((1 - dead) * traps))
  for (let trap = 0; trap < traps; trap++) file.trap(1, 1_000_000_000 + trap * 1000, (trap * 7) % traps < dead * traps ? killed : used)
  return file
    .watch(1, init, { sampled: traps, accounted: traps, armed: traps, bytes: traps * 8 })
    .statistics(1, { samples: traps, armed: traps, traps, blind_samples: 20 })
}

async function validated(virtualState?: number, symbols = SOLVER_SYMBOLS): Promise<Validation> {
  const directory = recordingDirectory({ 'process-1-1.hagraw': exactRecording() }, { ...DESCRIPTION, engine: 'exhaustive' })
  for (const [position, dead] of [0.88, 0.5].entries()) {
    const virtual = virtualDirectory(directory, position)
    mkdirSync(virtual, { recursive: true })
    virtualRecording(BigInt(position + 1), dead, virtualState).write(join(virtual, 'process-1-1.hagraw'))
  }
  const run = {
    directory,
    command: ['./solver', 'input.dat'],
    end: { code: 0, signal: null },
    startedAt: new Date('2026-11-20T10:00:00.000Z'),
    duration: 12.3,
    warnings: ['Something was odd.'],
  }
  return compareRun(run, settings, target, { live: null, symbols, onProgress: () => {}, mostPairs: 5 })
}

describe('a validation', () => {
  test('sets every run beside the ground truth, by the period that the engine made of the requested one', async () => {
    const { tools, notes } = await validated()
    const [{ truth, estimates }] = tools as [Validation['tools'][number]]
    expect(truth).toMatchObject({ waste: 7200, use: 800, fraction: 0.9, reuse: null })
    expect(truth.pairs).toEqual([{ share: 1, source: expect.stringContaining('set.h:5'), target: expect.stringContaining('solver.c:131') }])
    expect(estimates).toHaveLength(1)
    const [{ settings: used, variation, runs, summary }] = estimates as [(typeof estimates)[number]]
    expect(used).toMatchObject({ period: 997, registers: 4 })
    expect(variation).toBeNull()
    expect(runs.map(({ seed, covered }) => [seed, covered])).toEqual([
      ['1', true],
      ['2', false],
    ])
    expect(runs[0]!.difference).toBeCloseTo(-2)
    expect(runs[0]!.ranks).toMatchObject({ pairs: 1, editDistance: 0, setDifference: 0, weightDifference: 0 })
    expect(runs[0]!.blindShare).toBeCloseTo(0.1)
    expect(summary).toMatchObject({ covered: 0.5 })
    expect(summary!.mean).toBeCloseTo(0.69)
    expect(notes).toEqual(['Something was odd.'])
  })

  test('reports that a virtual PMU found no room on the disk', async () => {
    const outOfSpace = 4
    expect((await validated(outOfSpace)).notes).toEqual([
      'Something was odd.',
      expect.stringMatching(/^Of virtual PMU 1, and maybe of others, the disk was full after .*\.$/),
    ])
  })

  test('distinguishes accesses without lines by their instructions', async () => {
    const { tools } = await validated(
      undefined,
      fakeSymbols({ [PROGRAM]: { hasLines: false, frames: { 0x200: [{ name: 'init' }], 0x300: [{ name: 'fill' }] } } }),
    )
    expect(tools[0]!.truth.pairs.map(({ source, target }) => [source, target])).toEqual([['init 0x200', 'fill 0x300']])
  })

  test('is printed as a table', async () => {
    const text = validationLines(await validated(), 160).join('\n')
    expect(text).toContain('./solver input.dat: status 0 after 12.3 s under the exhaustive engine')
    expect(text).toContain('dead-stores: ground truth 90.0 % of 8.00 kB wasted')
    expect(text).toMatch(/1 of 997 accesses · 4 registers · reservoir registers · attribution proportional · kernel not seen · 2 runs/)
    expect(text).toMatch(/as asked +69\.0 % +50–88 % +−21\.0 +50\.0 % +0 of 1 +0 +1 of 1 +0\.0 +0 % +200/)
    expect(text).toContain('The ground truth is outside the interval in 50.0 % of the runs: none of the known biases explains it.')
    expect(text).toContain('- Something was odd.')
  })
})
