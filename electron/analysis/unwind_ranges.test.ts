import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../shared/metrics/random.ts'
import { withStrippedFunctions } from './stripped_functions.ts'
import { fakeSymbols } from './symbols.testing.ts'
import { UnwindRanges } from './unwind_ranges.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'

const directory = temporaryDirectory()
const program = join(directory, 'program')
const hasTools = ['cc', 'nm', 'strip'].every((tool) => spawnSync(tool, ['--version']).status === 0)

describe.skipIf(!hasTools)('a stripped program (needs a C compiler and binutils)', () => {
  /** [name, address, size] as the symbol table had it before it was stripped. */
  let functions: Array<[string, number, number]>

  beforeAll(() => {
    writeFileSync(join(directory, 'program.c'), `
      __attribute__((noinline)) static int square(int x) { __asm__ volatile(""); return x * x; }
      __attribute__((noinline)) static int sum(int x, int y) { __asm__ volatile(""); return square(x) + square(y); }
      int main(int argc, char **argv) { (void)argv; return sum(argc, 2); }`)
    execFileSync('cc', ['-O1', join(directory, 'program.c'), '-o', program])
    functions = execFileSync('nm', ['-S', program], { encoding: 'utf8' }).split('\n').flatMap((line) => {
      const [address, size, , name] = line.split(' ')
      return name && ['square', 'sum', 'main'].includes(name) ? [[name, Number.parseInt(address!, 16), Number.parseInt(size!, 16)] as [string, number, number]] : []
    })
    execFileSync('strip', [program])
  })

  it('still tells where its functions begin and end', () => {
    const ranges = UnwindRanges.open(program)!
    expect(functions).toHaveLength(3)
    for (const [, low, size] of functions) {
      for (const address of [low, low + size - 1]) expect(ranges.at(address)).toEqual({ low, high: low + size })
    }
    expect(ranges.at(0)).toBeNull()
    expect(ranges.at(1e9)).toBeNull()
    ranges.close()
  })

  it('names them by module and start where there is no symbol, and leaves symbols alone', () => {
    const [, low] = functions[0]!
    const source = withStrippedFunctions(fakeSymbols({ [program]: { frames: { 0x1: [{ name: 'known' }] } } }))
    const module = source.openModule(program, {})
    expect(module.functionAt(low + 1)).toMatchObject({ name: `program+0x${low.toString(16)}`, low })
    expect(module.functionAt(0x1)).toMatchObject({ name: 'known' })
    module.close()
  })

  it('survives any damage', () => {
    const random = new SeededRandom(8)
    const original = readFileSync(program)
    const damaged = join(directory, 'damaged')
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(original)
      for (let change = 0; change < 20; change++) bytes[random.nextBelow(random.nextBelow(2) ? 1024 : bytes.length)] = random.nextUint32() & 0xff
      writeFileSync(damaged, bytes.subarray(0, random.nextBelow(3) === 0 ? random.nextBelow(bytes.length) : bytes.length))
      const ranges = UnwindRanges.open(damaged)
      for (const [, low] of functions) {
        const range = ranges?.at(low + 1)
        if (range) expect(range.high).toBeGreaterThan(low + 1)
      }
      ranges?.close()
    }
  })
})

it('knows nothing of what is no ELF file', () => {
  const text = join(directory, 'text')
  writeFileSync(text, '#!/bin/sh\n')
  expect(UnwindRanges.open(text)).toBeNull()
  expect(UnwindRanges.open('/dev/null')).toBeNull()
})
