import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { KeptFiles } from '../../cache/kept_files.ts'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { loadSymbolsAddon, type ModuleSymbols } from '../../symbols/symbols_addon.ts'
import { KeptAnswers, type KeptAnswersLimits } from './kept_answers.ts'

const LIBRARY = ['/lib/x86_64-linux-gnu/libc.so.6', '/lib64/libc.so.6', '/usr/lib/libc.so.6'].find(existsSync) ?? process.execPath
const ASKED = ['loops', 'loopsOfFunction', 'tailJumps', 'mayBePointedTo', 'jumpedToFrom', 'exportedCode'] as const

const directory = temporaryDirectory()
const opened: ModuleSymbols[] = []
afterAll(() => opened.forEach((module) => module.close()))

function open(): ModuleSymbols {
  const module = loadSymbolsAddon().openModule(LIBRARY, { debugDirectories: [] })
  opened.push(module)
  return module
}

/** One that fails at each of the questions: everything must be kept. */
function silent(): ModuleSymbols {
  const module = open()
  for (const name of ASKED) {
    Object.defineProperty(module, name, {
      configurable: true,
      value: () => {
        throw new Error(`${name} was asked`)
      },
    })
  }
  return module
}

const { low } = open().loopTable()
const IN_LOOPS = low.filter((_, i) => i % 5 === 0)
/** Also between them, in no function, and in no code. */
const ADDRESSES = Float64Array.from([...IN_LOOPS, ...low.filter((_, i) => i % 7 === 0).map((at) => at + 40), 1, 2 ** 40])
const ENTRIES = [...new Set(open().functionEntries(ADDRESSES))].filter((entry, i) => entry >= 0 && i % 6 === 0)

const NAMES = ['malloc', 'no such function', 'memcpy']

function answersOf(module: ModuleSymbols, addresses = ADDRESSES, entries = ENTRIES): unknown {
  return {
    loops: module.loops(addresses),
    statistics: module.loopStatistics,
    jumps: entries.map((entry) => module.tailJumps(entry)),
    callers: entries.map((entry) => (module.mayBePointedTo(entry) ? undefined : module.jumpedToFrom(entry))),
    exports: NAMES.map((name) => module.exportedCode(name)),
  }
}

const filesIn = (name: string): KeptFiles => new KeptFiles('answers-1', 1 << 26, { XDG_CACHE_HOME: join(directory, name) })

function extended(name: string, module = open(), limits: KeptAnswersLimits = {}): { module: ModuleSymbols; keep(): void } {
  const answers = new KeptAnswers(filesIn(name), limits)
  answers.extend(module)
  return { module, keep: () => answers.keep() }
}

function keptBy(name: string, limits: KeptAnswersLimits = {}): string {
  const { module, keep } = extended(name, open(), limits)
  answersOf(module)
  keep()
  const folder = filesIn(name).directory
  return join(folder, readdirSync(folder)[0]!)
}

test('kept answers equal those of the module, which is not asked again', () => {
  const expected = answersOf(open())
  const { module, keep } = extended('same')
  expect(answersOf(module)).toEqual(expected)
  // Not kept: it holds what separates answers.
  expect(module.exportedCode('a\tb\n')).toEqual(new Float64Array())
  keep()
  expect(answersOf(extended('same', silent()).module, IN_LOOPS)).toEqual(answersOf(open(), IN_LOOPS))
})

test('statistics are of the functions that an analysis asked for', () => {
  keptBy('some')
  for (const part of [0, 1, 2].map((number) => ADDRESSES.filter((_, i) => i % 3 === number)))
    expect(answersOf(extended('some').module, part, [])).toEqual(answersOf(open(), part, []))
})

test('answers are added to those that are kept, and few are not worth it', () => {
  const first = extended('more')
  answersOf(first.module, ADDRESSES.slice(0, 200), ENTRIES.slice(0, 60))
  first.keep()
  const size = (): number => readFileSync(join(filesIn('more').directory, readdirSync(filesIn('more').directory)[0]!)).length
  const before = size()
  const second = extended('more')
  second.module.loops(ADDRESSES.slice(0, 210))
  second.keep()
  expect(size()).toBe(before)
  const third = extended('more')
  answersOf(third.module)
  third.keep()
  expect(size()).toBeGreaterThan(before)
  answersOf(extended('more', silent()).module, IN_LOOPS)
})

test('a damaged or cut file changes nothing', () => {
  const path = keptBy('damaged')
  const whole = readFileSync(path)
  const expected = answersOf(open())
  const flipped = Buffer.from(whole)
  flipped[whole.length >> 1]! ^= 1
  for (const damaged of [Buffer.alloc(0), whole.subarray(0, 40), whole.subarray(0, -1), flipped]) {
    writeFileSync(path, damaged)
    expect(answersOf(extended('damaged').module)).toEqual(expected)
  }
})

test('a module keeps a bounded size: the answers used last', () => {
  const most = 20_000
  expect(readFileSync(keptBy('bounded', { mostOfModule: most })).length).toBeLessThanOrEqual(most + 32)
  const { module } = extended('bounded', silent())
  expect(module.exportedCode('memcpy').length).toBeGreaterThan(0)
  expect(() => module.loops(ADDRESSES.slice(0, 1))).toThrow('loopsOfFunction was asked')
})

test('nothing is kept of modules with lines or without a build id', () => {
  for (const [name, value] of [
    ['hasLines', true],
    ['buildId', ''],
  ] as const) {
    const module = open()
    Object.defineProperty(module, name, { value })
    const { keep } = extended('none', module)
    answersOf(module)
    keep()
    expect(existsSync(filesIn('none').directory), name).toBe(false)
  }
})
