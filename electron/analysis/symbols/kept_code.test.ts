import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { KeptFiles } from '../../cache/kept_files.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import { RawFileBuilder } from '../../raw/raw_writer.testing.ts'
import { analyzeRecording } from '../analyze_recording.ts'
import { PROGRAM, recordingDirectory } from '../recording.testing.ts'
import { KeptCode } from './kept_code.ts'
import type { SymbolModule, SymbolSource } from './symbol_source.ts'
import { fakeSymbols } from './symbols.testing.ts'

const MANY = Array.from({ length: 20 }, (_, i) => 0x200 + i * 0x100)
const FUNCTIONS = MANY.slice(0, 3)

let directory: string
let file: string
/** Functions that were disassembled. */
let disassembled: number[]

beforeEach(() => {
  directory = temporaryDirectory()
  file = join(directory, 'library.so')
  writeFileSync(file, 'code')
})

function symbols(changes: Partial<SymbolModule>): SymbolSource {
  const source = fakeSymbols({
    [PROGRAM]: {
      frames: Object.fromEntries([[0x10f, [{ name: 'main' }]], ...MANY.map((low) => [low, [{ name: `work_${low}` }]])]) as Record<
        number,
        Array<{ name: string }>
      >,
    },
  })
  return {
    openModule: (path, options) => {
      const module = source.openModule(path, options)
      return {
        ...module,
        path: file,
        buildId: 'ab',
        hasLines: false,
        ...changes,
        disassemble(low, high, syntax) {
          if (high - low === 0x100) disassembled.push(low)
          return module.disassemble(low, high, syntax)
        },
      }
    },
  }
}

function recording(functions: readonly number[]): string {
  const raw = new RawFileBuilder().module(1, PROGRAM).thread(1, 'work').threadEnd(1, 1e9)
  const main = raw.context(1, raw.threadRoot(1, 1), 1, 0x110, CONTEXT_RETURN_ADDRESS)
  for (const address of functions) {
    const leaf = raw.context(1, main, 1, address)
    raw.pair(1, leaf, leaf, 1, { traps: 3, credit: 3, amount: 3e7 })
    raw.interrupted(1, leaf, 10)
  }
  return recordingDirectory({ 'process-1-1.hagraw': raw })
}

/** The profile, and which functions were disassembled for it. */
async function analysed(functions: readonly number[], keptCode: KeptCode | null, changes: Partial<SymbolModule> = {}): Promise<[Buffer, number[]]> {
  const output = join(directory, 'a.hagstone')
  disassembled = []
  await analyzeRecording(recording(functions), output, { symbols: symbols(changes), ...(keptCode === null ? {} : { keptCode }) })
  keptCode?.keep()
  return [readFileSync(output), disassembled]
}

const files = (): KeptFiles => new KeptFiles('code-1', 1 << 20, { XDG_CACHE_HOME: directory })
const kept = (): KeptCode => new KeptCode(files(), { leastCode: 0 })

it('makes the same profile from code that is kept, which is not disassembled again', async () => {
  const [whole, all] = await analysed(FUNCTIONS, null)
  expect(new Set(all)).toEqual(new Set(FUNCTIONS))
  expect(await analysed(FUNCTIONS, kept())).toEqual([whole, all])
  expect(await analysed(FUNCTIONS, kept())).toEqual([whole, []])
  expect(await analysed(FUNCTIONS, kept(), { buildId: 'cd' })).toEqual([whole, all])
})

it('adds the functions that were not known', async () => {
  await analysed(FUNCTIONS.slice(0, 1), kept())
  const [whole, added] = await analysed(FUNCTIONS, kept())
  expect(new Set(added)).toEqual(new Set(FUNCTIONS.slice(1)))
  expect(await analysed(FUNCTIONS, kept())).toEqual([whole, []])
})

it('is not written again for one function in twenty', async () => {
  await analysed(MANY.slice(0, 19), kept())
  expect((await analysed(MANY, kept()))[1]).toEqual(MANY.slice(19))
  expect((await analysed(MANY, kept()))[1]).toEqual(MANY.slice(19))
  await analysed(MANY.slice(0, 18), kept(), { buildId: 'cd' })
  await analysed(MANY, kept(), { buildId: 'cd' })
  expect((await analysed(MANY, kept(), { buildId: 'cd' }))[1]).toEqual([])
})

it('changes nothing if the kept file is damaged or cut', async () => {
  const expected = await analysed(FUNCTIONS, kept())
  const folder = files().directory
  const path = join(folder, readdirSync(folder)[0]!)
  const content = readFileSync(path)
  for (const damaged of [
    Buffer.alloc(0),
    content.subarray(0, 40),
    content.subarray(0, -1),
    Buffer.concat([content.subarray(0, -1), Buffer.of(content.at(-1)! ^ 1)]),
  ]) {
    writeFileSync(path, damaged)
    expect(await analysed(FUNCTIONS, kept())).toEqual(expected)
  }
})

it('reads the code again if the file is another one, which may have other names', async () => {
  const expected = await analysed(FUNCTIONS, kept())
  utimesSync(file, 1, 1)
  expect(await analysed(FUNCTIONS, kept())).toEqual(expected)
})

it('keeps nothing of modules with debug information, without a build id, or without a file', async () => {
  for (const changes of [{ hasLines: true }, { debugPath: '/usr/lib/debug/a.debug' }, { buildId: '' }, { path: join(directory, 'gone') }]) {
    await analysed(FUNCTIONS, kept(), changes)
    expect((await analysed(FUNCTIONS, kept(), changes))[1]).not.toEqual([])
  }
})

it('keeps the functions used last if not all fit', async () => {
  const small = (): KeptCode => new KeptCode(files(), { leastCode: 0, mostOfModule: 200 })
  await analysed(FUNCTIONS.slice(0, 2), small())
  await analysed(FUNCTIONS.slice(2), small())
  expect((await analysed(FUNCTIONS.slice(2), small()))[1]).toEqual([])
  expect((await analysed(FUNCTIONS.slice(0, 2), small()))[1]).not.toEqual([])
})
