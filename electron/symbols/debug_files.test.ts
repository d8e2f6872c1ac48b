/** Debug information that is elsewhere or packed: the same code must get the same frames as from the plain file. */
import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import type { SymbolOptions } from './symbols_addon.ts'
import { addressesOf, framesOf, instructionAddresses, isMissing, namesAt, Workspace } from './toolchain.testing.ts'
import type { ReferenceFrame } from './toolchain.testing.ts'

const programs = join(import.meta.dirname, 'test_programs')
const addon = loadSymbolsAddon()
const workspace = new Workspace()
const plain = workspace.path('plain')
const sources = ['shop.cpp', 'helper.cpp'].map((name) => join(programs, name))
/** What `plain` is linked of: compiling takes most of the time of these tests. */
const objects = ['shop.o', 'helper.o']
let addresses: number[] = []
let expected: ReferenceFrame[][] = []

function framesIn(file: string, options: SymbolOptions = { debugDirectories: [] }): ReferenceFrame[][] {
  const module = addon.openModule(file, options)
  const result = module.lookup(Float64Array.from(addresses))
  const frames = addresses.map((_, index) => framesOf(result, index))
  expect(module.warnings).toEqual([])
  module.close()
  return frames
}

/** The code must be the same, or the comparison would mean nothing. */
function expectSameCode(file: string): void {
  const [one, other] = [addon.openModule(plain), addon.openModule(file)]
  for (const address of addresses) expect(other.codeAt(address, 16)).toEqual(one.codeAt(address, 16))
  one.close()
  other.close()
}

beforeAll(() => {
  workspace.run('g++', '-O2', '-g', '-c', ...sources)
  workspace.run('g++', ...objects, '-o', plain)
  const module = addon.openModule(plain, { debugDirectories: [] })
  addresses = instructionAddresses(workspace, module, plain, (name) => name.startsWith('_Z') || name === 'main')
  module.close()
  expected = framesIn(plain)
  expect(expected.filter((frames) => frames.length > 2).length).toBeGreaterThan(100)
})
afterAll(() => workspace.remove())

/** `plain` without its debug information, which goes to `debugFile`. */
function split(name: string, debugFile: string, ...linkOptions: string[]): string {
  const stripped = workspace.path(name)
  workspace.run('objcopy', '--only-keep-debug', plain, debugFile)
  workspace.run('objcopy', '--strip-all', ...linkOptions, plain, stripped)
  return stripped
}

/** The same program under another build id. */
function linkAgain(name: string): string {
  const file = workspace.path(name)
  workspace.run('g++', '-Wl,--build-id=0x0123456789abcdef', ...objects, '-o', file)
  return file
}

/** A program whose debug information is in NAME-shop.dwo and NAME-helper.dwo. */
const splitPrograms = new Map<string, string>()
function splitProgram(version: string): string {
  const binary = splitPrograms.get(version) ?? workspace.path(`split${version}`)
  if (!splitPrograms.has(version)) workspace.run('g++', '-O2', `-gdwarf-${version}`, '-gsplit-dwarf', ...sources, '-o', binary)
  splitPrograms.set(version, binary)
  return binary
}

function buildIdOf(file: string): string {
  const module = addon.openModule(file, { debugDirectories: [] })
  const { buildId } = module
  module.close()
  return buildId
}

function buildIdPath(root: string, buildId: string): string {
  const directory = join(root, '.build-id', buildId.slice(0, 2))
  mkdirSync(directory, { recursive: true })
  return join(directory, `${buildId.slice(2)}.debug`)
}

it('finds a debug file by build id', () => {
  const root = workspace.path('by-build-id')
  const buildId = buildIdOf(plain)
  expect(buildId).toBe(/Build ID: ([0-9a-f]+)/.exec(workspace.run('readelf', '-n', plain))![1])
  const debugFile = buildIdPath(root, buildId)
  const stripped = split('stripped-with-id', debugFile)
  expect(framesIn(stripped, { debugDirectories: [root] })).toEqual(expected)
  const module = addon.openModule(stripped, { debugDirectories: [workspace.path('nowhere'), root] })
  expect(module.debugPath).toBe(debugFile)
  expect(module.hasLines).toBe(true)
  module.close()
})

it('finds a debug file by .gnu_debuglink beside the file, in .debug and below a debug directory', () => {
  const beside = workspace.path('linked.debug')
  const stripped = split('linked', beside, `--add-gnu-debuglink=${beside}`, '--remove-section=.note.gnu.build-id')
  expect(buildIdOf(stripped)).toBe('')
  expect(framesIn(stripped)).toEqual(expected)

  mkdirSync(workspace.path('.debug'))
  copyFileSync(beside, workspace.path('.debug/linked.debug'))
  rmSync(beside)
  expect(framesIn(stripped)).toEqual(expected)
  rmSync(workspace.path('.debug'), { recursive: true })

  const root = workspace.path('by-path')
  mkdirSync(join(root, workspace.directory), { recursive: true })
  workspace.run('objcopy', '--only-keep-debug', plain, join(root, workspace.directory, 'linked.debug'))
  expect(framesIn(stripped, { debugDirectories: [root] })).toEqual(expected)
})

it('rejects a debug file of another build, and reports it', () => {
  const beside = workspace.path('other.debug')
  const stripped = split('other', beside, `--add-gnu-debuglink=${beside}`)
  workspace.run('objcopy', '--only-keep-debug', linkAgain('other-build'), beside)
  const module = addon.openModule(stripped, { debugDirectories: [] })
  expect(module.debugPath).toBeNull()
  expect(module.hasLines).toBe(false)
  expect(module.warnings).toEqual([`debug file not used: ${beside}: made for another build of ${stripped}`])
  module.close()
})

it('reports a build id that is not the recorded one', () => {
  const module = addon.openModule(plain, { buildId: 'ab12', debugDirectories: [] })
  expect(module.warnings).toHaveLength(1)
  expect(module.warnings[0]).toContain('recorded was ab12')
  module.close()
})

for (const [format, option] of [
  ['zlib', 'zlib'],
  ['the old GNU format', 'zlib-gnu'],
] as const) {
  it(`reads sections compressed in ${format}`, () => {
    const packed = workspace.path(`packed-${option}`)
    workspace.run('objcopy', `--compress-debug-sections=${option}`, plain, packed)
    expect(workspace.run('readelf', '-SW', packed)).toMatch(option === 'zlib' ? / \.debug_info .* C / : / \.zdebug_info /)
    expect(framesIn(packed)).toEqual(expected)
  })
}

for (const version of ['4', '5']) {
  it(`follows split DWARF ${version} to its .dwo files, and says when one is gone`, () => {
    const binary = splitProgram(version)
    expectSameCode(binary)
    // The plain file of the same version: DWARF 4 cannot say that an inlined call's first range is empty.
    const same = workspace.path(`plain${version}`)
    workspace.run('g++', '-O2', `-gdwarf-${version}`, ...sources, '-o', same)
    expect(framesIn(binary)).toEqual(framesIn(same))

    const missing = `split${version}-shop.dwo`
    renameSync(workspace.path(missing), workspace.path('kept.dwo'))
    const module = addon.openModule(binary, { debugDirectories: [] })
    const work = addressesOf(workspace, binary).get('_Z4worki')!
    expect(namesAt(module, work)).toEqual(['work(int)'])
    const result = module.lookup(Float64Array.of(work))
    expect(result.strings[result.file[0]!]).toBe(sources[0])
    expect(module.warnings).toHaveLength(1)
    expect(module.warnings[0]).toContain(missing)
    module.close()
    renameSync(workspace.path('kept.dwo'), workspace.path(missing))
  })
}

it('names the files of inlined calls by the skeleton, not by the line table of type units', (context) => {
  if (isMissing('clang++')) context.skip('clang is not installed')
  workspace.write(
    'twice.h',
    'extern int* volatile place;\nstatic inline void put(int value) { *place = value; }\nstatic inline void twice(int value) {\n\n  put(value);\n  put(value + 1);\n}\n',
  )
  workspace.write('counter.h', 'struct Counter { int value; void add(int more) { value += more; } };\n')
  workspace.write(
    'typed.cpp',
    '#include "twice.h"\n#include "counter.h"\nint kept;\nint* volatile place = &kept;\nCounter counter;\nint main(int count, char**) {\n  twice(count);\n  counter.add(count);\n  return counter.value;\n}\n',
  )
  const placesIn = (name: string, ...options: string[]): string[] => {
    const file = workspace.path(name)
    workspace.run('clang++', '-O1', '-gdwarf-5', ...options, 'typed.cpp', '-o', file)
    const module = addon.openModule(file, { debugDirectories: [] })
    const addresses = instructionAddresses(workspace, module, file, (symbol) => symbol === 'main')
    const { file: files, line, strings } = module.lookup(Float64Array.from(addresses))
    module.close()
    return [...files].map((index, frame) => `${basename(strings[index]!)}:${line[frame]}`)
  }
  const places = placesIn('untyped')
  expect(places).toContain('twice.h:5')
  expect(placesIn('typed', '-gsplit-dwarf', '-fdebug-types-section')).toEqual(places)
})

for (const version of ['4', '5']) {
  it(`finds the units of split DWARF ${version} in a package, and survives a damaged package`, (context) => {
    const packager = version === '4' ? 'dwp' : 'llvm-dwp'
    if (isMissing(packager)) context.skip(`${packager} is not installed`)
    const binary = splitProgram(version)
    const beside = framesIn(binary)
    workspace.run(packager, '-e', binary, '-o', `${binary}.dwp`)
    for (const unit of ['shop', 'helper']) rmSync(workspace.path(`split${version}-${unit}.dwo`))
    expect(framesIn(binary)).toEqual(beside)

    const whole = readFileSync(`${binary}.dwp`)
    for (let i = 0; i < 60; i++) {
      const damaged = Buffer.from(whole)
      for (let at = 64 + ((i * 131) % 64); at < damaged.length; at += 64 + i) damaged[at]! ^= 1 + i
      writeFileSync(`${binary}.dwp`, i % 2 === 0 ? damaged : whole.subarray(0, Math.floor((whole.length * i) / 60)))
      const module = addon.openModule(binary, { debugDirectories: [] })
      const result = module.lookup(Float64Array.from(addresses))
      expect(addresses.every((_, index) => framesOf(result, index).length > 0)).toBe(true)
      module.close()
    }
  })
}

it('reads debug information shared between files by dwz, and says when the shared file is gone', (context) => {
  if (isMissing('dwz')) context.skip('dwz is not installed')
  const [one, two] = [workspace.path('shared-one'), linkAgain('shared-two')]
  copyFileSync(plain, one)
  workspace.run('dwz', '-m', 'common.dwz', one, two)
  expect(workspace.run('readelf', '-SW', one)).toContain('.gnu_debugaltlink')
  expect(framesIn(one)).toEqual(expected)

  // In Debian's -dbgsym packages, the shared file is found by its build id after it was moved.
  const sharedId = /Build ID: ([0-9a-f]+)/.exec(workspace.run('readelf', '-n', 'common.dwz'))![1]!
  const root = workspace.path('shared-root')
  copyFileSync(workspace.path('common.dwz'), buildIdPath(root, sharedId))
  rmSync(workspace.path('common.dwz'))
  expect(framesIn(one, { debugDirectories: [root] })).toEqual(expected)

  const module = addon.openModule(one, { debugDirectories: [] })
  expect(module.warnings).toHaveLength(1)
  expect(module.warnings[0]).toContain('common.dwz')
  const result = module.lookup(Float64Array.from(addresses))
  expect(addresses.map((_, index) => framesOf(result, index).at(-1)!.line)).toEqual(expected.map((frames) => frames.at(-1)!.line))
  module.close()
})

it('reads debug information that dwz packed within one file', (context) => {
  if (isMissing('dwz')) context.skip('dwz is not installed')
  const packed = workspace.path('packed-alone')
  copyFileSync(plain, packed)
  workspace.run('dwz', packed)
  expect(framesIn(packed)).toEqual(expected)
})

it('falls back to .symtab, then .dynsym, then call frame information', () => {
  const library = workspace.path('library.so')
  workspace.run('g++', '-O2', '-g', '-shared', '-fPIC', ...sources, '-o', library)
  const known = addressesOf(workspace, library)
  const exported = known.get('_Z13shared_helperi')!
  const hidden = [...known].find(([name]) => name.includes('Counter'))![1]

  workspace.run('strip', '--strip-debug', library)
  const withSymbols = addon.openModule(library, { debugDirectories: [] })
  expect(withSymbols.hasLines).toBe(false)
  expect(namesAt(withSymbols, exported + 3)).toEqual(['shared_helper(int)'])
  expect(namesAt(withSymbols, hidden + 1)).toEqual(['shop::(anonymous namespace)::Counter::Counter(int)'])
  withSymbols.close()

  workspace.run('strip', library)
  const withExports = addon.openModule(library, { debugDirectories: [] })
  expect(namesAt(withExports, exported + 3)).toEqual(['shared_helper(int)'])
  expect(namesAt(withExports, hidden + 1)).toEqual([''])
  expect(withExports.functionAt(hidden)).toMatchObject({ name: `library.so+0x${hidden.toString(16)}`, linkageName: '', low: hidden })
  expect(withExports.warnings).toEqual([])
  withExports.close()
})

it('reads MiniDebugInfo', (context) => {
  if (isMissing('xz')) context.skip('xz is not installed')
  const binary = workspace.path('mini')
  const symbol = '_ZN4shop12_GLOBAL__N_17CounterC1Ei'
  const address = addressesOf(workspace, plain).get(symbol)!
  workspace.run('objcopy', '-S', '--remove-section', '.gnu_debuglink', '--remove-section', '.comment', `--keep-symbol=${symbol}`, plain, 'mini.debug')
  workspace.run('xz', '-kf', 'mini.debug')
  workspace.run('objcopy', '--strip-all', plain, binary)
  const before = addon.openModule(binary, { debugDirectories: [] })
  expect(namesAt(before, address)).toEqual([''])
  before.close()
  workspace.run('objcopy', '--add-section', '.gnu_debugdata=mini.debug.xz', binary)
  const module = addon.openModule(binary, { debugDirectories: [] })
  expect(namesAt(module, address)).toEqual(['shop::(anonymous namespace)::Counter::Counter(int)'])
  module.close()
})

it('symbolises a static program', () => {
  const binary = workspace.path('static')
  workspace.run('g++', '-static', ...objects, '-o', binary)
  const module = addon.openModule(binary, { debugDirectories: [] })
  const known = addressesOf(workspace, binary)
  expect(namesAt(module, known.get('_Z4worki')!)).toEqual(['work(int)'])
  expect(namesAt(module, known.get('_exit')!)).toEqual(['_exit'])
  module.close()
})

it('names the functions of a memory image without section headers, as a dumped vDSO may be', () => {
  const library = workspace.path('image.so')
  workspace.run('g++', '-O2', '-fPIC', '-c', sources[1]!, '-o', 'image.o')
  for (const style of ['gnu', 'sysv']) {
    workspace.run('g++', '-shared', `-Wl,--hash-style=${style}`, 'image.o', '-o', library)
    const address = addressesOf(workspace, library).get('_Z13shared_helperi')!
    const image = readFileSync(library)
    // e_shoff, e_shentsize, e_shnum and e_shstrndx.
    image.fill(0, 0x28, 0x30)
    image.fill(0, 0x3a, 0x40)
    writeFileSync(workspace.path('image'), image)
    const module = addon.openModule(workspace.path('image'), { debugDirectories: [] })
    expect(namesAt(module, address)).toEqual(['shared_helper(int)'])
    module.close()
  }
})

it('names the functions of the vDSO', () => {
  const range = /^([0-9a-f]+)-([0-9a-f]+) .*\[vdso\]$/m.exec(readFileSync('/proc/self/maps', 'utf8'))!
  const [start, end] = [Number.parseInt(range[1]!, 16), Number.parseInt(range[2]!, 16)]
  const image = Buffer.alloc(end - start)
  const memory = openSync('/proc/self/mem', 'r')
  readSync(memory, image, 0, image.length, start)
  closeSync(memory)
  const file = workspace.write('vdso.so', image)
  const address = Number.parseInt(/([0-9a-f]+) T __vdso_clock_gettime/.exec(workspace.run('nm', '-D', file))![1]!, 16)
  const module = addon.openModule(file)
  expect(namesAt(module, address + 4)).toEqual(['__vdso_clock_gettime'])
  module.close()
})
