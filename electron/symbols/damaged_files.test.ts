/** A file that is not a program, or is a damaged one, must never end the process that reads it. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import { Workspace } from './toolchain.testing.ts'
import { long } from '../../scripts/test/long.ts'

const programs = join(import.meta.dirname, 'test_programs')
const addon = loadSymbolsAddon()
const workspace = new Workspace()
afterAll(() => workspace.remove())

it('rejects unreadable files, with one line that says why', () => {
  const program = workspace.path('program')
  workspace.run('gcc', '-O2', '-g', join(programs, 'points.c'), '-o', program)
  workspace.run('gcc', '-c', join(programs, 'points.c'), '-o', 'object.o')
  const image = readFileSync(program)
  const variant = (name: string, change: (copy: Buffer) => Buffer) => workspace.write(name, change(Buffer.from(image)))
  const cases: [string, string][] = [
    [workspace.path('absent'), 'No such file or directory'],
    [workspace.directory, 'not a regular file'],
    ['/dev/null', 'not a regular file'],
    [workspace.write('empty', ''), 'not an ELF file'],
    [workspace.write('text', 'int main() { return 0; }\n'), 'not an ELF file'],
    [workspace.path('object.o'), 'neither a program nor a shared library'],
    [variant('header-only', (copy) => copy.subarray(0, 40)), 'program: '],
    [variant('32-bit', (copy) => (copy.writeUInt8(1, 4), copy)), '32-bit'],
    [variant('arm', (copy) => (copy.writeUInt16LE(183, 18), copy)), 'another architecture'],
    [variant('big-endian', (copy) => (copy.writeUInt8(2, 5), copy)), 'another architecture'],
  ]
  for (const [path, reason] of cases) {
    let message = ''
    try {
      addon.openModule(path).close()
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain(reason === 'program: ' ? `${path}: ` : reason)
    expect(message).toContain(path)
    expect(message).not.toContain('\n')
  }
})

it('checks its arguments', () => {
  const program = workspace.path('checked')
  workspace.run('gcc', '-O2', join(programs, 'points.c'), '-o', program)
  const module = addon.openModule(program)
  const unchecked = module as unknown as Record<string, (...values: unknown[]) => unknown>
  expect(() => unchecked['lookup']!([1, 2])).toThrow('Float64Array')
  expect(() => module.lookup(Float64Array.of(-1))).toThrow('not an address')
  expect(() => module.lookup(Float64Array.of(Number.NaN))).toThrow('not an address')
  expect(() => unchecked['loops']!([1, 2])).toThrow('Float64Array')
  expect(() => module.loops(Float64Array.of(0.5))).toThrow('not an address')
  expect(module.loops(Float64Array.of(0, 2 ** 52)).loopStart).toEqual(Uint32Array.of(0, 0, 0))
  expect(() => module.dataSymbols(-1, 1)).toThrow('not an address')
  expect(() => module.variables(-1)).toThrow('not an address')
  expect(module.variables(2 ** 52)).toEqual([])
  expect(module.staticVariable(2 ** 52, 0)).toBeNull()
  expect(() => module.typedPlace(1e6, 0)).toThrow('no such type')
  expect(() => module.pointee(1e6)).toThrow('no such type')
  expect(() => unchecked['functionEntries']!([1, 2])).toThrow('Float64Array')
  expect(module.functionEntries(Float64Array.of(2 ** 52))).toEqual(Float64Array.of(-1))
  expect(() => module.callTargets(Float64Array.of(-1))).toThrow('not an address')
  expect(module.callTargets(Float64Array.of(0, 2 ** 52)).imported).toEqual(['', ''])
  expect(module.tailJumps(2 ** 52)).toMatchObject({ jump: new Float64Array(), unresolved: true })
  expect([...module.indirectCalls(Float64Array.of(0, 2 ** 52))]).toEqual([0, 0])
  expect(module.jumpedToFrom(2 ** 52)).toBe(null)
  expect(() => unchecked['exportedCode']!(1)).toThrow('must be a string')
  expect(() => module.functionAt(2 ** 60)).toThrow('not an address')
  expect(() => module.disassemble(2, 1, 'intel')).toThrow('ends before it begins')
  expect(() => module.disassemble(0, 2 ** 40, 'intel')).toThrow('longer than 16 MiB')
  expect(() => unchecked['disassemble']!(0, 1, 'masm')).toThrow('intel or att')
  expect(module.lookup(new Float64Array()).frameStart).toEqual(Uint32Array.of(0))
  expect(module.functionAt(2 ** 52)).toBeNull()
  expect(module.codeAt(2 ** 52, 8)).toHaveLength(0)
  expect(module.codeAt(0, 2 ** 52).length).toBeLessThan(readFileSync(program).length)
  module.close()
  expect(() => module.lookup(new Float64Array())).toThrow('closed')
  expect(() => module.path).toThrow('closed')
  module.close()
})

for (const [name, compiler, source, options] of [
  ['C with DWARF 4', 'gcc', 'points.c', ['-gdwarf-4']],
  ['C with DWARF 5', 'gcc', 'points.c', ['-gdwarf-5']],
  ['C++', 'g++', 'helper.cpp', ['-g', '-shared', '-fPIC']],
  ['loops and jump tables', 'gcc', 'loops.c', ['-g']],
  ['loops and exceptions', 'g++', 'loops.cpp', ['-g']],
] as const)
  for (const [copies, kind] of [
    [500, {}],
    [2000, long],
  ] as const) {
    it(`survives ${copies} damaged copies of a file: ${name}`, kind, () => {
      const program = workspace.path('intact')
      workspace.run(compiler, '-O2', ...options, join(programs, source), '-o', program)
      const child = spawnSync(
        process.execPath,
        [join(import.meta.dirname, 'mutants.testing.ts'), program, workspace.path('mutant'), '20261121', String(copies)],
        {
          encoding: 'utf8',
        },
      )
      expect({ status: child.status, signal: child.signal, stderr: child.stderr }).toEqual({ status: 0, signal: null, stderr: '' })
      const { refused, opened, lookups, frames, loops, jumps, typed } = JSON.parse(child.stdout) as Record<string, number>
      expect(refused! + opened!).toBe(copies)
      expect(refused).toBeGreaterThan(copies / 200)
      expect(lookups).toBeGreaterThan(25 * copies)
      // More frames than addresses: the debug information was still read.
      expect(frames).toBeGreaterThan(lookups!)
      expect(loops).toBeGreaterThan(copies / 2)
      expect(jumps).toBeGreaterThan(copies / 10)
      // Variables of the places have types.
      expect(typed).toBeGreaterThan(copies)
    })
  }
