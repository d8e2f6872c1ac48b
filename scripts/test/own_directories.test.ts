import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { stateFile } from '../../electron/state_directory.ts'
import { requireNothingLeft } from './own_directories.ts'

test('tests do not write into the state of the user who runs them', () => {
  expect(stateFile('recent-runs.json').startsWith(`${tmpdir()}/state/`)).toBe(true)
  expect(process.env['TMPDIR']).toMatch(/hagstone-\w{6}$/)
})

test('no test sets a variable of its process, which other files of tests share: vi.stubEnv, and vi.unstubAllEnvs at the end', () => {
  const root = resolve(import.meta.dirname, '../..')
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const sets = /process\.env(?:\.\w+|\[[^\]]+\]) *(?:\?\?|\|\|)?=(?!=)|delete process\.env/
  expect(files.filter((file) => sets.test(readFileSync(resolve(root, file), 'utf8')))).toEqual([])
  expect(sets.test(`  process.${'env'}['XDG_CACHE_HOME'] = path('cache')`)).toBe(true)
})

test('a run whose tests leave files fails and names them', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-left-'))
  try {
    mkdirSync(join(directory, 'state'))
    mkdirSync(join(directory, 'playwright-artifacts-abcdef'))
    mkdirSync(join(directory, 'bb3aLgJBn6qVc8-IGDBB1'))
    writeFileSync(join(directory, 'valgrind_proc_20264_cmdline_a3403f75'), '')
    expect(() => requireNothingLeft(directory)).not.toThrow()
    // Of a process of this boot that no longer runs, and of this one.
    const space = [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')]
    const owned = mkdtempSync(join(directory, 'hagstone-self-test-'))
    writeFileSync(join(owned, '.owner'), [...space, process.pid, '1'].join('\n'))
    expect(() => requireNothingLeft(directory)).not.toThrow()
    expect(existsSync(owned)).toBe(false)
    writeFileSync(join(directory, 'hagstone-test-1'), '')
    expect(() => requireNothingLeft(directory)).toThrow('tests left 1 file in their temporary directory (hagstone-test-1)')
    mkdirSync(join(directory, 'hagstone-test-0', 'state'), { recursive: true })
    expect(() => requireNothingLeft(directory)).toThrow('left 2 files in their temporary directory (hagstone-test-0/, hagstone-test-1)')
    writeFileSync(join(directory, 'hagstone-test-0', 'state', 'known.json'), '')
    expect(() => requireNothingLeft(directory)).toThrow('(hagstone-test-0/state/known.json, hagstone-test-1)')
    rmSync(join(directory, 'hagstone-test-0'), { recursive: true })
    for (let file = 2; file <= 12; file++) writeFileSync(join(directory, `hagstone-test-${file}`), '')
    expect(() => requireNothingLeft(directory)).toThrow(/left 12 files .*, …\)/)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
