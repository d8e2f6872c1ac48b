import { expect, test } from 'vitest'
import type { Debuginfod } from '../../symbols/debuginfod.ts'
import { NameTables, symbolise } from './symbolise.ts'
import type { SymbolSource } from './symbol_source.ts'
import { fakeSymbols } from './symbols.testing.ts'

const path = process.execPath
const buildId = 'ab12cd34'
const noLines = 'node: no debug information, so there are no lines and no inlined functions.'

/** The note of a module that has no lines by itself, with the response of its servers. */
async function noteAfter(fetched: { hasLines: boolean } | { reason: string }): Promise<string | null> {
  const opens = (hasLines: boolean): ReturnType<SymbolSource['openModule']> =>
    fakeSymbols({ [path]: { buildId, hasLines, frames: { 16: [{ name: 'main' }] } } }).openModule(path, {})
  const symbols: SymbolSource = {
    openModule: (_, options) => opens(options?.debugDirectories !== undefined && 'hasLines' in fetched && fetched.hasLines),
  }
  const debuginfod: Pick<Debuginfod, 'directory' | 'debugFile'> = {
    directory: '/cache',
    debugFile: () => Promise.resolve('reason' in fetched ? { path: null, reason: fetched.reason } : { path: '/cache/file.debug' }),
  }
  const { modules } = await symbolise(
    [{ path, buildId }],
    { length: 1, module: Int32Array.of(0), process: Int32Array.of(-1), offset: Float64Array.of(16), lookup: Float64Array.of(16), flags: Int32Array.of(0) },
    new Map(),
    new NameTables(),
    symbols,
    null,
    () => Promise.resolve(),
    debuginfod as Debuginfod,
  )
  return modules[0]!.note
}

test('a module says what it lacks until debuginfod has sent it', async () => {
  expect(await noteAfter({ hasLines: true })).toBeNull()
  expect(await noteAfter({ hasLines: false })).toBe(`${noLines} debuginfod: the file that it sent has no lines.`)
  expect(await noteAfter({ reason: 'https://debug.example does not have it' })).toBe(`${noLines} debuginfod: https://debug.example does not have it.`)
})
