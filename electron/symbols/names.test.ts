/** The names of frames: demangled, qualified if DWARF has only a plain name, distinguished if copies exist. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { normaliseFunctionName } from '../../shared/names/normalise.ts'
import { loadSymbolsAddon } from './symbols_addon.ts'
import { addressesOf, instructionAddresses, isMissing, Workspace } from './toolchain.testing.ts'

const programs = join(import.meta.dirname, 'test_programs')
const addon = loadSymbolsAddon()
const workspace = new Workspace()
afterAll(() => workspace.remove())

/** All frames in a program: name to linkage name, line of the function, and whether it was ever inlined. */
function framesIn(program: string): Map<string, { linkage: string; line: number; inlined: boolean }> {
  const module = addon.openModule(program, { debugDirectories: [] })
  const result = module.lookup(Float64Array.from(instructionAddresses(workspace, module, program, () => true)))
  const frames = new Map<string, { linkage: string; line: number; inlined: boolean }>()
  for (const [index, name] of result.functionName.entries()) {
    frames.set(result.strings[name]!, {
      linkage: result.strings[result.linkageName[index]!]!,
      line: result.functionLine[index]!,
      inlined: result.inlined[index] === 1,
    })
  }
  module.close()
  return frames
}

it('C: copies, inlined functions, stubs', () => {
  const program = workspace.path('points')
  workspace.run('gcc', '-O2', '-g', join(programs, 'points.c'), '-o', program)
  const frames = framesIn(program)
  expect(frames.get('total')).toEqual({ linkage: 'total', line: 14, inlined: false })
  expect(frames.get('square')).toEqual({ linkage: 'square', line: 10, inlined: true })
  const copy = [...frames].find(([name]) => name.startsWith('clamp'))!
  expect(copy).toEqual(['clamp [clone .constprop.0]', { linkage: 'clamp.constprop.0', line: 20, inlined: false }])
  expect(normaliseFunctionName(copy[0])).toBe('clamp')
  expect(normaliseFunctionName(copy[1].linkage)).toBe('clamp')
})

it('C: parallel regions and nested functions', () => {
  const source = workspace.write(
    'region.c',
    `double values[1000];
static void kernel(int count) {
#pragma omp parallel for
  for (int i = 0; i < count; i++) values[i] = i * 2.0;
}
int run(int count) {
  int sum = count;
  __attribute__((noinline)) int add(int x) { sum += x; return sum; }
  for (int i = 0; i < count; i++) add(i);
  return sum;
}
int main(int count, char **unused) { kernel(count * 100); return run(count); }
`,
  )
  workspace.run('gcc', '-O1', '-g', '-fopenmp', source, '-o', 'region')
  const frames = framesIn(workspace.path('region'))
  expect(frames.get('kernel._omp_fn.0')).toEqual({ linkage: 'kernel._omp_fn.0', line: 2, inlined: false })
  expect(normaliseFunctionName('kernel._omp_fn.0')).toBe('kernel')
  // The symbol is add.0 or the like: a number, no copy.
  expect(frames.get('add')).toMatchObject({ line: 8, inlined: false })
})

it('C++: cold parts, constructors, functions over local types, lambdas, stubs', () => {
  const program = workspace.path('shop')
  workspace.run('g++', '-O2', '-g', ...['shop.cpp', 'helper.cpp'].map((name) => join(programs, name)), '-o', program)
  const frames = framesIn(program)
  expect(frames.get('work(int)')).toMatchObject({ linkage: '_Z4worki', inlined: false })
  expect(frames.get('work(int) [clone .cold]')).toMatchObject({ linkage: '_Z4worki.cold', inlined: false })
  expect(frames.get('shop::(anonymous namespace)::Counter::Counter(int)')?.linkage).toMatch(/^_ZN4shop12_GLOBAL__N_17CounterC[12]Ei$/)
  expect(frames.get('std::vector<work(int)::Local, std::allocator<work(int)::Local> >::push_back')).toMatchObject({ linkage: 'push_back', inlined: true })
  expect(frames.get('shop::Box<shop::Item>::best() const')?.inlined).toBe(true)
  expect(frames.get('work(int)::{lambda at shop.cpp:51}')).toMatchObject({ line: 51, inlined: true })

  const module = addon.openModule(program, { debugDirectories: [] })
  const work = module.functionAt(addressesOf(workspace, program).get('_Z4worki')!)!
  const calls = module.disassemble(work.low, work.high, 'intel')
  expect(calls.map((call) => call.targetName)).toContain('operator new(unsigned long)@plt')
  module.close()
})

for (const compiler of ['g++', 'clang++']) {
  it(`C++: lambdas have the place where they are written, and coroutines their name, by ${compiler}`, (context) => {
    if (isMissing(compiler)) context.skip(`${compiler} is not installed`)
    const source = join(programs, 'coroutine.cpp')
    for (const level of ['-O0', '-O2']) {
      const program = workspace.path(`coroutine-${compiler}${level}`)
      workspace.run(compiler, '-std=c++20', level, '-g', source, '-o', program)
      const frames = framesIn(program)
      const own = [...frames.keys()].filter((name) => /produce|run|\$_|Frame/.test(name))
      expect(own.filter((name) => /\$_|Frame|\{lambda\}|\{lambda\(/.test(name.replace(/^void apply<.*/, '')))).toEqual([])
      expect(frames.get('shop::produce(long) [resume]')).toMatchObject({ line: 20 })
      // Clang puts each lambda in its place without a call at -O2; GCC's stay frames of their own or inlined ones.
      if (compiler === 'clang++' && level === '-O2') continue
      expect(frames.get('run(int)::{lambda at coroutine.cpp:31}')).toMatchObject({ line: 31 })
      expect(frames.get('run(int)::{lambda at coroutine.cpp:32}')).toMatchObject({ line: 32 })
      expect(frames.get('run(int)::{lambda at coroutine.cpp:33} [resume]')).toMatchObject({ line: 33 })
    }
  })
}

for (const [compiler, linker] of [
  ['gcc', 'gold'],
  ['gcc', 'lld'],
  ['clang', 'gold'],
  ['clang', 'lld'],
] as const) {
  it(`C: a body that the linker folded has the names of all its functions, by ${compiler} and ${linker}`, (context) => {
    if (isMissing(`ld.${linker}`) || isMissing(compiler)) context.skip(`${linker} or ${compiler} is not installed`)
    const program = workspace.path(`folded-${compiler}-${linker}`)
    workspace.run(
      compiler,
      '-O2',
      '-g',
      '-ffunction-sections',
      '-fno-asynchronous-unwind-tables',
      `-fuse-ld=${linker}`,
      '-Wl,--icf=all',
      join(programs, 'folded.c'),
      join(programs, 'folded_too.c'),
      '-o',
      program,
    )
    const known = addressesOf(workspace, program)
    expect(new Set([known.get('clear_a'), known.get('clear_b'), known.get('clear_c')]).size).toBe(1)
    const frames = framesIn(program)
    const [name] = [...frames.keys()].filter((text) => text.includes('clear'))
    expect(name).toBe('clear_a = clear_b = clear_c (one body)')
    expect(normaliseFunctionName(name!)).toBe('clear_a')
    // An alias is not a function of its own.
    expect(frames.has('count')).toBe(true)

    // Its lines are those of one of them.
    const module = addon.openModule(program, { debugDirectories: [] })
    const body = module.functionAt(known.get('clear_a')!)!
    const result = module.lookup(Float64Array.from(module.disassemble(body.low, body.high, 'intel'), ({ address }) => address))
    const [line, last] = result.functionLine[0] === 6 ? [6, 8] : [9, 11]
    expect(result.strings[result.file[0]!]).toBe(join(programs, 'folded.c'))
    expect([...new Set(result.functionLine)]).toEqual([line])
    expect([...result.line].filter((found) => found !== 0 && (found < line! || found > last!))).toEqual([])

    // A call names the function it means, whose lines the body then has.
    const main = module.functionAt(known.get('main')!)!
    const calls = module.disassemble(main.low, main.high, 'intel').filter(({ target }) => target === body.low)
    const meant = calls.map((call) => {
      const called = module.calledFunction(call.address + call.length)!
      const found = module.disassemble(body.low, body.high, 'intel').map(({ address }) => module.lookupAs(address, called)!)
      const lines = found.map(({ line }) => line[0]!).filter((number) => number !== 0)
      return [
        called,
        ...new Set(
          found.map(
            ({ strings, functionName, file, functionLine }) =>
              `${strings[functionName[0]!]} ${strings[file[0]!]!.slice(programs.length + 1)}:${functionLine[0]}`,
          ),
        ),
        lines.every((number) => number >= found[0]!.functionLine[0]! && number <= found[0]!.functionLine[0]! + 2),
      ]
    })
    expect(meant).toEqual([
      ['clear_a', 'clear_a folded.c:6', true],
      ['clear_b', 'clear_b folded.c:9', true],
      ['clear_c', 'clear_c folded_too.c:4', true],
    ])
    expect(module.lookupAs(body.low, 'count')).toBeNull()
    expect(module.lookupAs(known.get('count')!, 'number')).toBeNull()
    expect(module.calledFunction(main.low)).toBeNull()
    module.close()
  })
}

it('C: a folded body has the names of functions whose symbols the linker dropped', (context) => {
  if (isMissing('ld.gold')) context.skip('gold is not installed')
  const program = workspace.path('folded-static')
  // At -O2 the compiler itself makes one function of the two.
  workspace.run('gcc', '-O1', '-g', '-ffunction-sections', '-fuse-ld=gold', '-Wl,--icf=all', join(programs, 'folded_static.c'), '-o', program)
  expect([...addressesOf(workspace, program).keys()].filter((name) => name.startsWith('clear_'))).toHaveLength(1)
  expect([...framesIn(program).keys()].filter((name) => name.includes('clear_'))).toEqual(['clear_first = clear_second (one body)'])

  const module = addon.openModule(program, { debugDirectories: [] })
  const main = module.functionAt(addressesOf(workspace, program).get('main')!)!
  const calls = module.disassemble(main.low, main.high, 'intel').filter(({ target }) => target !== null && target !== undefined)
  const meant = calls.map((call) => module.calledFunction(call.address + call.length)).filter((name) => name !== null)
  expect(meant).toEqual(['clear_first', 'clear_second'])
  module.close()
})

it('assembly: an alias is no folded function', () => {
  const library = workspace.path('aliases.so')
  workspace.run('gcc', '-g', '-shared', join(programs, 'aliases.S'), '-o', library)
  const names = [...framesIn(library).keys()].filter((name) => name.includes('_name'))
  expect(['first_name', 'second_name']).toContain(names[0])
  expect(names).toHaveLength(1)
})

it('Fortran: modules, the program, what it contains', (context) => {
  if (isMissing('gfortran')) context.skip('gfortran is not installed')
  const program = workspace.path('shapes')
  workspace.run('gfortran', '-O2', '-g', join(programs, 'shapes.f90'), '-o', program)
  const frames = framesIn(program)
  expect(frames.get('shapes::scale')).toMatchObject({ linkage: '__shapes_MOD_scale', line: 5 })
  expect(frames.get('shapes::grow')).toMatchObject({ linkage: '__shapes_MOD_grow', line: 14 })
  expect(frames.get('demo')).toMatchObject({ line: 20 })
  expect(frames.get('demo::outer')).toMatchObject({ line: 32, inlined: true })
})

it('Rust: methods, traits, closures, in both manglings', (context) => {
  if (isMissing('rustc')) context.skip('rustc is not installed')
  for (const mangling of ['legacy', 'v0']) {
    const program = workspace.path(`cart-${mangling}`)
    const options = mangling === 'v0' ? ['-C', 'symbol-mangling-version=v0'] : []
    workspace.run('rustc', '-O', '-g', ...options, join(programs, 'cart.rs'), '-o', program)
    const frames = framesIn(program)
    expect(frames.get('cart::shop::Cart::fill') ?? frames.get('<cart::shop::Cart>::fill')).toMatchObject({ line: 12, inlined: false })
    expect(frames.get('<cart::shop::Cart as cart::shop::Area>::area')).toMatchObject({ line: 23, inlined: false })
    expect(
      [...frames.keys()].some(
        (name) => normaliseFunctionName(name).endsWith('Cart>::total::{closure}') || normaliseFunctionName(name) === 'cart::shop::Cart::total::{closure}',
      ),
    ).toBe(true)
    expect([...frames.keys()].filter((name) => /^_(R|ZN)/.test(name))).toEqual([])
  }
})
