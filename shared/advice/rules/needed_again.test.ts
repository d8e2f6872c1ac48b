import { describe, expect, it } from 'vitest'
import { access, facts, listing, OUTSIDE } from '../facts.testing.ts'
import type { AccessFacts, PairFacts } from '../pair_facts.ts'
import { changesBeside, computesAnew, isReadAfterCall, isReadByEachCall, isReadByOtherFunction, isReadForResult } from './needed_again.ts'

/** sum += row[i] * x[i], with x anew each time. */
const DOT = listing('head: movsd xmm0, [rsi+rcx*8] \n other: mulsd xmm0, [rdi+rcx*8] \n addsd xmm1, xmm0 \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret')

function again(unchanged: number | null, side: Partial<AccessFacts> = {}, rest: Partial<PairFacts> = {}): PairFacts {
  const both = access(DOT, 'head', 'head', side)
  return facts({
    tool: 'redundant-loads',
    source: both,
    target: both,
    scope: OUTSIDE,
    unchangedAcrossScope: (address) => (address === DOT.address('other') ? unchanged : 1),
    ...rest,
  })
}

describe('data that is read again', () => {
  it('is needed where another operand of the loop is new each time', () => {
    expect(changesBeside(again(0.1))?.text).toBe('mulsd xmm0, [rdi+rcx*8]')
    expect(changesBeside(again(0.9))).toBeNull()
    expect(changesBeside(again(null))).toBeNull()
  })
  it('is needed where the other operand is loaded before the loop', () => {
    const text =
      'before: movapd xmm5, [rdi+0x40] \n head: movapd xmm0, [rsi] \n mulpd xmm0, xmm5 \n addpd xmm1, xmm0 \n add rsi, 0x10 \n cmp rsi, rdx \n jnz head \n ret'
    const row = (code: string, unchanged: number) => {
      const drawn = listing(code)
      const both = access(drawn, 'head', 'head')
      return again(null, {}, { source: both, target: both, unchangedAcrossScope: (address) => (address === drawn.address('before') ? unchanged : 1) })
    }
    expect(changesBeside(row(text, 0.1))?.text).toBe('movapd xmm5, [rdi+0x40]')
    expect(changesBeside(row(text, 0.9))).toBeNull()
    expect(changesBeside(row(text.replace('mulpd xmm0, xmm5', 'mulpd xmm0, xmm6'), 0.1))).toBeNull()
    // In a counted run: executed, but never repeated.
    const drawn = listing(text)
    const both = access(drawn, 'head', 'head', { executions: (address) => (address === drawn.address('before') ? null : 9600) })
    expect(changesBeside(again(null, {}, { source: both, target: both, unchangedAcrossScope: () => null }))).not.toBeNull()
    expect(changesBeside(again(null, {}, { source: both, target: both, unchangedAcrossScope: () => null, counted: false }))).toBeNull()
    // An address says nothing about the computed value.
    expect(changesBeside(row(text.replace('movapd xmm5', 'mov rsi'), 0.1))).toBeNull()
  })
  it('is not known to be where that operand is on a rare path', () => {
    const rare = (runs: number) => again(0.1, { executions: (address) => (address === DOT.address('other') ? runs : 1000) })
    expect(changesBeside(rare(1000))).not.toBeNull()
    expect(changesBeside(rare(100))).toBeNull()
  })
  it('may be kept where one run of the loop repeats it, or where two loops follow each other', () => {
    expect(changesBeside(again(0.1, {}, { scope: { ...OUTSIDE!, outside: false } }))).toBeNull()
    const first = access(DOT, 'head', 'head', { loop: { header: 0x7000, text: 'loop at f.c:1', file: '/src/f.c', line: 1, loop: null } })
    expect(changesBeside(again(0.1, {}, { source: first }))).toBeNull()
  })
  it('is needed by each call that reads it once, also if the compiler loads one expression twice', () => {
    const twice = (text: string, line = 7): boolean => {
      const drawn = listing(text)
      const place = { function: 'f', file: '/src/f.c', line: 7 }
      const source = access(drawn, 'first', null, { place })
      return isReadByEachCall(again(null, {}, { source, target: access(drawn, 'last', null, { place: { ...place, line } }) }))
    }
    const SWITCH = 'first: cmp dword ptr [rdi], 0x6 \n ja 0x9000 \n last: mov edx, [rdi] \n jmp rdx'
    expect(twice(SWITCH)).toBe(true)
    expect(twice(SWITCH, 8)).toBe(false)
    expect(twice(SWITCH.replace('last: mov edx, [rdi]', 'last: mov edx, [rdi+0x4]'))).toBe(false)
    for (const between of ['call 0x9000', 'mov [rsi], eax', 'mov rdi, rsi']) expect(twice(SWITCH.replace('ja 0x9000', between))).toBe(false)
  })
  it('is needed by each call that reads it once', () => {
    expect(isReadByEachCall(again(null))).toBe(false)
    const once = access(DOT, 'head')
    expect(isReadByEachCall(again(null, {}, { source: once, target: once }))).toBe(true)
    expect(isReadByEachCall(again(null, {}, { source: once, target: access(DOT, 'other') }))).toBe(false)
  })
  it('is needed by a loop that computes with the sum that another loop has made of it', () => {
    const text =
      'first: movsd xmm0, [rdx] \n mulsd xmm0, [rcx] \n add rdx, 0x8 \n add rcx, 0x8 \n addsd xmm1, xmm0 \n cmp rcx, rsi \n jnz first \n mulsd xmm1, xmm6 \n mov rcx, r13 \n second: movsd xmm0, [rcx] \n mulsd xmm0, xmm1 \n add rcx, 0x8 \n cmp rcx, rsi \n jnz second \n ret'
    const of = (code: string, earlier = 'first', later = 'second') => {
      const drawn = listing(code)
      return isReadForResult(facts({ tool: 'redundant-loads', source: access(drawn, earlier, earlier), target: access(drawn, later, later) }))
    }
    expect(of(text)).toBe(true)
    // Of the next column: both loops run again.
    expect(of(text, 'second', 'first')).toBe(true)
    expect(of(text, 'first', 'first')).toBe(false)
    expect(of(text.replace('mulsd xmm1, xmm6', 'movsd xmm1, [rdi]'))).toBe(false)
    expect(of(text.replace('mulsd xmm0, xmm1', 'addsd xmm0, xmm5'))).toBe(false)
  })
  it('is needed by a loop that comes after a call, which the loop before has prepared', () => {
    const loop = (name: string): string => `${name}: movsd xmm0, [rcx] \n addsd xmm1, xmm0 \n add rcx, 0x8 \n cmp rcx, rsi \n jnz ${name}`
    const of = (between: string, earlier = 'first', later = 'second') => {
      const drawn = listing(`${loop('first')} \n ${between} \n mov rcx, r13 \n ${loop('second')} \n ret`)
      return isReadAfterCall(facts({ tool: 'redundant-loads', source: access(drawn, earlier, earlier), target: access(drawn, later, later) }))
    }
    expect(of('call [rbx+0x18]')).toBe(true)
    for (const other of ['nop', 'call 0x10; free@plt', 'call 0x10; memset']) expect(of(other), other).toBe(false)
    expect(of('call [rbx+0x18]', 'second', 'first')).toBe(false)
    expect(of('call [rbx+0x18]', 'first', 'first')).toBe(false)
  })
  it('is needed by the other function that reads it', () => {
    expect(isReadByOtherFunction(again(null))).toBe(false)
    expect(isReadByOtherFunction(again(null, {}, { source: access(DOT, 'head', 'head', { physicalFunction: 'g' }) }))).toBe(true)
    // Both are inlined into one, each with its loop.
    expect(isReadByOtherFunction(again(null, {}, { source: access(DOT, 'head', 'head', { loopFunction: 'g' }) }))).toBe(true)
    expect(isReadByOtherFunction(again(null, {}, { source: access(DOT, 'head', 'head', { loopFunction: null }) }))).toBe(false)
  })
})

it('computes something else from the data where most of what its loop loads is new', () => {
  expect(computesAnew('redundant-loads', 0.25, 25)).toBe(true)
  expect(computesAnew('redundant-loads', 0.75, 25)).toBe(false)
  expect(computesAnew('redundant-loads', 0.25, 6)).toBe(false)
  expect(computesAnew('reuse-distance', 0.25, 25)).toBe(false)
})
