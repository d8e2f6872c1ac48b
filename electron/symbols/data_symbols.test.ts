import { afterAll, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import { Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())

it('names the variables of a cache line, those that reach into it too', () => {
  const source = workspace.write(
    'data.cpp',
    `
    namespace stats { alignas(64) long hits[2]; long misses; }
    alignas(64) char table[100];
    char after;
    int count() { static volatile int calls = 1; return ++calls; }
    int main() { stats::hits[0] = stats::misses = after = table[3] = 1; return count(); }`,
  )
  const program = workspace.path('data')
  workspace.run('g++', '-O0', '-g', source, '-o', program)
  const module = loadSymbolsAddon().openModule(program, { debugDirectories: [] })
  const address = (name: string): number => Number.parseInt(new RegExp(`^([0-9a-f]+) . ${name}$`, 'm').exec(workspace.run('nm', '-C', program))![1]!, 16)
  const names = (low: number): string[] => module.dataSymbols(low, low + 64).map((symbol) => symbol.name)

  expect(names(address('stats::hits'))).toEqual(['stats::hits', 'stats::misses'])
  expect(names(address('table') + 64)).toEqual(['table', 'after'])
  expect(module.dataSymbols(address('table') + 99, address('table') + 100)).toEqual([{ name: 'table', low: address('table'), high: address('table') + 100 }])
  expect(names(address('count\\(\\)::calls'))).toContain('count()::calls')
  expect(names(0x10)).toEqual([])
  module.close()
})
