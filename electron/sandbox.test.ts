import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sandbox } from './doctor/installation_checks.ts'
import { sandboxProblem } from './sandbox.ts'

const scratch = mkdtempSync(join(tmpdir(), 'hagstone-sandbox-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let directory: string
let settings: string
beforeEach(() => {
  directory = mkdtempSync(join(scratch, 'app-'))
  settings = join(directory, 'sys')
})

/** Replaces Electron, and runs its argument as Node would. */
function program(makesNamespaces: boolean): string {
  const path = join(directory, 'electron')
  writeFileSync(path, `#!/bin/sh\nexit ${makesNamespaces ? 0 : 1}\n`, { mode: 0o755 })
  return path
}

function setting(path: string, value: string): void {
  mkdirSync(join(settings, path, '..'), { recursive: true })
  writeFileSync(join(settings, path), `${value}\n`)
}

describe('the sandbox of the app', () => {
  test('starts if its program may create user namespaces, even if others may not', () => {
    setting('kernel/apparmor_restrict_unprivileged_userns', '1')
    expect(sandboxProblem(program(true), settings)).toBeNull()
    expect(sandbox(program(true), settings)).toEqual([expect.objectContaining({ id: 'sandbox', status: 'works', remedy: null })])
  })

  test.each([
    [
      'kernel/apparmor_restrict_unprivileged_userns',
      '1',
      'AppArmor lets only programs with a profile',
      { remedy: expect.stringContaining('install the Debian package') },
    ],
    [
      'kernel/unprivileged_userns_clone',
      '0',
      'kernel.unprivileged_userns_clone is 0',
      { remedy: 'permit them', command: 'sudo sysctl kernel.unprivileged_userns_clone=1' },
    ],
    ['user/max_user_namespaces', '0', 'user.max_user_namespaces is 0', { remedy: 'permit them', command: 'sudo sysctl user.max_user_namespaces=10000' }],
  ])('cannot start with %s at %s: doctor says why, and what helps', (path, value, problem, remedy) => {
    setting(path, value)
    expect(sandbox(program(false), settings)).toEqual([expect.objectContaining({ status: 'limited', detail: expect.stringContaining(problem), ...remedy })])
  })

  test('cannot start if a container forbids it without any switch to show it', () => {
    setting('kernel/apparmor_restrict_unprivileged_userns', '0')
    expect(sandboxProblem(program(false), settings)).toEqual({
      problem: expect.stringContaining('as in most containers'),
      remedy: expect.stringContaining('hagstone serve'),
    })
  })

  test.skipIf(process.geteuid?.() !== 0)('starts by a helper of root with the set-user-id bit, and by no other', () => {
    const helper = join(directory, 'chrome-sandbox')
    writeFileSync(helper, '')
    expect(sandboxProblem(program(false), settings)).not.toBeNull()
    chmodSync(helper, 0o4755)
    expect(sandboxProblem(program(false), settings)).toBeNull()
  })

  test('is tried by the program itself', () => {
    const allowed = spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0
    expect(sandboxProblem(process.execPath, settings) === null).toBe(allowed)
  })

  test('is not tested without Electron', () => {
    expect(sandbox(null)).toEqual([])
  })
})
