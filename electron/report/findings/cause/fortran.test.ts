import { describe, expect, it } from 'vitest'
import { access, listing } from '../../../../shared/advice/facts.testing.ts'
import type { CauseSide } from '../../../../shared/findings/wording/cause_facts.ts'
import { causeSide } from '../../../../shared/findings/wording/cause_facts.testing.ts'
import { isPassedByAddress, preparesCall, whereLines } from './fortran.ts'

const LINES = [
  'subroutine clamp(x, low, &',
  '                 high)',
  'where (x < low)',
  '  x = low',
  'elsewhere (x > high)',
  '  x = high',
  'end where',
  'where (x /= x) x = 0',
  'if (high == 1) call shift(x)',
  'end subroutine',
  'other = high',
]
const textAt = (line: number): string | null => LINES[line - 1] ?? null
const at = (line: number): CauseSide => causeSide(line, textAt(line), { function: 'clamp', file: '/src/clamp.f90', place: `clamp.f90:${line}` })

it('a where is one statement with all of its tests and assignments', () => {
  expect([3, 5, 8, 4].map((line) => whereLines(at(line), textAt))).toEqual([[3, 7], [3, 7], [8, 8], null])
})

describe('what a call of Fortran needs', () => {
  const load = (text: string) => access(listing(`load: ${text} \n ret`), 'load')

  it('are its scalar arguments, which are passed by address', () => {
    const passed = (data: string, line: number, text = 'cmp dword ptr [rdx], 0x1'): boolean =>
      isPassedByAddress('call-invariant-load', data, at(line), load(text), textAt)
    expect([passed('high', 9), passed('HIGH', 9), passed('other', 9), passed('high', 11)]).toEqual([true, true, false, false])
    expect([passed('high', 9, 'mov eax, [rdx+rcx*4]'), passed('high', 9, 'mov eax, [rdx+0x8]'), passed('high', 9, 'mov eax, [0x4010]')]).toEqual([
      false,
      false,
      false,
    ])
  })
  it('are the descriptors of its arrays, which it reads where it begins', () => {
    expect(isPassedByAddress('call-invariant-load', 'clamp', at(1), load('mov rax, [rdi+0x28]'), textAt)).toBe(true)
  })
  it('are the descriptors that its caller stores', () => {
    const stored = (text: string, line: number, isObject = false): boolean => preparesCall(load(text), at(line), isObject, () => isObject)
    expect([stored('mov [rsp+0x50], rcx', 9), stored('mov [rdi+0x50], rcx', 9), stored('mov [rsp+0x50], rcx', 11)]).toEqual([true, false, false])
    expect(stored('mov [rsp+0x50], rcx', 10, true)).toBe(true)
  })
  it('are variables that it is given the address of', () => {
    const stored = (line: number, isPassed: boolean): boolean => preparesCall(load('movsd [rsp+0x50], xmm0'), at(line), isPassed, () => false)
    expect([stored(11, true), stored(11, false), stored(10, true)]).toEqual([true, false, false])
  })
})
