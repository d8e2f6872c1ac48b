/** MD5 sums that compilers write into the line tables of DWARF 5. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, normalize } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadSymbolsAddon, type FileSum } from './symbols_addon.ts'
import { instructionAddresses, isMissing, Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
const sources = ['one.cpp', 'two.cpp']
workspace.write('shared.h', 'extern int* volatile place;\nstatic inline void put(int value) { *place = value; }\n')
workspace.write(
  'one.cpp',
  '#include "shared.h"\nvoid second(int);\nint kept;\nint* volatile place = &kept;\nint main(int count, char**) {\n  put(count);\n  second(count);\n}\n',
)
workspace.write('two.cpp', '#include "shared.h"\nvoid second(int value) { put(value + 1); }\n')
const addon = loadSymbolsAddon()
afterAll(() => workspace.remove())

/** Sums of the files with the program's functions. @param unstripped the same program with symbols */
function sumsIn(file: string, unstripped = file): readonly FileSum[] {
  const module = addon.openModule(file, { debugDirectories: [] })
  const named = addon.openModule(unstripped, { debugDirectories: [] })
  module.lookup(Float64Array.from(instructionAddresses(workspace, named, unstripped, (name) => name.startsWith('_Z') || name === 'main')))
  named.close()
  const sums = module.fileSums()
  expect(module.warnings).toEqual([])
  module.close()
  return byName(sums.map(({ file: path, md5: sum }) => ({ file: normalize(path), md5: sum })))
}

/** The assembler (2.40) writes sums back to front. */
const reversed = (digits: string): string => digits.match(/../g)!.toReversed().join('')
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

function expectTheirSums(file: string, unstripped = file): void {
  const expected = [...sources, 'shared.h'].map((name) => ({ file: workspace.path(name), md5: md5(readFileSync(workspace.path(name))) }))
  expect(sumsIn(workspace.path(file), workspace.path(unstripped))).toEqual(byName(expected))
}

function byName(sums: readonly FileSum[]): FileSum[] {
  return sums.toSorted((a, b) => basename(a.file).localeCompare(basename(b.file)))
}

const withoutClang = isMissing('clang++')

it.skipIf(withoutClang)('are those of the files, from clang', () => {
  workspace.run('clang++', '-O1', '-gdwarf-5', ...sources, '-o', 'plain')
  expectTheirSums('plain')
})

it.skipIf(withoutClang)('are found in separate, compressed and split debug information', () => {
  workspace.run('clang++', '-O1', '-gdwarf-5', '-Wl,--build-id', ...sources, '-o', 'whole')
  workspace.run('objcopy', '--only-keep-debug', '--compress-debug-sections=zlib', 'whole', 'separate.debug')
  workspace.run('objcopy', '--strip-all', '--add-gnu-debuglink=separate.debug', 'whole', 'separate')
  expectTheirSums('separate', 'whole')
  workspace.run('clang++', '-O1', '-gdwarf-5', '-gsplit-dwarf', ...sources, '-o', 'split')
  expectTheirSums('split')
})

it.skipIf(withoutClang)('do not exist before DWARF 5', () => {
  workspace.run('clang++', '-O1', '-gdwarf-4', ...sources, '-o', 'old')
  expect(sumsIn(workspace.path('old'))).toEqual([])
})

it('are read as the assembler writes them, separately for each file', () => {
  const [one, other] = ['1'.repeat(32), '0123456789abcdef'.repeat(2)]
  workspace.write(
    'summed.s',
    `
    .file 0 "/src" "one.c" md5 0x${one}
    .file 1 "/src" "one.c" md5 0x${one}
    .file 2 "/src/deep" "other.h" md5 0x${reversed(other)}
    .globl main
    .type main, @function
    .text
    main: .loc 1 1
    nop
    .size main, . - main
    .type _Zsecond, @function
    _Zsecond: .loc 2 7
    ret
    .size _Zsecond, . - _Zsecond
    .section .note.GNU-stack,"",@progbits`,
  )
  workspace.run('gcc', '-gdwarf-5', '-nostdlib', '-Wl,-emain', 'summed.s', '-o', 'summed')
  expect(sumsIn(workspace.path('summed'))).toEqual([
    { file: '/src/one.c', md5: one },
    { file: '/src/deep/other.h', md5: other },
  ])
})
