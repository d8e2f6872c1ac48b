/** Stripped programs keep call frame information, because exceptions need it: it has the functions' bounds. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSymbolsAddon, type ModuleSymbols } from './symbols_addon.ts'
import { Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
/** By name, as the symbol table had them before it was stripped. */
const functions = new Map<string, { low: number; high: number }>()
let module: ModuleSymbols

beforeAll(() => {
  const source = workspace.write(
    'program.c',
    `
    __attribute__((noinline)) static int square(int x) { __asm__ volatile(""); return x * x; }
    __attribute__((noinline)) static int sum(int x, int y) { __asm__ volatile(""); return square(x) + square(y); }
    int main(int argc, char **argv) { (void)argv; return sum(argc, 2); }`,
  )
  workspace.run('gcc', '-O1', source, '-o', 'program')
  for (const [, address, size, name] of workspace.run('nm', '-S', 'program').matchAll(/^(\S+) (\S+) [tT] (square|sum|main)$/gm)) {
    const low = Number.parseInt(address!, 16)
    functions.set(name!, { low, high: low + Number.parseInt(size!, 16) })
  }
  workspace.run('strip', 'program')
  module = loadSymbolsAddon().openModule(workspace.path('program'), { debugDirectories: [] })
})
afterAll(() => {
  module.close()
  workspace.remove()
})

it('names functions without a symbol by the program and their first address', () => {
  expect(functions.size).toBe(3)
  for (const { low, high } of functions.values()) {
    const described = { name: `program+0x${low.toString(16)}`, linkageName: '', low, high }
    expect(module.functionAt(low)).toEqual(described)
    expect(module.functionAt(high - 1)).toEqual(described)
  }
  expect(module.functionAt(0)).toBeNull()
  expect(module.functionAt(1e9)).toBeNull()
})

it('gives such names to no call: its target has the same information', () => {
  const { low, high } = functions.get('sum')!
  const calls = module.disassemble(low, high, 'intel').filter((instruction) => instruction.text.startsWith('call'))
  expect(calls.map((call) => [call.target, call.targetName])).toEqual([
    [functions.get('square')!.low, null],
    [functions.get('square')!.low, null],
  ])
})
