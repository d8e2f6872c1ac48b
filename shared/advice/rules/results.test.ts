import { describe, expect, it } from 'vitest'
import { firstConclusion } from '../classify.ts'
import { access, facts, listing, OUTSIDE } from '../facts.testing.ts'
import type { PairFacts } from '../pair_facts.ts'
import { isFlag } from './results.ts'

function silent(text: string, rest: Partial<PairFacts> = {}): PairFacts {
  const drawn = listing(text)
  const target = access(drawn, 'store', 'head')
  return facts({ tool: 'silent-stores', source: target, target, scope: OUTSIDE, ...rest })
}
const classOf = (found: PairFacts): string => firstConclusion(found)?.class ?? 'unclassified'

const PASS = 'head: mov eax, [rsi+rcx*4] \n imul eax, edx \n store: mov [rdi+rcx*4], eax \n add rcx, 0x1 \n cmp rcx, r8 \n jnz head \n ret'

describe('results that a pass stores again', () => {
  it('are observed, since the inputs are not known', () => {
    expect(firstConclusion(silent(PASS))).toMatchObject({ class: 'repeated-results', sureness: 'observed', place: { line: 3 } })
  })
  it('are not those of one pass', () => {
    expect(classOf(silent(PASS, { scope: { ...OUTSIDE!, outside: false } }))).toBe('unclassified')
  })
  it('are not at a place that the loop computes, which the same pass may have reached before', () => {
    expect(classOf(silent(PASS.replace('store: mov [rdi+rcx*4]', 'imul r9, rdx \n store: mov [r9]')))).toBe('unclassified')
  })
  it('may be those of another loop', () => {
    const drawn = listing(`${PASS.replaceAll('head', 'first').replace('store:', 'before:').replace('ret', 'nop')} \n xor rcx, rcx \n ${PASS}`)
    const pair = facts({ tool: 'silent-stores', source: access(drawn, 'before', 'first'), target: access(drawn, 'store', 'head'), scope: OUTSIDE })
    expect(classOf(pair)).toBe('repeated-results')
    expect(classOf({ ...pair, source: { ...pair.source, loop: null } })).toBe('unclassified')
  })
})

describe('flags', () => {
  const flag = (text: string): boolean => isFlag(silent(text).target)
  it('are one of two constants, or the outcome of a comparison', () => {
    const chosen =
      'head: xor edx, edx \n cmp [rsi+rcx*4], r9d \n jl done \n mov edx, 0x1 \n done: nop \n store: mov [rdi+rcx*1], dl \n add rcx, 0x1 \n cmp rcx, r8 \n jnz head \n ret'
    expect(flag(chosen)).toBe(true)
    expect(flag(chosen.replace('mov edx, 0x1', 'mov edx, [rsi]'))).toBe(false)
    const outcome = 'head: cmp [rsi+rcx*4], r9d \n store: setl [rdi+rcx*1] \n add rcx, 0x1 \n cmp rcx, r8 \n jnz head \n ret'
    expect(flag(outcome)).toBe(true)
    expect(flag(outcome.replace('store: setl [rdi+rcx*1]', 'setl al \n store: mov [rdi+rcx*1], al'))).toBe(true)
    expect(flag(PASS)).toBe(false)
  })
  it('may be one bit of data that is copied', () => {
    const bit =
      'head: movzx eax, byte ptr [rsi+rcx*1] \n cmp ecx, r9d \n setbe dil \n xor eax, edi \n store: mov [rdx+rcx*1], al \n add rcx, 0x1 \n cmp rcx, r8 \n jnz head \n ret'
    expect(flag(bit)).toBe(true)
    expect(flag(bit.replace('setbe dil', 'and edi, 0x1'))).toBe(true)
    for (const other of ['and edi, 0x3', 'mov edi, [rbx+rcx*1]']) expect(flag(bit.replace('setbe dil', other))).toBe(false)
  })
})

describe('flags that are chosen without a jump', () => {
  const flag = (text: string): boolean => isFlag(silent(text).target)
  it('are data with a bit changed that stays the same in the loop', () => {
    const mask =
      'and r9d, 0x1 \n head: movzx eax, byte ptr [rsi+rcx*1] \n mov edi, eax \n xor edi, r9d \n test al, al \n cmovns eax, edi \n store: mov [rdx+rcx*1], al \n add rcx, 0x1 \n cmp rcx, r8 \n jnz head \n ret'
    expect(flag(mask)).toBe(true)
    expect(flag(mask.replace('and r9d, 0x1', 'and r9d, 0x7'))).toBe(false)
  })
  it('are one of two values from before the loop, also stored twice', () => {
    const shade =
      'head: mov ebx, r12d \n test byte ptr [rdi+rax*1], 0x1 \n cmove ebx, r15d \n movzx edx, bl \n mov dh, bl \n store: mov [rcx+rax*2], dx \n add rax, 0x1 \n cmp rax, r8 \n jnz head \n ret'
    expect(flag(shade)).toBe(true)
    expect(flag(shade.replace('mov ebx, r12d', 'mov ebx, [rsi+rax*1]'))).toBe(false)
    expect(flag(shade.replace('cmove ebx, r15d', 'add ebx, r15d'))).toBe(false)
  })
})

describe('a value that is stored back', () => {
  const list = (kept: string): string =>
    `head: cmp [rsi+0x8], rdx \n jl next \n store: mov [rdi], rsi \n lea rdi, [rsi] \n next: ${kept} \n test rsi, rsi \n jnz head \n ret`
  it('is the link that the walk follows', () => {
    expect(firstConclusion(silent(list('mov rsi, [rsi]')))).toMatchObject({ class: 'update-without-effect', sureness: 'possible', storesBack: 'link' })
    expect(classOf(silent(list('mov rsi, [rsi+0x10]')))).not.toBe('update-without-effect')
  })
  it('is a number of which the lesser one is kept', () => {
    const least = (old: string, choice = 'cmovnl eax, r9d'): string =>
      `head: mov eax, [rsi+rcx*4] \n add eax, edx \n mov r9d, ${old} \n cmp eax, r9d \n ${choice} \n store: mov [rdi+rcx*4], eax \n add rcx, 0x1 \n cmp rcx, r8 \n jnz head \n ret`
    expect(firstConclusion(silent(least('[rdi+rcx*4]')))).toMatchObject({ class: 'update-without-effect', sureness: 'possible', storesBack: 'value' })
    expect(classOf(silent(least('[rbx+rcx*4]')))).toBe('repeated-results')
    expect(firstConclusion(silent(least('[rdi+rcx*4]', 'add eax, r9d')))?.storesBack).toBe('result')
    const vector =
      'head: movdqu xmm0, [rdi+rcx*1] \n pminsd xmm0, [rsi+rcx*1] \n store: movups [rdi+rcx*1], xmm0 \n add rcx, 0x10 \n cmp rcx, r8 \n jnz head \n ret'
    expect(classOf(silent(vector))).toBe('update-without-effect')
  })
  it('may be a result of it, whose earlier value no other place can spare', () => {
    const sum = 'head: mov eax, [rdi+rcx*4] \n add eax, edx \n store: mov [rdi+rcx*4], eax \n add rcx, 0x1 \n cmp rcx, r8 \n jnz head \n ret'
    const ofItself = { class: 'update-without-effect', sureness: 'observed', storesBack: 'result' }
    expect(firstConclusion(silent(sum))).toMatchObject(ofItself)
    const mean =
      'head: movss xmm3, [rax] \n add rax, 0x4 \n subss xmm0, xmm3 \n addss xmm0, xmm3 \n store: movss [rax-0x4], xmm0 \n cmp rbx, rax \n jnz head \n ret'
    expect(firstConclusion(silent(mean))).toMatchObject(ofItself)
    for (const other of [mean.replace('[rax]', '[rdi]'), mean.replace('[rax-0x4]', '[rax]')]) expect(classOf(silent(other))).toBe('repeated-results')
    const converted = listing(
      'first: mov [rdi], edx \n add rdi, 0x4 \n cmp rdi, r8 \n jnz first \n head: movzx eax, byte ptr [rcx] \n imul eax, edx \n store: mov [rcx], al \n add rcx, 0x4 \n cmp rcx, r8 \n jnz head \n ret',
    )
    const pair = facts({ tool: 'silent-stores', source: access(converted, 'first', 'first'), target: access(converted, 'store', 'head'), scope: OUTSIDE })
    expect(firstConclusion(pair)).toMatchObject(ofItself)
  })
  it('is only observed where it often changes', () => {
    expect(firstConclusion(silent(list('mov rsi, [rsi]'), { wastedHere: () => 0.5 }))).toMatchObject({ sureness: 'observed' })
  })
})

describe('a position that a search stores again', () => {
  const search =
    'head: mov rdi, [r8] \n mov eax, [rdi] \n lea rcx, [rdi+rax*4] \n mov [rsp+0x8], rcx \n jmp test \n next: add rcx, 0x4 \n test: cmp byte ptr [rcx], 0x0 \n jz next \n sub rcx, rdi \n store: mov [rdi], ecx \n add r8, 0x8 \n cmp r8, r9 \n jnz head \n ret'
  it('is where the search began', () => {
    expect(firstConclusion(silent(search))).toMatchObject({ class: 'update-without-effect', sureness: 'possible', storesBack: 'position' })
    const kept = search.replace('jmp test', 'xor ecx, ecx \n mov rcx, [rsp+0x8] \n jmp test')
    expect(firstConclusion(silent(kept))?.storesBack).toBe('position')
  })
  it('is a result where no loop goes on from it', () => {
    const chosen = search.replace('next: add rcx, 0x4', 'next: add rcx, rdx').replace('jz next', 'nop')
    expect(firstConclusion(silent(chosen))).toMatchObject({ class: 'update-without-effect', sureness: 'observed', storesBack: 'result' })
  })
  it('must be loaded from the same place of the same element, and mostly stay', () => {
    for (const other of [
      search.replace('mov eax, [rdi]', 'mov eax, [rdi+0x4]'),
      search.replace('lea rcx, [rdi+rax*4]', 'lea rcx, [rsi]'),
      search.replace('sub rcx, rdi', 'sub rcx, rdi \n add rdi, 0x4'),
      search.replace('jmp test', 'mov rcx, [rsp+0x10] \n jmp test'),
      search.replace('jmp test', 'mov rdi, [rsi] \n jmp test'),
    ])
      expect(classOf(silent(other))).not.toBe('update-without-effect')
    expect(classOf(silent(search, { wastedHere: () => 0.5 }))).not.toBe('update-without-effect')
  })
})
