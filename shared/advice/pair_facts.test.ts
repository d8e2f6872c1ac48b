import { describe, expect, it } from 'vitest'
import type { LibraryCall } from './call_facts.ts'
import { access, facts, listing } from './facts.testing.ts'
import { hasReturnedBetween, mayReadElementBetween, storesZero, type AccessFacts, type PairFacts } from './pair_facts.ts'

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

describe('the function of the earlier store', () => {
  const APPEND = 'end: mov [rdi], rdx \n first: mov byte ptr [rdi+rdx*1], 0x0 \n nop \n ret'
  const drawn = listing(APPEND)
  const [source, end] = [access(drawn, 'first'), access(drawn, 'end')]
  const of = (target: AccessFacts, rest: Partial<PairFacts> = {}): boolean =>
    hasReturnedBetween(facts({ tool: 'dead-stores', source, target, scope: null, ...rest }))
  const other = access(listing('later: mov [rdi], rax \n ret'), 'later')
  const calls = {
    caller: 'main',
    file: null,
    earlier: { callee: 'f', line: 1 },
    later: { callee: 'g', line: 2 },
    functionsBetween: 0,
    differByConstants: false,
  }

  it('has returned where it stores further above', () => {
    expect(of(end)).toBe(true)
    expect(hasReturnedBetween(facts({ tool: 'dead-stores', source: end, target: source, scope: null }))).toBe(false)
  })
  it('has not where a loop of it goes round', () => {
    expect(of(end, { scope: { text: 'loop at f.c:3', header: drawn.address('end'), measured: true, outside: false } })).toBe(false)
    expect(of(end, { scope: { text: 'loop at main.c:9', header: 0x9000, measured: true, outside: false } })).toBe(true)
  })
  it('has returned where another call of its caller stores, but not where it calls itself what stores', () => {
    expect(of({ ...other, around: ['g', 'main'] })).toBe(true)
    expect(of({ ...other, around: ['g', 'f', 'main'] })).toBe(false)
    expect(of({ ...other, around: ['g', 'f', 'main'] }, { siblingCalls: calls })).toBe(true)
  })
  it('has returned where a library stores for a line further above', () => {
    const at = (label: string): LibraryCall => ({
      callee: 'memcpy',
      place: source.place,
      flow: drawn.flow,
      position: access(drawn, label).position,
      loop: null,
      unchanged: () => null,
      equalWithin: () => 0,
    })
    expect(of({ ...other, around: ['memcpy', 'f'], libraryCall: at('end') })).toBe(true)
    expect(hasReturnedBetween(facts({ tool: 'dead-stores', source: end, target: { ...other, libraryCall: at('first') }, scope: null }))).toBe(false)
  })
})
