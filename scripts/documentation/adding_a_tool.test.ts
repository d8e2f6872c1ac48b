/** The code of docs/adding-a-tool.md, applied to a copy of the sources: it fits, compiles, has all its types, and finds the known answer. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../electron/profile/temporary_directory.testing.ts'
import { long } from '../test/long.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/adding-a-tool.md'), 'utf8')
const patches = [...page.matchAll(/^```diff\n([^]*?)^```$/gm)].map(([, patch]) => patch!)

// In a checkout in which somebody follows the page, it is applied already.
describe.skipIf(existsSync(join(root, 'native/agent/sampling/tools/dead_zeros.cpp')))('the made-up tool of docs/adding-a-tool.md', () => {
  let copy: string
  const run = (command: string, ...words: string[]): string => execFileSync(command, words, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28 })

  beforeAll(() => {
    copy = temporaryDirectory()
    for (const part of [
      'native',
      'resources',
      'shared',
      'electron',
      'renderer',
      'scripts',
      'e2e',
      '.clang-format',
      '.oxfmtrc.json',
      'tsconfig.base.json',
      'vitest.config.ts',
      'package.json',
    ])
      cpSync(join(root, part), join(copy, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const patch of patches) execFileSync('git', ['apply', '--ignore-whitespace', '-'], { cwd: copy, input: patch })
  })

  it('is in the page file by file', () => {
    expect(patches.length).toBeGreaterThan(5)
    expect(readFileSync(join(copy, 'native/agent/sampling/tools/dead_zeros.cpp'), 'utf8')).toContain('const Tool dead_zeros')
  })

  it('is formatted', () => {
    const files = patches.flatMap((patch) => [...patch.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file!))
    const native = files.filter((file) => /^native\/.*\.(?:cpp|h)$/.test(file))
    expect(native.length).toBeGreaterThan(2)
    run(process.execPath, 'node_modules/@wasm-fmt/clang-format/clang-format-cli.cjs', '--dry-run', '-Werror', ...native)
    run('node_modules/.bin/oxfmt', '--check', ...files.filter((file) => /\.tsx?$/.test(file)))
  })

  it('compiles', () => {
    for (const file of ['dead_zeros', 'tool']) {
      run('g++', '-std=c++20', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-Inative', '-Inative/agent', `native/agent/sampling/tools/${file}.cpp`)
    }
  })

  const isTyped = (project: string): void => expect(run('node_modules/.bin/tsc', '-p', project)).toBe('')

  it('is known wherever the types of shared ask for it', () => isTyped('shared'))

  it.each(['electron', 'renderer'])('is known wherever the types of %s ask for it', long, isTyped)

  it('finds every zero that is overwritten, and no other store', long, () => {
    mkdirSync(join(copy, 'build'))
    symlinkSync(join(root, 'build/third_party'), join(copy, 'build/third_party'))
    run('cmake', '-S', 'native', '-B', 'build/native', '-G', 'Ninja')
    run('ninja', '-C', 'build/native', 'hagstone_agent', 'hagstone_rawdump', 'sample_zeroed_then_filled')
    mkdirSync(join(copy, 'recording'))
    execFileSync(join(copy, 'build/native/samples/zeroed_then_filled'), {
      env: {
        ...process.env,
        LD_PRELOAD: join(copy, 'build/native/agent/libhagstone_agent.so'),
        HAGSTONE_RECORDING: join(copy, 'recording'),
        HAGSTONE_TOOLS: 'dead-zeros',
        HAGSTONE_SEED: '1',
      },
    })
    const pairs = run('sh', '-c', 'build/native/agent/test/hagstone_rawdump recording/*.hagraw')
      .split('\n')
      .filter((line) => line.startsWith('pair '))
    const relations = new Set(pairs.map((line) => /relation=(\w+)/.exec(line)?.[1]))
    expect(pairs.length).toBeGreaterThan(0)
    expect([...relations].toSorted()).toEqual(['KILLED_BY', 'USED_BY'])
    const stores = (relation: string): string[] => pairs.filter((line) => line.includes(relation)).map((line) => /watch=(\S+)/.exec(line)![1]!)
    expect(stores('KILLED_BY').filter((store) => stores('USED_BY').includes(store))).toEqual([])
    expect(pairs.every((line) => line.includes('tool=9'))).toBe(true)
  })

  it('is recorded and reported by the command line', long, () => {
    run('ninja', '-C', 'build/native', 'hagstone_agent', 'hagstone_probe', 'hagstone_tracer', 'hagstone_symbols', 'sample_zeroed_then_filled')
    const commandLine = (...words: string[]): string => run(process.execPath, 'electron/cli/main.js', ...words)
    commandLine('record', '--tool', 'dead-zeros', '--output', 'zeros.hagstone', '--', 'build/native/samples/zeroed_then_filled')
    expect(JSON.parse(commandLine('report', 'zeros.hagstone', '--json'))).toMatchObject({ totals: { 'dead-zeros': { waste: expect.any(Number) } } })
  })

  // A test that knows the number of the last tool would fail for everyone who adds one.
  it('fails no test of raw recordings', () => {
    run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'electron/raw')
  })
})
