import { expect, it } from 'vitest'
import type { SymbolModule, SymbolSource } from '../../../analysis/symbols/symbol_source.ts'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import { CodeQueries, parseAddress } from './code_queries.ts'
import { loadProfile } from '../loaded_profile.ts'

const drawn = profileFromStacks('main a.c:1 KILLED_BY main a.c:2 1')
const profile = { ...drawn, modules: [{ path: '/bin/solver', buildId: 'ab', note: null }], codeAt: () => null }

/** A file that holds one function of four-byte instructions. */
function symbols(buildId: string, low: number, high: number): SymbolSource & { closed: number } {
  const source = {
    closed: 0,
    openModule: () =>
      ({
        buildId,
        functionAt: (address: number) => (address >= low && address < high ? { name: 'work', linkageName: 'work', low, high } : null),
        disassemble: (from: number, to: number) =>
          Array.from({ length: (to - from) / 4 }, (_, i) => ({
            address: from + 4 * i,
            length: 4,
            bytes: '90909090',
            text: 'nop',
            target: null,
            targetName: i === 1 ? 'memset@plt' : null,
          })),
        close: () => {
          source.closed++
        },
      }) as unknown as SymbolModule,
  }
  return source
}

const read = (source: SymbolSource | null, address: number): ReturnType<CodeQueries['disassembly']> =>
  new CodeQueries(loadProfile(profile), source).disassembly(0, address)

it('disassembles the file if the profile kept nothing', () => {
  const source = symbols('ab', 0x1000, 0x1010)
  expect(read(source, 0x1008)).toMatchObject({
    found: true,
    functionName: 'work',
    litIndex: 2,
    lines: [{ note: 'work' }, { note: 'memset@plt' }, { note: null }, {}],
  })
  expect(source.closed).toBe(1)
})

it('has the waste of each instruction in all contexts', () => {
  const code = read(symbols('ab', 0x1000, 0x1010), 0x1000)
  expect(code.found && code.lines.map(({ waste }) => waste)).toEqual([1, 0, 0, 0])
})

it('shows the part of a huge function with the instruction', () => {
  const code = read(symbols('ab', 0, 1 << 20), (1 << 20) - 8)
  expect(code).toMatchObject({ found: true, litIndex: 16_382 })
})

it.each([
  ['the file has changed', symbols('cd', 0x1000, 0x1010), 0x1008, /changed since the recording/],
  ['no function is there', symbols('ab', 0x1000, 0x1010), 0x2000, /No function is known at 0x2000/],
  ['there is no addon', null, 0x1008, /addon is not built/],
  [
    'the file cannot be read',
    {
      openModule: () => {
        throw new Error('it is gone\nreally')
      },
    },
    0x1008,
    /cannot be disassembled: it is gone$/,
  ],
])('says that %s', (_, source, address, reason) => {
  expect(read(source, address)).toMatchObject({ found: false, reason: expect.stringMatching(reason) })
})

it('reads addresses only as the profile writes them', () => {
  expect(parseAddress('0x1f')).toBe(31)
  expect(() => parseAddress('31')).toThrow(/is no address/)
})
