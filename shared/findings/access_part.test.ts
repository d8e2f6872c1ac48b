import { expect, it } from 'vitest'
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
  expect(part('loop-invariant-load')).toBe('its loads, and what computes their addresses, are 5 of its 8 instructions')
  expect(part('interpreted-operation')).toBe('its loads are 2 of its 8 instructions')
})
