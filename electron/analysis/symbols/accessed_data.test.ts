/**
 * Names of data that follow from the source: each line states its accessed data, and no instruction on it may name
 * anything else.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import { loadSymbolsAddon, type ModuleSymbols } from '../../symbols/symbols_addon.ts'
import { isMissing, Workspace } from '../../symbols/toolchain.testing.ts'
import { AccessedData, type DataSymbols } from './accessed_data.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())

interface Expected {
  line: number
  data: string[]
  optimized: string[]
  also: string[]
}

function expectations(source: string): Expected[] {
  return readFileSync(source, 'utf8')
    .split('\n')
    .flatMap((text, at) => {
      const found = /(?:\/\/|!) data:(.*?)(?: optimized:(.*?))? also:(.*)$/.exec(text)
      const words = (list: string): string[] =>
        list
          .trim()
          .split(/\s+/)
          .filter((word) => word !== '')
      return found === null ? [] : [{ line: at + 1, data: words(found[1]!), optimized: words(found[2] ?? ''), also: words(found[3]!) }]
    })
}

/** By line, the names of each access of it. */
function namesByLine(module: ModuleSymbols, source: string): Map<number, string[][]> {
  const byLine = new Map<number, string[][]>()
  const seen = new Set<number>()
  for (const low of functionStarts(module, source)) {
    if (seen.has(low)) continue
    seen.add(low)
    const { name, high } = module.functionAt(low)!
    const code = module.disassemble(low, high, 'intel')
    const places = module.lookup(Float64Array.from(code, ({ address }) => address))
    const flow = new FunctionFlow(
      name,
      code.map(({ address, bytes, text, targetName }) => ({ address, bytes, text, note: targetName, line: -1 })),
    )
    const data = new AccessedData(module, flow)
    code.forEach(({ address }, i) => {
      // The outermost frame in the file: inlined library code is attributed to it.
      for (let frame = places.frameStart[i + 1]! - 1; frame >= places.frameStart[i]!; frame--) {
        if (places.strings[places.file[frame]!] !== source) continue
        const names = data.names(address, source)
        byLine.set(places.line[frame]!, [...(byLine.get(places.line[frame]!) ?? []), names])
        break
      }
    })
  }
  return byLine
}

function functionStarts(module: ModuleSymbols, source: string): number[] {
  const starts: number[] = []
  for (const [, address] of workspace.run('nm', module.path).matchAll(/^([0-9a-f]+) [Tt] /gm)) {
    const found = module.lookup(Float64Array.of(Number.parseInt(address!, 16)))
    if (found.strings[found.file[0]!] === source) starts.push(Number.parseInt(address!, 16))
  }
  return starts
}

const programs = join(import.meta.dirname, '../../symbols/test_programs')

describe.each([
  ['C', 'gcc', 'named_data.c', ['-g', '-std=c11']],
  ['C by Clang', 'clang', 'named_data.c', ['-g', '-std=c11']],
  ['C at fixed addresses', 'gcc', 'named_data.c', ['-g', '-no-pie', '-fno-pie']],
  ['C++', 'g++', 'named_data.cpp', ['-g']],
  ['Fortran', 'gfortran', 'named_data.f90', ['-g']],
  ['Rust', 'rustc', 'named_data.rs', ['-g']],
] as const)('%s', (name, compiler, file, options) => {
  const levels =
    compiler === 'rustc'
      ? [
          ['-C', 'opt-level=0'],
          ['-C', 'opt-level=2'],
        ]
      : [['-O0'], ['-O2'], ['-O3', '-march=x86-64-v3']]
  it.each(levels.map((level) => [level.join(' '), level] as const))('%s', (_, level) => {
    if (isMissing(compiler)) return
    const source = join(programs, file)
    const program = workspace.path(`${name} ${level.join('')}`)
    workspace.run(compiler, ...options, ...level, source, '-o', program)
    const module = loadSymbolsAddon().openModule(program, { debugDirectories: [] })
    const names = namesByLine(module, source)
    const wrong: string[] = []
    const missing: string[] = []
    for (const { line, data: always, optimized, also } of expectations(source)) {
      const found = names.get(line) ?? []
      const data = level.join('').endsWith('0') ? always : [...always, ...optimized]
      for (const other of found.flat()) if (![...always, ...optimized, ...also].includes(other)) wrong.push(`${line}: ${other}`)
      for (const each of data) if (found.length > 0 && !found.some((list) => list.includes(each))) missing.push(`${line}: ${each}`)
    }
    module.close()
    expect({ wrong: [...new Set(wrong)], missing }).toEqual({ wrong: [], missing: [] })
  })
})

it('does not take a scaled index without a base for the address of a variable', () => {
  const flow = new FunctionFlow('f', [{ address: 0x1000, bytes: '90'.repeat(8), text: 'movsd xmm0, qword ptr [rax*8-0x10]', note: null, line: -1 }])
  const asked: number[] = []
  const symbols: DataSymbols = {
    variables: () => [],
    staticVariable: (_, address) => (asked.push(address), null),
    typedPlace: () => {
      throw new Error('no place is asked for')
    },
    pointee: () => null,
  }
  expect(new AccessedData(symbols, flow).names(0x1000, 'a.f90')).toEqual([])
  expect(asked).toEqual([])
})
