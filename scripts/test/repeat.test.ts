import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

function repeat(...words: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'repeat.ts'), ...words], { encoding: 'utf8' })
}

test('runs tests as often as asked beside busy processes, which end with it', () => {
  const { stdout, status } = repeat('--times', '2', '--busy', '1', 'scripts/test/counts')
  expect(stdout).toContain('2 of 2: 0 failed')
  expect(stdout).toMatch(/\n2 of 2 runs green\n$/)
  expect(status).toBe(0)
})

test.each([['--native', '^NoTestHasThisName$'], ['scripts/test/no_such_file']])('a run that finds no test has failed (%s)', (...filter) => {
  const { stdout, status } = repeat('--times', '1', ...filter)
  expect(stdout).toMatch(/^FAILED (ctest|vitest) /m)
  expect(stdout).toMatch(/\n0 of 1 runs green\n$/)
  expect(status).toBe(1)
})

test('rejects invalid counts', () => {
  const { stderr, status } = repeat('--times', 'many')
  expect(stderr).toBe('--times many: not a number from 1 on\n')
  expect(status).toBe(2)
})
