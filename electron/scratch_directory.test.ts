import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inScratchDirectory } from './scratch_directory.ts'

const root = mkdtempSync(join(tmpdir(), 'hagstone-scratch-test-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

let temporary: string
beforeEach(() => {
  temporary = mkdtempSync(join(root, 'tmp-'))
  vi.stubEnv('TMPDIR', temporary)
})

const source = join(import.meta.dirname, 'scratch_directory.ts')
/** A process that fills a scratch directory, prints its name, and waits to be killed. */
const worker = [
  '--input-type=module',
  '--eval',
  `
  import { mkdirSync, writeFileSync } from 'node:fs'
  const { inScratchDirectory } = await import(${JSON.stringify(source)})
  await inScratchDirectory('try', async (directory) => {
    mkdirSync(directory + '/deep')
    writeFileSync(directory + '/deep/file', '')
    console.log(directory)
    await new Promise((done) => setTimeout(done, 600_000))
  })`,
]

/** Does something with the same purpose, and returns the remaining directories. */
async function leftAfterUse(): Promise<string[]> {
  await inScratchDirectory('try', async () => {})
  return readdirSync(temporary).toSorted()
}

const abandoned = (owner: string): string => {
  const directory = mkdtempSync(join(temporary, 'hagstone-try-'))
  writeFileSync(join(directory, '.owner'), owner)
  return directory.slice(temporary.length + 1)
}

async function ownOwner(): Promise<string[]> {
  return inScratchDirectory('try', async (directory) => readFileSync(join(directory, '.owner'), 'utf8').split('\n'))
}

describe('scratch directories', () => {
  test('are removed after their action, also if it fails', async () => {
    let directory = ''
    await expect(
      inScratchDirectory('try', async (made) => {
        directory = made
        throw new Error('failed')
      }),
    ).rejects.toThrow('failed')
    expect([directory.startsWith(join(temporary, 'hagstone-try-')), existsSync(directory)]).toEqual([true, false])
  })

  test('of a killed process are removed at the next use, those of a living one stay', async () => {
    const child = spawn(process.execPath, worker, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [told] = (await once(child.stdout, 'data')) as [Buffer]
    const directory = told.toString().trim()
    try {
      expect(await leftAfterUse()).toEqual([directory.slice(temporary.length + 1)])
      expect(existsSync(join(directory, 'deep/file'))).toBe(true)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(existsSync(directory)).toBe(true)
    expect(await leftAfterUse()).toEqual([])
  })

  test('of a process whose number was reused are removed', async () => {
    const [boot, namespace] = await ownOwner()
    abandoned([boot, namespace, process.pid, '1'].join('\n'))
    expect(await leftAfterUse()).toEqual([])
  })

  test('stay if nothing is known: another machine, a container, no owner yet, something else with that name', async () => {
    const [boot = '', namespace = ''] = await ownOwner()
    const { pid } = spawnSync('true')
    const kept = [abandoned(['00000000-0000', namespace, pid, '1'].join('\n')), abandoned([boot, 'pid:[1]', pid, '1'].join('\n'))]
    mkdirSync(join(temporary, 'hagstone-try-new'))
    writeFileSync(join(temporary, 'hagstone-try-file'), '')
    const elsewhere = mkdtempSync(join(root, 'elsewhere-'))
    writeFileSync(join(elsewhere, '.owner'), [boot, namespace, pid, '1'].join('\n'))
    symlinkSync(elsewhere, join(temporary, 'hagstone-try-link'))
    expect(await leftAfterUse()).toEqual([...kept, 'hagstone-try-new', 'hagstone-try-file', 'hagstone-try-link'].toSorted())
    expect(existsSync(join(elsewhere, '.owner'))).toBe(true)
  })
})
