/** Loads of interpreters, which choose the code of the next operation by data. */
import { describe, expect, it } from 'vitest'
import { classify, firstConclusion } from '../classify.ts'
import { access, facts, listing } from '../facts.testing.ts'
import type { PairFacts } from '../pair_facts.ts'

/** `count` operations, each of which uses the word after its code; the compiler aligns each. */
const interpreter = (count: number): string =>
  [
    'lea rsi, [rip+0x100]',
    'head: mov eax, [rdx]',
    'movsxd rax, dword ptr [rsi+rax*4]',
    'add rax, rsi',
    'jmp rax',
    'nop',
    'load: mov rdi, [rdx+0x8]',
    'data: add [rcx], rdi',
    'next: add rdx, 0x10',
    'jmp head',
    ...Array.from({ length: count - 1 }, () => 'nop \n shl qword ptr [rcx], 1 \n jmp next'),
    'ret',
  ].join(' \n ')

function pair(text: string, label = 'load', rest: Partial<PairFacts> = {}): PairFacts {
  const drawn = listing(text)
  const target = access(drawn, label, 'head')
  return facts({ tool: 'redundant-loads', source: access(drawn, label, 'head'), target, ...rest })
}

describe('an operation of an interpreter', () => {
  it('is loaded again with its operands', () => {
    expect(firstConclusion(pair(interpreter(12)))).toMatchObject({ class: 'interpreted-operation', sureness: 'possible' })
  })
  it('is no claim about the data of the operations, or about operations that mostly change', () => {
    expect(firstConclusion(pair(interpreter(12), 'data'))).toMatchObject({ class: 'interpreted-operation', sureness: 'observed' })
    expect(firstConclusion(pair(interpreter(12), 'load', { wastedHere: () => 0.6 }))).toMatchObject({ sureness: 'observed' })
  })
  it('is one of several, in a loop that chooses', () => {
    expect(classify(pair(interpreter(4))).class).toBe('repeated-load')
    expect(classify(pair(interpreter(12).replace('jmp rax', 'jmp head'))).class).not.toBe('interpreted-operation')
    expect(classify(pair(interpreter(12), 'load', { tool: 'dead-stores', relation: 'KILLED_BY' })).class).not.toBe('interpreted-operation')
  })
  it('stores results that are mostly there, which claims no cause', () => {
    const tagged = interpreter(12).replace('load: mov rdi, [rdx+0x8]', 'lea rdi, [rdx+rdx*2] \n store: mov [rcx+0x8], rdi')
    const stored = (text: string, rest: Partial<PairFacts> = {}): PairFacts => pair(text, 'store', { tool: 'silent-stores', ...rest })
    expect(firstConclusion(stored(tagged))).toMatchObject({ class: 'interpreted-operation', sureness: 'observed' })
    expect(firstConclusion(stored(tagged, { wastedHere: () => 0.7 }))).toBeNull()
    expect(firstConclusion(stored(tagged.replace('[rcx+0x8]', '[rsp+0x8]')))?.class).not.toBe('interpreted-operation')
    expect(firstConclusion(stored(tagged, { tool: 'dead-stores', relation: 'KILLED_BY' }))?.class).not.toBe('interpreted-operation')
  })
  it('may be aligned by any number of instructions', () => {
    expect(firstConclusion(pair(interpreter(12).replace('nop', Array.from({ length: 10_000 }, () => 'nop').join(' \n '))))).toMatchObject({
      class: 'interpreted-operation',
    })
  })
})
