/** A recording that a window gives up leaves no file, and a process that it was attached to is unharmed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createLaunchService } from '../../../electron/services/launch/launch.ts'
import type { LaunchProgress, LaunchRequest } from '../../../shared/rpc/recordings.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { sampleProgram } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, isRunning } from '../recorded.ts'

const path = temporaryDirectory()
let busy: string
let daemon: string
beforeAll(() => {
  busy = compiled('busy', path('.'))
  daemon = compiled('daemon', path('.'))
})

type Reaction = (call: (method: 'launch.stop' | 'launch.discard') => void, progress: LaunchProgress) => void

/** Every progress of a recording in its own directory, up to its end. @param react called with each progress, before the recording goes on */
async function recorded(name: string, change: Partial<LaunchRequest>, react: Reaction): Promise<LaunchProgress[]> {
  needSampling()
  mkdirSync(path(name))
  const seen: LaunchProgress[] = []
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const service = createLaunchService(null, (progress) => {
    seen.push(progress)
    react((method) => void service.handlers[method]({ recording: progress.recording }, context), progress)
    if (['finished', 'failed', 'discarded'].includes(progress.state)) resolve()
  })
  const context = { client: 1 } as Parameters<(typeof service.handlers)['launch.stop']>[1]
  const request: LaunchRequest = {
    program: sampleProgram('rezeroed_array'),
    arguments: ['20'],
    workingDirectory: path(name),
    environment: {},
    tools: ['dead-stores'],
    rate: 500,
    output: null,
    ...change,
  }
  await service.handlers['launch.start'](request, context)
  await ended
  await service.dispose()
  return seen
}

test('a process that was attached to continues and ends as ever; nothing is left of its recording', async () => {
  const child = spawn(busy, [], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    await once(child.stdout, 'data')
    const seen = await recorded('attached', { program: busy, arguments: [], process: { id: child.pid!, startTime: null } }, (call, { samples, state }) => {
      if (state === 'running' && samples > 0) call('launch.discard')
    })
    expect(seen.at(-1), seen.at(-1)!.error ?? '').toMatchObject({ state: 'discarded', output: null })
    expect(seen.at(-1)!.targetOutput).toContain(`process ${child.pid} continues`)
    expect(readdirSync(path('attached'))).toEqual([])
    const ended = once(child, 'exit')
    child.stdin.end()
    expect(await ended).toEqual([7, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test.each([
  ['as it begins', ({ state }: LaunchProgress) => state === 'analysing'],
  ['as it ends', ({ state, analysed }: LaunchProgress) => state === 'analysing' && analysed === 1],
])('during the analysis, %s, no profile is left', async (when, isTime) => {
  let asked = false
  const seen = await recorded(when, {}, (call, progress) => {
    if (asked || !isTime(progress)) return
    asked = true
    call('launch.discard')
  })
  expect(asked).toBe(true)
  expect(seen.at(-1), seen.at(-1)!.error ?? '').toMatchObject({ state: 'discarded', output: null })
  expect(readdirSync(path(when))).toEqual([])
})

test('a daemon that outlives the program continues', async () => {
  let id = 0
  try {
    const seen = await recorded('outlived', { program: daemon, arguments: ['60'] }, (call, { goesOn, state }) => {
      if (goesOn === undefined || state !== 'running') return
      id = Number(/^process (\d+)/.exec(goesOn.processes)![1])
      call('launch.discard')
    })
    expect(seen.at(-1), seen.at(-1)!.error ?? '').toMatchObject({ state: 'discarded', output: null })
    expect(isRunning(id)).toBe(true)
    expect(readdirSync(path('outlived'))).toEqual([])
  } finally {
    if (id !== 0) process.kill(id, 'SIGKILL')
  }
})

test.skipIf(!exhaustiveEngineIsBuilt).each(['launch.stop', 'launch.discard'] as const)('%s ends the counting run of a calibration', async (method) => {
  const seen = await recorded(method, { arguments: ['400'], calibration: { command: null } }, (call, { state }) => {
    if (state === 'counting') call(method)
  })
  const last = seen.at(-1)!
  expect(last.targetOutput).toContain('The counting run was ended (signal SIGTERM)')
  expect(last.state, last.error ?? '').toBe(method === 'launch.stop' ? 'finished' : 'discarded')
  if (method === 'launch.stop') expect(existsSync(last.output!)).toBe(true)
  else expect(readdirSync(path(method))).toEqual([])
})
