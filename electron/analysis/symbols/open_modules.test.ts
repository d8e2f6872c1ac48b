import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { OpenModules } from './open_modules.ts'
import type { SymbolSource } from './symbol_source.ts'
import { fakeSymbols } from './symbols.testing.ts'

const file = join(temporaryDirectory(), 'library.so')
const debugFile = join(temporaryDirectory(), 'library.debug')

function source(debugPath: string | null = null): { symbols: SymbolSource; closed: number[] } {
  const closed: number[] = []
  let opened = 0
  const symbols: SymbolSource = {
    openModule(path, options) {
      const number = opened++
      return { ...fakeSymbols({ [file]: { frames: {} } }).openModule(path, options), debugPath, close: () => void closed.push(number) }
    },
  }
  return { symbols, closed }
}

test('a module stays open, and is closed with the others', () => {
  writeFileSync(file, 'code')
  const { symbols, closed } = source()
  const modules = new OpenModules(symbols)
  const first = modules.openModule(file, {})
  first.close()
  expect(modules.openModule(file, {})).toBe(first)
  expect(modules.openModule(file, { buildId: 'ab' })).not.toBe(first)
  expect(closed).toEqual([])
  modules.close()
  expect(closed).toEqual([0, 1])
})

test.each([
  ['file', file],
  ['debug file', debugFile],
])('a module is opened again if its %s changed', (_, changed) => {
  writeFileSync(file, 'code')
  writeFileSync(debugFile, 'lines')
  const { symbols, closed } = source(debugFile)
  const modules = new OpenModules(symbols)
  const first = modules.openModule(file, {})
  writeFileSync(changed, 'something longer')
  expect(modules.openModule(file, {})).not.toBe(first)
  expect(closed).toEqual([0])
})

test('a file that cannot be opened fails as before', () => {
  expect(() => new OpenModules(fakeSymbols({})).openModule(join(file, 'gone'), {})).toThrow(/gone is no ELF file/)
})
