/** A removal interrupted by a kill: the rest must still name its owner, or it is never removed. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { inScratchDirectory } from './scratch_directory.ts'

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return { ...real, rmSync: vi.fn(real.rmSync) }
})

test('the owner file goes last', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'hagstone-removal-test-'))
  vi.stubEnv('TMPDIR', temporary)
  let scratch = ''
  await inScratchDirectory('try', async (directory) => {
    scratch = directory
    for (const name of ['first', 'second']) writeFileSync(join(directory, name), '')
    const removal = vi.mocked(rmSync)
    const remove = removal.getMockImplementation()!
    removal.mockImplementation((path, options) => {
      if (path === directory) expect(readdirSync(directory)).toEqual(['.owner'])
      remove(path, options)
    })
  })
  expect(readdirSync(temporary)).toEqual([])
  expect(scratch).not.toBe('')
  vi.unstubAllEnvs()
  rmSync(temporary, { recursive: true })
})
