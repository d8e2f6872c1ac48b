/** A validation as the launch form starts it, from the request to the file that the window opens. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createLaunchService } from '../../../electron/services/launch/launch.ts'
import { readValidation } from '../../../electron/validate/read_validation.ts'
import type { LaunchProgress, LaunchRequest } from '../../../shared/rpc/recordings.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()
if (!exhaustiveEngineIsBuilt) console.log('skipped: the exhaustive engine is not built, for want of Valgrind')

const request = (change: Partial<LaunchRequest> = {}): LaunchRequest => ({
  program: sampleProgram('rezeroed_array'),
  arguments: ['20'],
  workingDirectory: path('.'),
  environment: {},
  tools: ['dead-stores'],
  rate: 100,
  output: null,
  engine: 'exhaustive',
  validation: { periods: [1009, 10_007], registers: [4, 1], seeds: 2 },
  ...change,
})

/** All progress until the requested validation ends. */
async function launched(asked: LaunchRequest, atState: Partial<Record<LaunchProgress['state'], (stop: () => void) => void>> = {}): Promise<LaunchProgress[]> {
  const seen: LaunchProgress[] = []
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const service = createLaunchService(null, (progress) => {
    seen.push(progress)
    atState[progress.state]?.(() => void service.handlers['launch.stop']({ recording: progress.recording }, context))
    if (progress.state === 'finished' || progress.state === 'failed') resolve()
  })
  const context = {} as Parameters<(typeof service.handlers)['launch.stop']>[1]
  await service.handlers['launch.start'](asked, context)
  await ended
  await service.dispose()
  return seen
}

describe.skipIf(!exhaustiveEngineIsBuilt)('a validation from the launch form', () => {
  test('counts, samples, compares, and leaves a file', async () => {
    const seen = await launched(request())
    const last = seen.at(-1)!
    expect(last, last.error ?? '').toMatchObject({ state: 'finished', error: null })
    // If the program was examined before, it starts at once.
    expect([...new Set(seen.map(({ state }) => state))].filter((state) => state !== 'starting')).toEqual(['running', 'analysing', 'finished'])
    const { command, tools } = readValidation(last.output!)
    expect(command).toEqual([sampleProgram('rezeroed_array'), '20'])
    expect(tools.map(({ tool }) => tool)).toEqual(['dead-stores'])
    const curves = tools[0]!.estimates.filter(
      ({ settings }) => settings.reservoir === 'registers' && settings.attribution === 'proportional' && !settings.kernel,
    )
    expect(curves.map(({ settings, runs }) => [settings.period, settings.registers, runs.length])).toEqual([
      [1009, 4, 2],
      [10_007, 4, 2],
      [1009, 1, 2],
      [10_007, 1, 2],
    ])
  })

  test('stopped, leaves nothing and says so', async () => {
    const before = readdirSync(path('.'))
    const seen = await launched(request({ arguments: ['100000000'] }), { running: (stop) => stop() })
    expect(seen.at(-1)).toMatchObject({ state: 'failed', error: 'The validation was stopped; nothing is left of it.', output: null })
    expect(readdirSync(path('.'))).toEqual(before)
  })

  test('tools that cannot be sampled and counted at once are rejected', async () => {
    await expect(launched(request({ tools: ['registers'] }))).rejects.toThrow('registers cannot be sampled and counted in one run')
  })

  test('an unwritable output is rejected before the run', async () => {
    writeFileSync(path('taken.json'), 'mine')
    await expect(launched(request({ output: 'taken.json' }))).rejects.toThrow(/taken\.json exists already; choose another file/)
    await expect(launched(request({ output: 'nowhere/out.json' }))).rejects.toThrow(/nowhere\/out\.json cannot be written \(ENOENT\)/)
    expect(readFileSync(path('taken.json'), 'utf8')).toBe('mine')
  })
})
