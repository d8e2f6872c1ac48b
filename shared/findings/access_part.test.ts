import { describe, expect, it } from 'vitest'
import { access, listing } from '../advice/facts.testing.ts'
import type { AdviceClass } from '../advice/advice.ts'
import { accessPart } from './access_part.ts'

const END = 'add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n last: ret'
const SUM = `head: mulsd xmm0, [rdi+rcx*8] \n store: movsd [rsp+0x10], xmm0 \n fadd [rsp+0x10] \n ${END}`
const LONG = `head: ${'nop \n '.repeat(20)} store: movsd [rsp+0x10], xmm0 \n ${END}`
const COMPARE = 'load: mov eax, [rdi] \n cmp eax, [rsi] \n sete al \n ret'

it('a short loop that passes a value on through memory waits for it at each iteration', () => {
  expect(accessPart('spill-and-reload', 'silent-stores', access(listing(SUM), 'store', 'head'), null, true)).toBeNull()
  expect(accessPart('memory-accumulator', 'silent-stores', access(listing(SUM), 'store', 'head'), null, true)).toBeNull()
  expect(accessPart('unread-stack-store', 'dead-stores', access(listing(SUM), 'store', 'head'), null, true)).toMatchObject({
    text: 'its stores are 1 of its 6 instructions',
  })
  expect(accessPart('spill-and-reload', 'silent-stores', access(listing(LONG), 'store', 'head'), null, true)).toMatchObject({
    text: 'its stores are 1 of its 24 instructions',
  })
})

it('nothing waits for a result that stays in a register and is stored, too', () => {
  const stored = `head: addsd xmm0, [rdi+rcx*8] \n store: movsd [rsi], xmm0 \n ${END}`
  expect(accessPart('memory-accumulator', 'dead-stores', access(listing(stored), 'store', 'head'), null, true)).toMatchObject({
    text: 'its stores are 1 of its 5 instructions',
  })
  const added = `head: store: addsd [rsi], xmm0 \n ${END}`
  expect(
    accessPart(
      'memory-accumulator',
      'dead-stores',
      access(listing(added.replace('head: store:', 'head: nop \n store:').replace('addsd', 'add')), 'store', 'head'),
      null,
      true,
    ),
  ).toBeNull()
})

it('a comparison of a library goes as a whole, where the same call repeats it', () => {
  expect(accessPart('repeated-load', 'redundant-loads', access(listing(COMPARE), 'load'), 'strcmp', true)).toBeNull()
  expect(accessPart('repeated-load', 'redundant-loads', access(listing(COMPARE), 'load'), 'strcmp', false)).toMatchObject({
    text: 'its loads are 2 of its 4 instructions',
  })
  expect(accessPart('repeated-load', 'redundant-loads', access(listing(COMPARE), 'load'), 'qsort', true)).toMatchObject({
    text: 'its loads are 2 of its 4 instructions',
  })
})

it('counts of a thousand and more have their digits grouped', () => {
  const loads = listing(`load: mov eax, [rdi] \n ${'mov eax, [rsi] \n '.repeat(1199)} ret`)
  expect(accessPart('repeated-load', 'redundant-loads', access(loads, 'load'), 'qsort', true)).toMatchObject({
    text: 'its loads are 1,200 of its 1,201 instructions',
  })
})

it('a load that is kept takes along what computes its address', () => {
  const indexed =
    'head: mov rax, [rdi+0x60] \n lea r8, [rcx+rcx*2] \n shl r8, 0x3 \n load: addsd xmm0, [rax+r8*1] \n mulsd xmm0, xmm1 \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
  const part = (name: AdviceClass): string | undefined => accessPart(name, 'redundant-loads', access(listing(indexed), 'load', 'head'), null, false)?.text
  // The counter stays.
  expect(part('loop-invariant-load')).toBe('its loads, and what computes their addresses, are 4 of its 8 instructions')
  expect(part('interpreted-operation')).toBe('its loads are 2 of its 8 instructions')
})

it('a load whose address does not change takes nothing else along', () => {
  const indexed = 'head: load: mov rax, [rdi+0x60] \n lea r8, [rcx+rcx*2] \n addsd xmm0, [rax+r8*8] \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
  const at = listing(indexed.replace('head: load:', 'nop \n head: nop \n load:'))
  expect(accessPart('loop-invariant-load', 'redundant-loads', access(at, 'load', 'head'), null, false)?.text).toBe('its loads are 2 of its 7 instructions')
})

it('a loop whose code is not known has the part of its function', () => {
  const facts = access(listing(LONG), 'store')
  const loop = { header: 0x9000, text: 'loop at f.c:3', file: '/src/f.c', line: 3, loop: null }
  expect(accessPart('unread-stack-store', 'dead-stores', { ...facts, loop }, null, true)).toMatchObject({
    share: 1 / 25,
    text: 'the stores are 1 of the 25 instructions of the function that it is in',
  })
})

describe('a store of an initialization', () => {
  const part = (text: string, tool: 'dead-stores' | 'reuse-distance' = 'dead-stores'): unknown =>
    accessPart('overwritten-before-use', tool, access(listing(text), 'store', text.includes('head:') ? 'head' : null), null, true)
  const FILL = `head: mov rsi, [rdi+0x8] \n store: mov byte ptr [rsi+rcx*1], 0x0 \n ${END}`

  it('leaves the rest of a loop that does other work', () => {
    expect(part(FILL)).toBeNull()
    expect(part(FILL.replace('store:', 'movzx eax, byte ptr [rdx+rcx*1] \n mov [rsi+rcx*1+0x1], al \n store:'))).toMatchObject({
      text: 'its stores are 2 of its 7 instructions',
    })
    expect(part(FILL.replace('store:', 'call 0x9000 \n store:'))).toMatchObject({ text: 'its stores are 1 of its 6 instructions' })
  })

  it('is one of the instructions of its function, in no loop', () => {
    const made = 'mov rax, rdi \n store: mov qword ptr [rax+0x8], 0x0 \n mov rcx, [rsi] \n ret'
    expect(part(made)).toMatchObject({ share: 1, ofLine: { line: 2, stores: 1, instructions: new Map([1, 2, 3, 4].map((line) => [line, 1])) } })
    expect(part(made, 'reuse-distance')).toBeNull()
  })
})

it('an object on the stack costs its stores, not what computes its members', () => {
  const part = (text: string): unknown => accessPart('built-anew', 'silent-stores', access(listing(text), 'store', 'head'), null, true)
  expect(part(LONG)).toMatchObject({ text: 'its stores are 1 of its 24 instructions' })
  expect(part(LONG.replace('[rsp+0x10]', '[rdi+0x10]'))).toBeNull()
})
