import { describe, expect, it } from 'vitest'
import { firstConclusion } from '../classify.ts'
import { access, facts, listing, OUTSIDE } from '../facts.testing.ts'
import type { AccessFacts, PairFacts } from '../pair_facts.ts'

function silent(text: string): PairFacts {
  const target = access(listing(text), 'store', 'head')
  return facts({ tool: 'silent-stores', source: target, target, scope: OUTSIDE })
}
const classOf = (text: string): string | undefined => firstConclusion(silent(text))?.class

describe('a constant that an array held already', () => {
  const RUNS =
    'head: mov dl, [rax] \n cmp dl, [rax-0x1] \n jz same \n add esi, 0x1 \n movsxd rdi, esi \n store: mov dword ptr [rsp+rdi*4+0x20], 0x1 \n jmp next \n same: movsxd rdx, esi \n add dword ptr [r12+rdx*4], 0x1 \n next: add rax, 0x1 \n cmp rax, rcx \n jnz head \n ret'

  it('is where the loop begins the next count: initialized neither too often nor for nothing', () => expect(classOf(RUNS)).toBeUndefined())
  it('is so too where the loop is rotated, and goes back to before its header', () => {
    expect(classOf(`jmp head \n back: mov ebx, edx \n ${RUNS.replace(' jnz head', ' jnz back')}`)).toBeUndefined()
  })
  it('is needlessly set again where the loop counts no further, or counts elsewhere', () => {
    expect(classOf(RUNS.replace('add dword ptr [r12+rdx*4], 0x1', 'nop'))).toBe('repeated-initialisation')
    expect(classOf(RUNS.replace('movsxd rdx, esi', 'movsxd rdx, r8d'))).toBe('repeated-initialisation')
  })
  it('is needlessly set again where an inner loop sums up the element', () => {
    const sums =
      'head: nop \n store: mov dword ptr [rdi+rcx*4], 0x0 \n inner: mov eax, [rsi+rdx*4] \n add dword ptr [rdi+rcx*4], eax \n add rdx, 0x1 \n cmp rdx, r8 \n jnz inner \n add rcx, 0x1 \n cmp rcx, r9 \n jnz head \n ret'
    expect(classOf(sums)).toBe('repeated-initialisation')
  })
})

describe('a constant that is the outcome of a decision', () => {
  const MASK =
    'head: vmovsd xmm0, [r13+rax*8] \n vcomisd xmm0, [rbx+rax*8] \n ja true \n store: mov byte ptr [rdi+rax*1], 0x0 \n jmp next \n true: vcomisd xmm0, [0x2088] \n setnbe byte ptr [rdi+rax*1] \n next: add rax, 0x1 \n cmp rax, rbp \n jnz head \n ret'

  it('is a result, no initialization', () => {
    expect(firstConclusion(silent(MASK))).toMatchObject({ class: 'repeated-results', sureness: 'observed' })
    expect(classOf(MASK.replace('setnbe byte ptr [rdi+rax*1]', 'nop'))).toBe('repeated-initialisation')
    expect(classOf(MASK.replace('setnbe byte ptr [rdi+rax*1]', 'setnbe byte ptr [rsi+rax*1]'))).toBe('repeated-initialisation')
  })
  it('is an initialization where the same iteration stores something else after it', () => {
    expect(classOf(MASK.replace('jmp next', 'nop'))).toBe('repeated-initialisation')
  })
  it('is an initialization where a function that fills memory stores it', () => {
    const filling = silent(MASK)
    const target = { ...filling.target, place: { ...filling.target.place, function: 'memset' } }
    expect(firstConclusion({ ...filling, target })?.class).toBe('repeated-initialisation')
  })
})

describe('a constant that a library function stores for itself', () => {
  const of = (rest: Partial<AccessFacts>): string | undefined => {
    const drawn = listing('store: mov qword ptr [rdi+0x8], 0x0 \n next: mov [rdi+0x8], rax \n ret')
    return firstConclusion(facts({ tool: 'dead-stores', source: access(drawn, 'store', null, rest), target: access(drawn, 'next', null, rest) }))?.class
  }
  const place = { function: 'read_character', file: '/src/f.cpp', line: 9 }

  it('is no initialization that its caller can remove', () => {
    const libraryCall = { callee: 'std::istream::get()', place, flow: null, position: -1, loop: null, unchanged: () => null, equalWithin: () => 0 }
    expect(of({ libraryCall })).toBe('unread-result')
    expect(of({ libraryCall, place: { ...place, function: 'memset' } })).toBe('repeated-initialisation')
    expect(of({ place: { ...place, file: '/usr/include/c++/12/bits/stl_tree.h' } })).toBe('unread-result')
  })
  it('is none that a destructor could leave out, either', () => {
    expect(of({ place: { ...place, function: 'list<int>::~list()' } })).toBe('unread-result')
  })
  it('is one in the program itself', () => expect(of({ place })).toBe('overwritten-before-use'))
})
