/** The command of the npm package, with programs in the place of Node. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const launcher = join(import.meta.dirname, '../../resources/launcher/npm.sh')
let programs: string
beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'hagstone-npm-launcher-'))
  for (const name of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${name}`, join(programs, name))
})
afterEach(() => rmSync(programs, { recursive: true, force: true }))

/** @param version of a Node that writes down how it is called; null: there is none */
function run(version: string | null, words: string[]): { status: number | null; stderr: string; calls: string[] } {
  const log = join(programs, 'calls')
  if (version !== null) {
    const answer = `#!/bin/sh\necho "$*" >>'${log}'\nif [ "$1" = --version ]; then echo '${version}'; fi\n`
    writeFileSync(join(programs, 'node'), answer, { mode: 0o755 })
  }
  const { status, stderr } = spawnSync(launcher, words, { encoding: 'utf8', env: { PATH: programs } })
  return { status, stderr, calls: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [] }
}

test.each(['v24.0.0', 'v25.1.0-nightly', 'v100.2.3'])('%s runs the command line, and is asked for its version only', (version) => {
  const { status, stderr, calls } = run(version, ['report', 'a.hagstone'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(calls).toEqual(['--version', expect.stringMatching(/build\/electron\/cli\.mjs report a\.hagstone$/)])
})

test.each([
  ['v23.11.1', 'v23.11.1'],
  ['v9.0.0', 'v9.0.0'],
  ['no version', 'no version'],
  [null, 'and there is none'],
])('%s is not enough', (version, named) => {
  const { status, stderr, calls } = run(version, ['report', 'a.hagstone'])
  expect(status).toBe(3)
  expect(stderr).toBe(`hagstone: Node.js 24 or newer is needed, ${named}; install it, e.g. by: npm install -g node@24\n`)
  expect(calls).toEqual(version === null ? [] : ['--version'])
  expect(run(version, ['record', '--', 'true']).status).toBe(125)
})
