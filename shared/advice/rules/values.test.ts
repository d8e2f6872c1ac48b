import { expect, it } from 'vitest'
import { firstConclusion } from '../classify.ts'
import { access, facts, listing, OUTSIDE } from '../facts.testing.ts'

/** Class of a repeated load at "load:" in the loop at "head:", whose values are zero. */
function classOfLoad(text: string): string {
  const side = access(listing(text), 'load', 'head', { zeros: 0.98 })
  return firstConclusion(facts({ tool: 'redundant-loads', source: side, target: side, scope: OUTSIDE }))?.class ?? 'none'
}
const loop = (...code: string[]): string => ['head: nop', ...code, 'add rcx, 0x1', 'cmp rcx, rdx', 'jnz head', 'ret'].join(' \n ')

it('skips zeros that are factors or summands', () => {
  expect(classOfLoad(loop('load: movsd xmm0, [rsi+rcx*8]', 'mulsd xmm0, xmm1'))).toBe('zeros-dominate')
  expect(classOfLoad(loop('load: mov eax, [rsi+rcx*4]', 'imul eax, r8d'))).toBe('zeros-dominate')
  expect(classOfLoad(loop('load: add eax, [rsi+rcx*4]'))).toBe('zeros-dominate')
})

it('doubts that zeros can be skipped where elements are only tested', () => {
  const sureness = (...code: string[]): unknown => {
    const side = access(listing(loop(...code)), 'load', 'head', { zeros: 0.98 })
    return firstConclusion(facts({ tool: 'redundant-loads', source: side, target: side, scope: OUTSIDE }))?.sureness
  }
  expect(sureness('load: mov eax, [rsi+rcx*4]', 'imul eax, r8d')).toBe('certain')
  expect(sureness('load: movzx eax, byte ptr [rsi+rcx*1]', 'test al, al', 'jz 0x9000')).toBe('possible')
  expect(sureness('load: mov eax, [rsi+rcx*4]', 'test eax, eax', 'mov eax, r9d', 'imul eax, r8d')).toBe('possible')
})

it.each([
  ['entries that data chooses', ['movzx r9d, byte ptr [rsi+rcx*1]', 'load: movzx eax, byte ptr [rdi+r9*1]', 'test al, al']],
  ['variables on the stack', ['load: mov rax, [rsp+0x68]', 'add rax, r8']],
  ['one place', ['load: mov rax, [rdi+0x10]', 'add rax, r8']],
])('does not speak of zeros of %s', (_, code) => expect(classOfLoad(loop(...code))).not.toBe('zeros-dominate'))
