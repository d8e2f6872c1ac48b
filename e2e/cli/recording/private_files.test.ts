/** A recording, in progress and finished, as another user of the machine sees it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commandLine } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()

test('a recording in progress is its user’s alone, also where files are open to everybody by default', async () => {
  needSampling()
  const [program, entry] = commandLine
  const environment = { ...process.env, XDG_STATE_HOME: path('state'), XDG_RUNTIME_DIR: '' }
  // A umask that takes nothing away.
  const recording = spawn(
    'sh',
    [
      '-c',
      'umask 0; exec "$@"',
      'sh',
      program,
      entry,
      'record',
      '--output',
      path('run.hagstone'),
      '--',
      'sh',
      '-c',
      `while [ ! -e '${path('seen')}' ]; do sleep 0.05; done`,
    ],
    { env: environment, stdio: 'ignore' },
  )
  // The command waiting for the file would keep the worker waiting, too.
  onTestFinished(() => void spawn('touch', [path('seen')]))
  const raw = path('run.hagstone-recording')
  const processes = join(raw, 'processes')
  const rawFiles = (): string[] => (existsSync(processes) ? readdirSync(processes).filter((name) => name.startsWith('process-')) : [])
  await expect.poll(rawFiles).not.toEqual([])
  // No other user passes it, whatever the modes below.
  expect(statSync(raw).mode & 0o777).toBe(0o700)
  expect(statSync(processes).mode & 0o7777).toBe(0o1733)
  for (const name of rawFiles()) expect(statSync(join(processes, name)).mode & 0o777).toBe(0o600)
  const ended = once(recording, 'exit')
  spawn('touch', [path('seen')])
  expect(await ended).toEqual([0, null])
  // The remembered state is in it.
  expect(statSync(join(path('state'), 'hagstone')).mode & 0o777).toBe(0o700)
})
