import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import { Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())

/** The error on loading with the given directory of native parts. */
function loadFrom(directory: string): string {
  const url = pathToFileURL(join(import.meta.dirname, 'symbols_addon.ts')).href
  const script = `import(${JSON.stringify(url)}).then((module) => module.loadSymbolsAddon()).then(() => console.log('loaded'), (error) => console.log(error.name, error.status, error.message))`
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env: { ...process.env, HAGSTONE_NATIVE_DIRECTORY: directory } }).stdout
}

it('reports in one line that the addon is missing, or does not load, and what to do', () => {
  const missing = loadFrom(workspace.directory)
  expect(missing).toMatch(/^Failure 3 hagstone_symbols\.node is not in .*; run npm run build:native in .*\.\n$/)
  workspace.write('hagstone_symbols.node', 'not a library')
  const broken = loadFrom(workspace.directory)
  expect(broken).toMatch(/^Failure 3 .*hagstone_symbols\.node does not load: .*; install libdw1 and run npm run build:native in .*\.\n$/)
})

it('works in several threads at once, each with modules of its own', async () => {
  const program = workspace.path('program')
  workspace.run('gcc', '-O2', '-g', join(import.meta.dirname, 'test_programs/points.c'), '-o', program)
  const url = pathToFileURL(join(import.meta.dirname, 'symbols_addon.ts')).href
  const script = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(url)}).then(({ loadSymbolsAddon }) => {
      const addon = loadSymbolsAddon()
      let frames = 0
      for (let round = 0; round < 20; round += 1) {
        const module = addon.openModule(${JSON.stringify(program)}, { debugDirectories: [] })
        frames += module.lookup(Float64Array.from({ length: 512 }, (_, index) => 0x1000 + index)).line.length
        module.close()
      }
      parentPort.postMessage(frames)
    })`
  const run = () =>
    new Promise<number>((resolve, reject) => {
      const worker = new Worker(script, { eval: true })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  const module = loadSymbolsAddon().openModule(program, { debugDirectories: [] })
  const expected = 20 * module.lookup(Float64Array.from({ length: 512 }, (_, index) => 0x1000 + index)).line.length
  module.close()
  expect(await Promise.all([run(), run(), run()])).toEqual([expected, expected, expected])
})
