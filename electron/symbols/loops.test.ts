/** The loops around marked statements of small programs, as compilers leave them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSymbolsAddon, type ModuleSymbols } from './symbols_addon.ts'
import { long } from '../../scripts/test/long.ts'
import { isMissing, Workspace } from './toolchain.testing.ts'

const programs = join(import.meta.dirname, 'test_programs')
const addon = loadSymbolsAddon()
const workspace = new Workspace()
afterAll(() => workspace.remove())

interface Marks {
  /** Name of the loop on a line. */
  loops: Map<number, string>
  /** Loops around the statement of a line, outermost first. */
  statements: Map<number, string>
}

/** @param inlining "inlined:" marks statements whose loops are around them only where calls are inlined */
function readMarks(path: string, inlining: boolean): Marks {
  const marks: Marks = { loops: new Map(), statements: new Map() }
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((text, index) => {
      const loop = /(?:\/\*|!) loop (\w+)/.exec(text)
      const statement = (inlining ? /(?:\/\*|!) in(?:lined)?:(.*?)(?:\*\/|$)/ : /(?:\/\*|!) in:(.*?)(?:\*\/|$)/).exec(text)
      if (loop) marks.loops.set(index + 1, loop[1]!)
      if (statement) marks.statements.set(index + 1, statement[1]!.trim())
    })
  return marks
}

/** Without spaces, modules, template arguments and which part of a split function it is. */
function shortName(name: string): string {
  return name
    .replace(/^(kernels|loops)::/, '')
    .replace(' [clone .cold]', '')
    .replace(/^(void )?each<.*$/, 'each')
    .replaceAll(' ', '')
}

/** All instructions of the functions that the program's source declares, with the text of their loops. */
function chainsByLine(module: ModuleSymbols, source: string, marks: Marks): Map<number, string[]> {
  const chains = new Map<number, string[]>()
  const addresses = functionAddresses(module)
  const frames = module.lookup(addresses)
  const loops = module.loops(addresses)
  for (let i = 0; i < addresses.length; i++) {
    const innermost = frames.frameStart[i + 1]! - 1
    const around: string[] = []
    for (let loop = loops.loopStart[i]!; loop < loops.loopStart[i + 1]!; loop++) {
      const name = shortName(frames.strings[frames.functionName[frames.frameStart[i]! + loops.frame[loop]!]!]!)
      const file = loops.strings[loops.file[loop]!]!
      const text = `${name}.${file.endsWith(source) ? (marks.loops.get(loops.line[loop]!) ?? loops.line[loop]) : `${file}:${loops.line[loop]}`}`
      // Compilers split loops that continue from several places into nests of two.
      if (text !== around.at(-1)) around.push(text)
    }
    for (let frame = frames.frameStart[i]!; frame <= innermost; frame++) {
      if (!frames.strings[frames.file[frame]!]!.endsWith(source)) continue
      const line = frames.line[frame]!
      chains.set(line, [...(chains.get(line) ?? []), around.join(' ')])
    }
  }
  return chains
}

function functionAddresses(module: ModuleSymbols): Float64Array {
  const found: number[] = []
  const listed = workspace.run('nm', '--defined-only', module.path)
  for (const match of listed.matchAll(/^([0-9a-f]+) [tT] (\S+)$/gm)) {
    const range = module.functionAt(Number.parseInt(match[1]!, 16))
    if (range === null || range.high - range.low > 1 << 16) continue
    for (const instruction of module.disassemble(range.low, range.high, 'intel')) found.push(instruction.address)
  }
  return Float64Array.from(new Set(found)).sort()
}

/** The chain with the most loops. */
function deepest(chains: string[]): string {
  return chains.reduce((deepest, chain) => (chain.split(' ').length > deepest.split(' ').length || deepest === '' ? chain : deepest), '')
}

interface Case {
  compiler: string
  source: string
  options: string[]
}

const atLevel = (level: string): Case[] => [
  { compiler: 'gcc', source: 'loops.c', options: [level] },
  { compiler: 'g++', source: 'loops.cpp', options: [level] },
  { compiler: 'gfortran', source: 'loops.f90', options: [level, '-fno-inline'] },
]

const cases: Case[] = [
  ...['-O0', '-O2'].flatMap(atLevel),
  { compiler: 'gcc', source: 'loops.c', options: ['-O2', '-no-pie', '-fno-pie'] },
  { compiler: 'gcc', source: 'loops.c', options: ['-O2', '-gdwarf-4', '-fcf-protection'] },
  { compiler: 'gcc', source: 'loops.c', options: ['-O3', '-funroll-loops', '-march=haswell', '-ffast-math'] },
  { compiler: 'clang', source: 'loops.c', options: ['-O2'] },
  { compiler: 'clang++', source: 'loops.cpp', options: ['-O2'] },
  { compiler: 'rustc', source: 'loops.rs', options: ['-C', 'opt-level=2'] },
]
const moreCases: Case[] = [
  ...['-O1', '-O3', '-Os'].flatMap(atLevel),
  { compiler: 'rustc', source: 'loops.rs', options: ['-C', 'opt-level=0'] },
  { compiler: 'rustc', source: 'loops.rs', options: ['-C', 'opt-level=3'] },
]

describe('loops around marked statements', () => {
  const missing = new Map<string, boolean>()
  beforeAll(() => {
    for (const compiler of new Set(cases.map((each) => each.compiler))) missing.set(compiler, isMissing(compiler))
  })

  for (const [number, { compiler, source, options }] of [...cases, ...moreCases].entries()) {
    it(`${compiler} ${options.join(' ')} ${source}`, number < cases.length ? {} : long, (context) => {
      if (missing.get(compiler) === true) context.skip(`${compiler} is not installed`)
      const binary = workspace.path(`loops${number}`)
      workspace.run(compiler, '-g', ...options, join(programs, source), '-o', binary)
      const marks = readMarks(join(programs, source), !options.some((option) => /O0|=0/.test(option)))
      const module = addon.openModule(binary, { debugDirectories: [] })
      const chains = chainsByLine(module, source, marks)
      const found = [...marks.statements.keys()].map((line) => `${source}:${line} ${deepest(chains.get(line) ?? ['no code'])}`)
      expect(found).toEqual([...marks.statements].map(([line, loops]) => `${source}:${line} ${loops}`))
      module.close()
    })
  }
})

describe('loops that are not found', () => {
  const open = (name: string, ...options: string[]): ModuleSymbols => {
    const binary = workspace.path(name)
    workspace.run('gcc', '-g', ...options, join(programs, 'loops.c'), '-o', binary)
    return addon.openModule(binary, { debugDirectories: [] })
  }

  it('counts cycles with several entries', () => {
    const module = open('irreducible', '-O1')
    module.loops(functionAddresses(module))
    // The one in `irreducible`.
    expect(module.loopStatistics).toMatchObject({ irreducibleRegions: 1, unresolvedJumps: 0, tooLarge: 0 })
    expect(module.loopStatistics.functions).toBeGreaterThan(10)
    module.close()
  })

  it('finds loops without debug information too, by their addresses', () => {
    const known = open('with-symbols', '-O2')
    const addresses = functionAddresses(known)
    const expected = known.loops(addresses)
    const { functions: _functions, ...statistics } = known.loopStatistics
    workspace.run('strip', '-o', 'stripped', 'with-symbols')
    const stripped = addon.openModule(workspace.path('stripped'), { debugDirectories: [] })
    const found = stripped.loops(addresses)
    expect(found.loopStart).toEqual(expected.loopStart)
    expect(found.header).toEqual(expected.header)
    expect(new Set(found.line)).toEqual(new Set([0]))
    expect(stripped.loopStatistics).toMatchObject(statistics)
    known.close()
    stripped.close()
  })

  it('leaves functions of more than 4 MiB out, and takes a large one in', () => {
    // jne to the next instruction, again and again.
    const body = (bytes: number): string => `.type f, @function\nf:\n1: dec %edi\n.fill ${bytes / 2}, 2, 0x0075\ntest %edi, %edi\njne 1b\nret\n.size f, .-f\n`
    const statistics = (name: string, bytes: number): unknown => {
      workspace.run('gcc', '-shared', '-nostdlib', workspace.write(`${name}.s`, `.text\n.globl f\n${body(bytes)}`), '-o', name)
      const module = addon.openModule(workspace.path(name), { debugDirectories: [] })
      const start = Number.parseInt(/^([0-9a-f]+) T f$/m.exec(workspace.run('nm', name))![1]!, 16)
      const loops = module.loops(Float64Array.of(start + 100)).line.length
      const { functions, tooLarge } = module.loopStatistics
      module.close()
      return { loops, functions, tooLarge }
    }
    expect(statistics('large', 1 << 20)).toEqual({ loops: 1, functions: 1, tooLarge: 0 })
    expect(statistics('larger', 5 << 20)).toEqual({ loops: 0, functions: 0, tooLarge: 1 })
  })
})

describe('control flow that only the binary shows', () => {
  /** Loops around the instruction at label `inside` of a shared library. */
  const loopsInside = (name: string, assembly: string): number => {
    workspace.run('gcc', '-shared', workspace.write(`${name}.s`, `${assembly}\n.section .note.GNU-stack,"",@progbits\n`), '-o', name)
    const module = addon.openModule(workspace.path(name), { debugDirectories: [] })
    const inside = Number.parseInt(/^([0-9a-f]+) t inside$/m.exec(workspace.run('nm', name))![1]!, 16)
    const loops = module.loops(Float64Array.of(inside)).line.length
    module.close()
    return loops
  }

  /** Control would enter the loop at `inside` too if the call returned: a cycle with two entries, no loop. */
  const afterCall = (callee: string, definition = ''): string => `
    .text
    .type f, @function
    f:  test %edi, %edi
        jg head
        call ${callee}
    inside:
        dec %edi
    head:
        test %edi, %edi
        jne inside
        ret
    .size f, .-f
    ${definition}`
  const local = (body: string): string => `.type callee, @function\ncallee: ${body}\n.size callee, .-callee`

  it('do not continue after calls that never return, known by name or by their code', () => {
    expect(loopsInside('abort', afterCall('abort@PLT'))).toBe(1)
    expect(loopsInside('throw', afterCall('_ZSt20__throw_length_errorPKc'))).toBe(1)
    expect(loopsInside('trap', afterCall('callee', local('call puts@PLT\nud2')))).toBe(1)
    expect(loopsInside('spin', afterCall('callee', local('1: pause\njmp 1b')))).toBe(1)
    expect(loopsInside('returns', afterCall('callee', local('test %esi, %esi\nje 1f\nud2\n1: ret')))).toBe(0)
    expect(loopsInside('leaves', afterCall('callee', local('jmp puts@PLT')))).toBe(0)
    expect(loopsInside('puts', afterCall('puts@PLT'))).toBe(0)
  })

  it('go through tables that the dynamic linker fills', () => {
    workspace.run('gcc', '-O1', join(programs, 'loops.c'), '-o', 'filled')
    const size = Number.parseInt(/\.data\.rel\.ro +PROGBITS +\S+ +\S+ +(\S+)/.exec(workspace.run('readelf', '-SW', 'filled'))![1]!, 16)
    workspace.write('zeros', new Uint8Array(size))
    workspace.run('objcopy', '--update-section', '.data.rel.ro=zeros', 'filled', 'unfilled')
    const [filled, unfilled] = ['filled', 'unfilled'].map((name) => {
      const module = addon.openModule(workspace.path(name), { debugDirectories: [] })
      const { header } = module.loops(functionAddresses(module))
      const { unresolvedJumps } = module.loopStatistics
      module.close()
      return { header, unresolvedJumps }
    })
    expect(unfilled).toEqual(filled)
    expect(unfilled!.unresolvedJumps).toBe(0)
  })
})
