import { describe, expect, it } from 'vitest'
import { firstConclusion } from '../classify.ts'
import { access, facts, listing, OUTSIDE } from '../facts.testing.ts'
import { parseInstruction } from '../code/instruction.ts'
import type { AccessFacts, PairFacts } from '../pair_facts.ts'

function pair(tool: PairFacts['tool'], text: string, side: Partial<AccessFacts> = {}, rest: Partial<PairFacts> = {}): PairFacts {
  const both = access(listing(text), 'at', null, side)
  return facts({ tool, source: both, target: both, ...rest })
}
const classOf = (found: PairFacts): string => firstConclusion(found)?.class ?? 'none'

describe('an access that has to happen', () => {
  it.each(['explicit_bzero', 'core::ptr::write_volatile', 'std::atomic<int>::store(int, std::memory_order)', 'core::sync::atomic::AtomicU64::store'])(
    'is one by %s',
    (name) => {
      expect(classOf(pair('dead-stores', 'at: mov [rdi], rax \n ret', { around: ['__memset_avx2_unaligned_erms', name, 'f'] }))).toBe('required-access')
    },
  )
  it('is an atomic one', () => {
    expect(classOf(pair('silent-stores', 'at: xchg [rdi], eax \n ret'))).toBe('required-access')
    expect(classOf(pair('silent-stores', 'at: lock or dword ptr [rdi], 0x4 \n ret'))).toBe('required-access')
    expect(classOf(pair('silent-stores', 'at: or dword ptr [rdi], 0x4 \n ret'))).toBe('update-without-effect')
  })
  it('is a load of a constant beside the code, but not of a variable', () => {
    expect(classOf(pair('redundant-loads', 'at: mulsd xmm0, [0x2008] \n ret'))).toBe('required-access')
    expect(classOf(pair('redundant-loads', 'at: mov eax, [0x2008] \n ret'))).not.toBe('required-access')
    const named = pair('redundant-loads', 'at: mulsd xmm0, [0x2008] \n ret')
    const { address, text } = named.target.instruction!
    const instruction = parseInstruction({ address, bytes: '90', text, note: 'scale', line: 0 })
    expect(classOf({ ...named, target: { ...named.target, instruction } })).not.toBe('required-access')
  })
  it('is a load of such a constant as a number', () => {
    const code = listing('first: movsd xmm4, qword ptr [0x2008] \n at: mov rax, [0x2008] \n other: mov rax, [0x2010] \n ret')
    const both = (later: string): PairFacts => facts({ tool: 'redundant-loads', source: access(code, 'first'), target: access(code, later) })
    expect(classOf(both('at'))).toBe('required-access')
    expect(classOf(both('other'))).not.toBe('required-access')
  })
  it.each([
    ['isalpha', 'required-access'],
    ['strlen', 'none'],
  ])('is a load of the table of %s: %s', (callee, expected) => {
    const place = { function: 'f', file: '/src/f.c', line: 3 }
    const libraryCall = { callee, place, flow: null, position: -1, loop: null, unchanged: () => null, equalWithin: () => 0 }
    expect(classOf(pair('redundant-loads', 'at: mov eax, [rdx+rax*2] \n ret', { libraryCall }))).toBe(expected)
  })
  it('is a copy whose padding alone is never read', () => {
    const copy = 'movdqa xmm0, [rsi] \n at: movaps [rdi], xmm0 \n ret'
    expect(classOf(pair('dead-stores', copy, {}, { bytesPerInstance: 3 }))).toBe('required-access')
    expect(classOf(pair('dead-stores', copy, {}, { bytesPerInstance: 16 }))).toBe('unread-result')
    expect(classOf(pair('dead-stores', copy, {}, { bytesPerInstance: null }))).toBe('unread-result')
    expect(classOf(pair('dead-stores', copy.replace('movdqa xmm0, [rsi]', 'paddd xmm0, xmm1'), {}, { bytesPerInstance: 3 }))).toBe('unread-result')
  })
})

describe('a short block that a library moves', () => {
  const BLOCK = listing('first: vmovdqu [rdi], xmm0 \n last: vmovdqu [rdi+rdx*1-0x10], xmm1 \n next: vmovdqu [rdi+0x10], xmm2 \n ret')
  const call = {
    callee: 'memcpy',
    place: { function: 'f', file: '/src/f.c', line: 7 },
    flow: null,
    position: -1,
    loop: null,
    unchanged: () => null,
    equalWithin: () => 0,
  }
  const moved = (later: string, side: Partial<AccessFacts> = {}, rest: Partial<PairFacts> = {}, earlier = 'first'): string => {
    const within = { physicalFunction: '__memmove_avx_unaligned_erms', libraryCall: call, ...side }
    return classOf(facts({ tool: 'dead-stores', source: access(BLOCK, earlier, null, within), target: access(BLOCK, later, null, within), ...rest }))
  }
  it('is covered by its first and its last bytes, which overlap', () => {
    expect(moved('last')).toBe('required-access')
    // A sampler does not measure that both are of one call.
    expect(moved('last', {}, { scope: { text: 'memcpy', header: null, measured: false, outside: null } })).toBe('required-access')
  })
  it('is overwritten by the next call, which stores the first bytes again', () => {
    expect(moved('first', {}, { scope: OUTSIDE }, 'last')).toBe('unread-result')
    const memset = { physicalFunction: '__memset_avx2_unaligned_erms', libraryCall: { ...call, callee: 'memset' } }
    expect(moved('first', memset, { scope: { text: 'program', header: null, measured: false, outside: null } }, 'last')).toBe('repeated-initialisation')
  })
  it('is overwritten by another call, by other bytes, or by code of the program', () => {
    expect(moved('next', {}, { scope: OUTSIDE })).toBe('unread-result')
    expect(
      moved(
        'last',
        {},
        {
          siblingCalls: {
            caller: 'f',
            file: null,
            earlier: { callee: 'memcpy', line: 7 },
            later: { callee: 'memcpy', line: 9 },
            functionsBetween: 0,
            differByConstants: false,
          },
        },
      ),
    ).toBe('unread-result')
    expect(moved('last', { physicalFunction: 'move_block', libraryCall: null })).toBe('unread-result')
  })
})

describe('a block that a library fills', () => {
  const BLOCK = listing('loop: vmovdqa [rdi], ymm0 \n sub rdi, -0x80 \n cmp rdi, rdx \n jb loop \n tail: vmovdqu [rdx], ymm0 \n ret')
  const call = {
    callee: 'memset',
    place: { function: 'f', file: '/src/f.c', line: 7 },
    flow: null,
    position: -1,
    loop: null,
    unchanged: () => null,
    equalWithin: () => 0,
  }
  const CALL: PairFacts['scope'] = { text: '__memset_avx2_unaligned_erms', header: null, measured: true, outside: false }
  const filled = (tool: PairFacts['tool'], scope: PairFacts['scope'], side: Partial<AccessFacts> = {}): string => {
    const within = { physicalFunction: '__memset_avx2_unaligned_erms', libraryCall: call, ...side }
    return classOf(facts({ tool, source: access(BLOCK, 'loop', null, within), target: access(BLOCK, 'tail', null, within), scope }))
  }
  it('is stored twice at its ends by one call', () => {
    expect(filled('dead-stores', CALL)).toBe('required-access')
    expect(filled('silent-stores', CALL)).toBe('required-access')
  })
  it('is filled by two calls, in a call whose bounds were not measured, or by code of the program', () => {
    expect(filled('silent-stores', OUTSIDE)).toBe('repeated-initialisation')
    expect(filled('silent-stores', { ...CALL!, measured: false, outside: null })).toBe('repeated-initialisation')
    expect(filled('silent-stores', CALL, { libraryCall: null })).toBe('repeated-initialisation')
  })
})

describe('the guard of the stack', () => {
  it('is checked by a load, and is no variable', () => {
    expect(classOf(pair('redundant-loads', 'at: mov rax, [rsp+0x18] \n sub rax, fs:[0x28] \n jnz 0x9000 \n ret'))).toBe('call-overhead')
    expect(classOf(pair('redundant-loads', 'at: mov rax, [rsp+0x18] \n sub rax, [rdi] \n jnz 0x9000 \n ret \n nop \n nop \n mov [rsp+0x18], rax \n ret'))).toBe(
      'spill-and-reload',
    )
  })
})
