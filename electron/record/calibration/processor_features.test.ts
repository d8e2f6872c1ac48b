import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asUnderValgrind } from './processor_features.ts'

test("processor features hidden by Valgrind are hidden natively too, and the user's settings stay", () => {
  expect(asUnderValgrind({ HOME: '/' })).toEqual({ HOME: '/', GLIBC_TUNABLES: expect.stringMatching(/^glibc\.cpu\.hwcaps=.*-AVX512VL\b/) })
  expect(asUnderValgrind({ GLIBC_TUNABLES: 'glibc.malloc.check=1' }).GLIBC_TUNABLES).toMatch(/^glibc\.malloc\.check=1:glibc\.cpu\.hwcaps=/)
  expect(asUnderValgrind({ GLIBC_TUNABLES: 'glibc.cpu.hwcaps=-AVX2' })).toEqual({ GLIBC_TUNABLES: 'glibc.cpu.hwcaps=-AVX2' })
})

const loader = '/lib64/ld-linux-x86-64.so.2'
const isInstalled = existsSync(loader) && spawnSync('valgrind', ['--version']).status === 0

/** Sizes by which the C library of this machine chooses between loops and string instructions. */
function sizes(command: string[], environment: Record<string, string>): string[] {
  const [program = '', ...words] = [...command, loader, '--list-tunables']
  const { stdout } = spawnSync(program, words, { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', ...environment } })
  return stdout
    .split('\n')
    .filter((line) => /^glibc\.cpu\.x86_\w+(threshold|cache_size)/.test(line))
    .map((line) => line.replace(/ \(.*/, ''))
}

test.skipIf(!isInstalled)('natively the C library has the sizes that it has under Valgrind', () => {
  const counted = sizes(['valgrind', '--quiet', '--tool=none'], {})
  expect(counted.length).toBeGreaterThan(3)
  expect(sizes([], asUnderValgrind({}))).toEqual(counted)
})
