import { expect, it } from 'vitest'
import { listing } from '../facts.testing.ts'
import { passDifferentConstants } from './constant_arguments.ts'

const CALLS = 'mov rdi, rbx \n mov esi, 0x1 \n first: call 0x9000 \n mov rdi, rbx \n mov esi, 0x6 \n second: call 0x9000 \n ret'

function differ(code: string): boolean {
  const { flow, address } = listing(code)
  return passDifferentConstants(flow, flow.positionOf(address('first')), flow.positionOf(address('second')))
}

it('two calls differ by a number, a text, or a number that they point to', () => {
  const of = (first: string, second: string): boolean => differ(CALLS.replace('mov esi, 0x1', first).replace('mov esi, 0x6', second))
  expect(of('mov esi, 0x1', 'mov esi, 0x6')).toBe(true)
  expect(of('mov esi, 0x6', 'mov esi, 0x6')).toBe(false)
  expect(of('xor esi, esi', 'mov esi, 0x6')).toBe(true)
  expect(of('xor esi, esi', 'mov esi, 0x0')).toBe(false)
  expect(of('mov rsi, r12', 'mov esi, 0x6')).toBe(false)
  expect(of('lea rsi, [0x4020]', 'lea rsi, [0x4028]')).toBe(true)
  expect(of('lea rsi, [0x4020]', 'lea rsi, [0x4020]')).toBe(false)
  const at = (key: string): string => `mov dword ptr [rsp+0xc], ${key} \n lea rsi, [rsp+0xc]`
  expect(of(at('0x1'), at('0x6'))).toBe(true)
  expect(of(at('0x6'), at('0x6'))).toBe(false)
  expect(of(at('eax'), at('0x6'))).toBe(false)
  const kept = (key: string): string => `mov dword ptr [rsp+0xc], ${key} \n mov rsi, r12`
  const ofKept = (before: string): boolean => differ(`${before} \n ${CALLS.replace('mov esi, 0x1', kept('0x1')).replace('mov esi, 0x6', kept('0x6'))}`)
  expect(ofKept('lea r12, [rsp+0xc]')).toBe(true)
  expect(ofKept('lea r12, [rsp+0x10]')).toBe(false)
  expect(ofKept('lea r12, [rsp+0xc] \n mov r12, rax')).toBe(false)
})

it('knows no constant from before a call, or before where another path joins', () => {
  expect(differ(CALLS.replace('mov esi, 0x6 \n', ''))).toBe(false)
  expect(differ(CALLS.replace('mov esi, 0x6 \n second:', 'test eax, eax \n jz second \n mov esi, 0x6 \n second:'))).toBe(false)
})
