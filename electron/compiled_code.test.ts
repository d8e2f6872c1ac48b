import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const directories: string[] = []
afterAll(() => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })))
let directory = ''
const path = (name: string): string => join(directory, name)

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-compiled-'))
  directories.push(directory)
  writeFileSync(
    path('entry.ts'),
    `import { keepCompiledCode } from '${join(import.meta.dirname, 'compiled_code.js')}'\nkeepCompiledCode(process.argv[2])\nawait import('./program.ts')\n`,
  )
  writeFileSync(
    path('program.ts'),
    `interface Words { text: string }\nconst words: Words = { text: 'first' }\nconsole.log(words.text, JSON.stringify(process.env))\n`,
  )
})

/** All its output; stderr, where warnings would appear, must stay empty. */
function run(cache: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path('entry.ts'), cache], { encoding: 'utf8', env: { LANG: 'C' }, timeout: 300_000 })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

/** Files of the cache. */
function kept(): string[] {
  return readdirSync(path('cache'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('compiled code', () => {
  test('is kept, and leaves the environment unchanged', () => {
    expect(run(path('cache'))).toBe('first {"LANG":"C"}\n')
    const after = kept().length
    expect(after).toBeGreaterThan(0)
    expect(run(path('cache'))).toBe('first {"LANG":"C"}\n')
    expect(kept()).toHaveLength(after)
  })

  test("belongs to the current text, even if the file's size and time are unchanged", () => {
    run(path('cache'))
    const { atime, mtime } = statSync(path('program.ts'))
    writeFileSync(path('program.ts'), readFileSync(path('program.ts'), 'utf8').replace('first', 'other'))
    utimesSync(path('program.ts'), atime, mtime)
    expect(run(path('cache'))).toMatch(/^other /)
  })

  test.each([
    ['shortened', (text: Buffer) => text.subarray(0, text.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['damaged', (text: Buffer) => Buffer.from(text.map((byte, at) => (at > text.length / 2 ? byte ^ 0x55 : byte)))],
  ])('that is %s is compiled again', (_, damage) => {
    run(path('cache'))
    for (const file of kept()) writeFileSync(file, damage(readFileSync(file)))
    expect(run(path('cache'))).toMatch(/^first /)
  })

  test('is optional if none can be kept', () => {
    writeFileSync(path('cache'), 'a file')
    expect(run(path('cache'))).toMatch(/^first /)
    expect(run('/proc/none')).toMatch(/^first /)
    rmSync(path('cache'))
    run(path('cache'))
    for (const file of kept()) {
      rmSync(file)
      mkdirSync(file)
    }
    expect(run(path('cache'))).toMatch(/^first /)
  })
})

test('a bundle keeps it if set-up made the directory, and creates none', () => {
  mkdirSync(path('bundle'))
  copyFileSync(join(import.meta.dirname, 'compiled_code.js'), path('bundle/compiled_code.mjs'))
  writeFileSync(
    path('bundle/entry.mjs'),
    `import { keepCompiledCode } from './compiled_code.mjs'\nimport { getCompileCacheDir } from 'node:module'\nkeepCompiledCode()\nconsole.log(getCompileCacheDir())\n`,
  )
  const keptIn = (): string => execFileSync(process.execPath, [path('bundle/entry.mjs')], { encoding: 'utf8' })
  expect(keptIn()).toBe('undefined\n')
  mkdirSync(path('compiled'))
  expect(keptIn()).toContain(path('compiled'))
})

test('the command line and its threads take theirs from the cache', () => {
  const script = `import { Worker } from 'node:worker_threads'\nimport { workerFile } from '${join(import.meta.dirname, 'paths.ts')}'\nnew Worker(workerFile(new URL('file://${path('worker.ts')}')))\n`
  writeFileSync(path('threads.ts'), script)
  writeFileSync(
    path('worker.ts'),
    `import { getCompileCacheDir } from 'node:module'\nconst directory: string | undefined = getCompileCacheDir()\nconsole.log(directory)\n`,
  )
  const ownCache = join(import.meta.dirname, '..', 'build', 'compiled')
  expect(execFileSync(process.execPath, [path('threads.ts')], { encoding: 'utf8' })).toContain(ownCache)
  const run = (): string =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'cli/main.js'), '--version'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    }).stderr
  run()
  expect(run()).toMatch(/run_command_line\.ts.*was accepted/)
})

test('the command line does not load the type stripper if everything is kept', () => {
  const told = `data:text/javascript,process.on('exit', () => { for (const name of process.moduleLoadList) if (/amaro/.test(name)) console.error(name) })`
  const run = (file: string): string => spawnSync(process.execPath, ['--import', told, file, '--version'], { encoding: 'utf8' }).stderr
  const commandLine = join(import.meta.dirname, 'cli/main.js')
  run(commandLine)
  expect(run(commandLine)).toBe('')
  expect(run(join(import.meta.dirname, 'cli/run_command_line.ts'))).not.toBe('')
})
