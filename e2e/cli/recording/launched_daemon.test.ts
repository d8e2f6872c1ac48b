/** Processes that outlive a program of the launch form are recorded to their end, or until the person ends the recording. */
import { beforeAll, expect, test } from 'vitest'
import { createLaunchService } from '../../../electron/services/launch/launch.ts'
import type { LaunchService } from '../../../electron/services/launch/launch.ts'
import type { LaunchProgress, LaunchRequest } from '../../../shared/rpc/recordings.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { temporaryDirectory } from '../directory.ts'
import { compiled, isRunning, reported } from '../recorded.ts'

const path = temporaryDirectory()
const goesOn = /^process (\d+) \(daemon\) continues$/
let program: string
beforeAll(() => {
  program = compiled('daemon', path('.'))
})

interface Launched {
  service: LaunchService
  last: () => LaunchProgress
  stop: () => Promise<unknown>
}

async function launched(seconds: string): Promise<Launched> {
  needSampling()
  let last: LaunchProgress | null = null
  const service = createLaunchService(null, (progress) => (last = progress))
  const request: LaunchRequest = {
    program,
    arguments: [seconds],
    workingDirectory: path('.'),
    environment: {},
    tools: ['dead-stores'],
    rate: 500,
    output: null,
  }
  const { recording } = await service.handlers['launch.start'](request, { client: 1 } as never)
  return { service, last: () => last!, stop: () => service.handlers['launch.stop']({ recording }, { client: 1 } as never) }
}

/** The daemon's process id, once the window knows it. */
async function daemonOf({ last }: Launched): Promise<number> {
  await expect.poll(() => last().goesOn).toEqual({ ended: 'The program ended (status 4)', processes: expect.stringMatching(goesOn) as string })
  expect(last().state).toBe('running')
  return Number(goesOn.exec(last().goesOn!.processes)![1])
}

async function finished({ last }: Launched): Promise<string> {
  await expect.poll(() => last().state).toBe('finished')
  return last().output!
}

test('a daemon is recorded to its end', async () => {
  const run = await launched('2')
  const daemon = await daemonOf(run)
  const report = await reported(await finished(run))
  expect(report.run).toMatchObject({ processes: 3, exit: { code: 4, state: 'finished' }, stoppedBy: null })
  // Two seconds of CPU time, at 500 samples in each; the program alone would have none.
  expect(report.stats.samples).toBeGreaterThan(100)
  // Its recording is done before its process has gone.
  await expect.poll(() => isRunning(daemon)).toBe(false)
})

test('Stop ends the recording, not the daemon', async () => {
  const run = await launched('60')
  const daemon = await daemonOf(run)
  try {
    await run.stop()
    const report = await reported(await finished(run))
    expect(isRunning(daemon)).toBe(true)
    expect(run.last().targetOutput).toContain(`hagstone: the recording was stopped; process ${daemon} (daemon) continues\n`)
    expect(report.run).toMatchObject({ exit: { code: 4 }, stoppedBy: 'Stop' })
  } finally {
    process.kill(daemon, 'SIGKILL')
  }
})

test('the end of the host leaves the daemon unharmed, and a profile', async () => {
  const run = await launched('60')
  const daemon = await daemonOf(run)
  try {
    await run.service.dispose()
    expect(isRunning(daemon)).toBe(true)
    expect((await reported(await finished(run))).run.processes).toBe(3)
  } finally {
    process.kill(daemon, 'SIGKILL')
  }
})
