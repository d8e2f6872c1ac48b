/** The launcher at the top of the repository. */
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { needSampling } from '../support/need_sampling.ts'
import { temporaryDirectory } from './directory.ts'

const path = temporaryDirectory()
const launcher = resolve(import.meta.dirname, '../../hagstone')

test('works from any directory, through a symbolic link, and is silent when set up', () => {
  symlinkSync(launcher, path('link'))
  const { status, stdout, stderr } = spawnSync(path('link'), ['--version'], { cwd: '/', encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^hagstone \d+\.\d+\.\d+\n$/)
})

test('the recorded program gets the caller’s environment, not the launcher’s', () => {
  needSampling()
  const environment = { PATH: process.env['PATH'] ?? '', HOME: path('.'), MARK: 'kept' }
  const { status, stdout } = spawnSync(launcher, ['record', '--output', path('env.hagstone'), '--', 'env'], {
    cwd: path('.'),
    env: environment,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  const seen = stdout
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(LD_PRELOAD|HAGSTONE_\w+|PWD|_)=/.test(line))
  expect(seen.toSorted()).toEqual(
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}`)
      .toSorted(),
  )
})
