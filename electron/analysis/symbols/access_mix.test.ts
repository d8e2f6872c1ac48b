import { expect, it, vi } from 'vitest'
import type { FunctionCode, ProfileInstruction } from '../../../shared/profile/profile.ts'
import { FUNCTION, INSTRUCTION, LOOP, ROOT } from '../../../shared/profile/tables.ts'
import { accessMix } from './access_mix.ts'
import type { SymbolModule } from './symbol_source.ts'

/** Four bytes each: two instructions without an access, then a loop of four with one load and one store, then a return. */
const CODE = ['xor eax, eax', 'lea rcx, [rdi+0x8]', 'mov rax, [rdi]', 'mov [rsi], rax', 'dec rdx', 'jnz 0x1008', 'ret']
const LOW = 0x1000
const HEADER = 0x1008

const MODULE = {
  functionAt: (address: number) => (address >= LOW && address < LOW + 28 ? { name: 'copy', linkageName: 'copy', low: LOW, high: LOW + 28 } : null),
  disassemble: () => CODE.map((text, at) => ({ address: LOW + 4 * at, length: 4, bytes: '90909090', text, target: null, targetName: null, constant: false })),
} as unknown as SymbolModule

const IDLE = { ...MODULE, disassemble: () => [{ address: LOW, length: 4, bytes: '90909090', text: 'nop', target: null, targetName: null, constant: false }] }

/** Rows: the root, copy, its loop, a load in the loop, the store of nothing in front of it, and code without a module. */
const NODES = {
  kind: Uint8Array.of(ROOT, FUNCTION, LOOP, INSTRUCTION, INSTRUCTION, INSTRUCTION),
  parent: Int32Array.of(-1, 0, 1, 2, 1, 0),
  address: Float64Array.of(-1, -1, HEADER, HEADER, LOW, 0x10),
  instruction: Int32Array.of(-1, -1, -1, 0, 1, 2),
}
const INSTRUCTIONS: ProfileInstruction[] = [
  { module: 0, address: HEADER, text: CODE[2]! },
  { module: 0, address: LOW, text: CODE[0]! },
  { module: -1, address: 0x10, text: null },
]

const mix = (node: number[], time: number[], code: FunctionCode[] = []): number | undefined =>
  accessMix({ cpuTimes: { node: Int32Array.from(node), time: Float64Array.from(time) }, nodes: NODES, instructions: INSTRUCTIONS, code }, [MODULE])

it('is that of the innermost loop around each interrupt, or of its function, by CPU time', () => {
  expect(mix([3], [5])).toBe(2 / 4)
  // The return reads its address.
  expect(mix([4], [5])).toBe(3 / 7)
  expect(mix([3, 4], [30, 10])).toBeCloseTo((30 * (2 / 4) + 10 * (3 / 7)) / 40)
})

it('is not known if most of the CPU time was in code that cannot be read, or that accesses nothing', () => {
  expect(mix([3, 5], [50, 50])).toBe(2 / 4)
  expect(mix([3, 5], [49, 51])).toBeUndefined()
  expect(mix([], [])).toBeUndefined()
  expect(
    accessMix({ cpuTimes: { node: Int32Array.of(3), time: Float64Array.of(1) }, nodes: NODES, instructions: INSTRUCTIONS, code: [] }, [IDLE]),
  ).toBeUndefined()
})

it('reads functions that are kept in the profile without disassembling them again', () => {
  const lines = CODE.map((text, at) => ({ address: LOW + 4 * at, bytes: '90909090', text, note: null, file: -1, line: -1 }))
  const kept = { module: 0, name: 'copy', low: LOW, high: LOW + 28, lines }
  const again = vi.spyOn(MODULE, 'disassemble')
  expect(mix([3], [5], [kept])).toBe(2 / 4)
  expect(again).not.toHaveBeenCalled()
})
