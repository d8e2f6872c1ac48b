/** `hagstone doctor --report` is public: it names no person, place or project. */
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { nativeDirectories } from '../../electron/paths.ts'
import { hagstone } from '../support/hagstone.ts'
import { temporaryDirectory } from './directory.ts'

const path = temporaryDirectory()

test('no name of a person, host, project, variable or command line is in the report', async () => {
  const home = path('Augusta King')
  for (const directory of ['wallet heist', 'scratch', 'tools', 'parts']) mkdirSync(`${home}/${directory}`, { recursive: true })
  writeFileSync(`${home}/tools/xdg-open`, '#!/bin/sh\n')
  chmodSync(`${home}/tools/xdg-open`, 0o755)
  // A probe that fails says its own path and words.
  const [native = ''] = nativeDirectories()
  symlinkSync(`${native}/symbols`, `${home}/parts/symbols`)
  mkdirSync(`${home}/parts/agent`)
  cpSync(`${native}/agent/libhagstone_agent.so`, `${home}/parts/agent/libhagstone_agent.so`)
  writeFileSync(`${home}/parts/agent/hagstone_probe`, '#!/bin/sh\necho "$0 of $USER: $VAULT" >&2\nexit 1\n')
  chmodSync(`${home}/parts/agent/hagstone_probe`, 0o755)
  const { status, stdout, stderr } = await hagstone(['doctor', '--report'], {
    cwd: `${home}/wallet heist`,
    env: {
      HOME: home,
      USER: 'countess',
      LOGNAME: 'countess',
      TMPDIR: `${home}/scratch`,
      PATH: `${home}/tools:${process.env['PATH']}`,
      HAGSTONE_NATIVE_DIRECTORY: `${home}/parts`,
      VAULT: 'open-sesame',
    },
  })
  expect([0, 3]).toContain(status)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^### Hagstone \d/)
  expect(stdout).toContain('the native parts/agent/hagstone_probe failed')
  const hidden = [
    'augusta',
    'king',
    'wallet',
    'heist',
    'countess',
    'open-sesame',
    path('.'),
    ...[hostname(), userInfo().username].filter((name) => name.length > 4 && name !== 'localhost'),
  ]
  for (const word of hidden) expect(stdout.toLowerCase()).not.toContain(word.toLowerCase())
})
