import { describe, expect, it } from 'vitest'
import { access, facts, listing } from './facts.testing.ts'
import { mayReadElementBetween, storesZero, type PairFacts } from './pair_facts.ts'

it.each([
  [true, 'store: mov dword ptr [rdi], 0x0'],
  [false, 'store: mov dword ptr [rdi], 0x1'],
  [true, 'pxor xmm0, xmm0 \n store: movaps [rdi], xmm0'],
  [false, 'mov eax, 0x5 \n store: mov [rdi], eax'],
  [false, 'movaps xmm0, [0x4020] \n store: movups [rdi], xmm0'],
  [false, 'vpbroadcastd ymm0, [0x4020] \n store: vmovups [rdi], ymm0'],
  [false, 'addps xmm0, xmm1 \n store: movups [rdi], xmm0'],
  [false, 'mov eax, 0x5 \n jnz done \n xor eax, eax \n done: nop \n store: mov [rdi], eax'],
])('stores zero: %s for %s', (isZero, code) => {
  expect(storesZero(access(listing(code), 'store'))).toBe(isZero)
})

describe('an element of a static array', () => {
  const of = (text: string, rest: Partial<PairFacts> = {}): boolean => {
    const drawn = listing(text)
    const loop = text.includes('head:') ? 'head' : null
    return mayReadElementBetween(facts({ tool: 'dead-stores', source: access(drawn, 'first', loop), target: access(drawn, 'second', loop), ...rest }))
  }
  const TWICE = 'lea rdx, [0x4060] \n first: mov [rdx+rcx*8], rax \n call 0x9000 \n second: mov [rdx+rcx*8], rbx \n ret'
  it('may be read by what is called between two stores', () => {
    expect(of(TWICE)).toBe(true)
    expect(of(TWICE.replace('call 0x9000', 'nop'))).toBe(false)
    expect(of(TWICE.replace('lea rdx, [0x4060]', 'nop'))).toBe(false)
  })
  it('is named by samplers wherever its address comes from', () => {
    const passed = TWICE.replace('lea rdx, [0x4060]', 'nop')
    expect(of(passed, { object: 'positions' })).toBe(true)
    expect(of(passed, { object: 'heap block of f' })).toBe(false)
  })
  it('may be read by what a loop calls, and by the callers of a function', () => {
    const loop = 'lea rdx, [0x4060] \n head: nop \n second: nop \n first: mov [rdx+rcx*8], rax \n call 0x9000 \n cmp rcx, r8 \n jnz head \n ret'
    expect(of(loop)).toBe(true)
    expect(of(loop.replace('call 0x9000', 'nop'))).toBe(false)
    expect(of(loop.replace('call 0x9000', 'nop').replace('head:', '').replace('jnz head', 'nop'), { scope: null })).toBe(true)
  })
})
