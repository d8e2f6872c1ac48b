import { expect, it } from 'vitest'
import { access, facts, listing } from '../../../../shared/advice/facts.testing.ts'
import { storeFacts } from './stores.ts'

/** A first result, which only a better one replaces. */
const BETTER =
  'head: mov eax, [rsi] \n first: mov [rdi], eax \n mov ecx, [rsi+0x4] \n cmp ecx, eax \n jnl next \n better: mov [rdi], ecx \n next: add rdi, 0x4 \n cmp rdi, r8 \n jnz head \n ret'

function isPartlyRead(text: string, loop: string | null, name: 'unread-result' | 'overwritten-before-use' = 'unread-result'): boolean {
  const drawn = listing(text)
  return storeFacts({
    tool: 'dead-stores',
    class: name,
    facts: facts({ tool: 'dead-stores', source: access(drawn, 'first', loop), target: access(drawn, 'better', loop), wastedHere: () => 1 }),
    earlier: null,
    side: null,
    language: 'c',
    samePlace: false,
    data: 'best',
    wastes: 0.5,
    observations: 100,
    reader: null,
  }).partlyRead
}

it('a result that another one replaces on some paths only stays on the others, even if none of them ran', () => {
  expect(isPartlyRead(BETTER, 'head')).toBe(true)
  expect(isPartlyRead(BETTER, null)).toBe(true)
  expect(isPartlyRead(BETTER.replace('jnl next', 'nop'), 'head')).toBe(false)
  expect(isPartlyRead(BETTER, 'head', 'overwritten-before-use')).toBe(false)
})
