import { describe, expect, it } from 'vitest'
import { classify, firstConclusion } from '../classify.ts'
import { access, facts, listing, OUTSIDE, type Listing } from '../facts.testing.ts'
import type { AccessFacts, PairFacts } from '../pair_facts.ts'
import { isMark } from './initialisation.ts'

/** Two accesses of one listing; later: the same instruction where it has no "later:". */
function pair(tool: PairFacts['tool'], text: string, rest: Partial<PairFacts> = {}, side: Partial<AccessFacts> = {}): PairFacts {
  const drawn: Listing = listing(text)
  const loop = text.includes('head:') ? 'head' : null
  const source = access(drawn, 'store', loop, side)
  return facts({ tool, source, target: text.includes('later:') ? access(drawn, 'later', loop, side) : source, ...rest })
}
/** Class of the rule that fits, whether or not it is reported. */
const classOf = (found: PairFacts): string => firstConclusion(found)?.class ?? 'unclassified'

const COUNTING = 'head: mov eax, [rsi+rcx*4] \n store: mov [rdi], eax \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
const FILLING = 'xor eax, eax \n head: add rcx, 0x1 \n store: mov [rdi+rcx*4], eax \n cmp rcx, rdx \n jnz head \n ret'

describe('a flag that is set again', () => {
  const flag = 'head: mov rax, [rsi+rcx*8] \n store: mov byte ptr [rdi+rax*8+0x4], 0x1 \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
  const setsAgain = (found: PairFacts): boolean => firstConclusion(found)?.setsAgain === true
  it('only says what was observed, of a constant that is mostly there', () => {
    expect(firstConclusion(pair('silent-stores', flag))).toMatchObject({ class: 'update-without-effect', sureness: 'observed', setsAgain: true })
    expect(setsAgain(pair('silent-stores', flag, { wastedHere: () => 0.7 }))).toBe(false)
    expect(setsAgain(pair('dead-stores', flag))).toBe(false)
  })
  it('is no computed value, no local variable, not of one object, nothing in a library, and nothing that a destructor clears', () => {
    const place = { function: 'list::~list', file: null, line: null }
    const libraryCall = { callee: 'fputs', place, flow: null, position: -1, loop: null, unchanged: () => null, equalWithin: () => 0 }
    for (const other of [flag.replace('], 0x1 \n add', '], dl \n add'), flag.replace('rdi+rax*8', 'rsp'), flag.replace('rdi+rax*8', 'rdi')])
      expect(setsAgain(pair('silent-stores', other))).toBe(false)
    for (const side of [{ libraryCall }, { place }]) expect(setsAgain(pair('silent-stores', flag, {}, side))).toBe(false)
  })
})

describe('repeated initialisation', () => {
  it('is a constant over a constant', () => {
    expect(firstConclusion(pair('dead-stores', FILLING))).toMatchObject({
      class: 'repeated-initialisation',
      sureness: 'certain',
      place: { file: '/src/f.c', line: 3 },
    })
    expect(classOf(pair('silent-stores', FILLING))).toBe('repeated-initialisation')
    expect(classOf(pair('dead-stores', 'store: rep stosq \n later: rep movsq', {}, { place: { function: 'memset', file: null, line: null } }))).toBe(
      'repeated-initialisation',
    )
  })
  it('is not a constant over which something computed is written', () => {
    const computed = 'store: mov dword ptr [rdi], 0x0 \n mov eax, [rsi] \n add eax, 0x1 \n later: mov [rdi], eax'
    expect(firstConclusion(pair('dead-stores', computed))).toMatchObject({ class: 'overwritten-before-use', sureness: 'likely' })
  })
  it('is needed where most of its stores are read', () => {
    const reset = 'store: mov dword ptr [rdi], 0x0 \n mov eax, [rsi] \n add eax, 0x1 \n later: mov [rdi], eax'
    expect(classOf(pair('dead-stores', reset, { wastedHere: () => 0.4 }))).toBe('unread-result')
    expect(classOf(pair('dead-stores', reset, { wastedHere: () => 0.6 }))).toBe('overwritten-before-use')
  })
  it('is not a constant over which one of several is written: the last before the store comes on one path alone', () => {
    const counted =
      'store: mov dword ptr [rdi], 0x0 \n cmp ecx, 0x7f \n jnbe long \n mov eax, 0x1 \n done: nop \n later: mov [rdi], eax \n ret \n long: mov eax, 0x2 \n jmp done'
    expect(classOf(pair('dead-stores', counted))).toBe('overwritten-before-use')
    const pairs = counted.replace('store:', 'mov dword ptr [rdi+0x4], 0x0 \n store:').replace('later:', 'mov [rdi+0x4], eax \n later:')
    expect(classOf(pair('dead-stores', pairs.replace('mov eax, 0x2', 'mov edx, 0x2')))).toBe('repeated-initialisation')
  })
  it('is of memory, not of one flag that is reset each time', () => {
    const reset = (store: string, tool: PairFacts['tool']): string => classOf(pair(tool, `head: add rcx, 0x1 \n ${store} \n cmp rcx, rdx \n jnz head \n ret`))
    const flag = 'store: mov dword ptr [rdi+0x8], 0x1'
    expect([reset(flag, 'silent-stores'), classOf(pair('dead-stores', `${flag} \n ret`))]).toEqual(['unclassified', 'unread-result'])
    for (const many of [
      'store: mov dword ptr [rdi+rcx*4], 0x1',
      `${flag.replace('rdi+0x8', 'r8+rax*4+0x8')} \n mov dword ptr [r8+rax*4+0xc], 0x0`,
      'xorps xmm0, xmm0 \n store: movups [r8+rax*8], xmm0',
      'xor eax, eax \n store: rep stosq',
    ])
      expect(reset(many, 'silent-stores')).toBe('repeated-initialisation')
    for (const beside of ['[rdi+0xc], eax', 'dword ptr [rsi+0xc], 0x0', 'dword ptr [rdi+0x18], 0x0', 'dword ptr [rdi+0x8], 0x0'])
      expect(reset(`${flag} \n mov ${beside}`, 'silent-stores')).toBe('unclassified')
    expect(reset(`${flag} \n ${'nop \n '.repeat(4)} mov dword ptr [rdi+0xc], 0x0`, 'silent-stores')).toBe('unclassified')
    // Its neighbor is counted, not set.
    expect(reset(`${flag} \n add dword ptr [rdi+0xc], 0x1`, 'silent-stores')).toBe('unclassified')
    expect(classOf(pair('dead-stores', `${flag} \n later: mov dword ptr [rdi+0x8], 0x0 \n ret`))).toBe('overwritten-before-use')
    expect(reset('store: mov dword ptr [rsp+0x8], 0x1 \n mov dword ptr [rsp+0xc], 0x0', 'silent-stores')).toBe('unclassified')
  })
  it('fills memory that already holds the value, stored by any code', () => {
    const cleared = 'store: mov [rdi], rsi \n later: rep stosq'
    const filled = (tool: PairFacts['tool'], called: string): string => {
      const found = pair(tool, cleared)
      return classOf({ ...found, target: { ...found.target, place: { function: called, file: null, line: null } } })
    }
    expect(filled('silent-stores', 'memset')).toBe('repeated-initialisation')
    expect(filled('silent-stores', 'f')).toBe('unclassified')
    expect(filled('dead-stores', 'memset')).toBe('unread-result')
  })
  it('is not a note of the allocator in a free block', () => {
    const note = 'store: mov qword ptr [rax+0x8], 0x0 \n later: mov qword ptr [rbx], 0x0 \n mov qword ptr [rbx+0x8], 0x0'
    expect(classOf(pair('dead-stores', note))).toBe('repeated-initialisation')
    expect(classOf(pair('dead-stores', note, {}, { place: { function: 'tcache_get', file: '/src/malloc.c', line: 3192 } }))).toBe('unread-result')
  })
})

describe('a constant', () => {
  const cleared = (between: string): string =>
    `xor ebx, ebx \n pxor xmm1, xmm1 \n ${between}${'nop \n '.repeat(80)} store: movups [rdi], xmm1 \n later: mov [rdi], rsi \n ret`
  it('may have been made far before the store', () => expect(classOf(pair('dead-stores', cleared('')))).toBe('overwritten-before-use'))
  it('is none where the register has another value since', () => expect(classOf(pair('dead-stores', cleared('addps xmm1, xmm2 \n ')))).toBe('unread-result'))
  it('that ends an object initialises nothing', () => {
    const ended = 'store: mov qword ptr [rdi], 0x0 \n later: mov [rdi], rsi \n ret'
    expect(classOf(pair('dead-stores', ended))).toBe('overwritten-before-use')
    expect(classOf(pair('dead-stores', ended, {}, { place: { function: 'once_flag::_Prepare::~_Prepare()', file: '/src/mutex', line: 795 } }))).toBe(
      'unread-result',
    )
  })
})

describe('a mark', () => {
  const visited = 'head: cmp [rdi+0x8], eax \n jnb done \n store: mov [rdi+0x8], eax \n mov rdi, [rdi] \n test rdi, rdi \n jnz head \n done: ret'
  const found = (text: string): boolean => isMark(pair('dead-stores', text).source)
  it('is compared by the loop that sets it', () => expect(found(visited)).toBe(true))
  it('is not what the loop adds up', () => expect(found(visited.replace('cmp [rdi+0x8], eax', 'add eax, [rdi+0x8]'))).toBe(false))
  it('is at the same place', () => expect(found(visited.replace('cmp [rdi+0x8]', 'cmp [rdi+0x10]'))).toBe(false))
})

describe('a result that a loop keeps in memory', () => {
  it('is stored at the same address at each iteration', () => expect(classOf(pair('dead-stores', COUNTING))).toBe('memory-accumulator'))
  it('is only possible of a global variable, if the loop calls a function that may read it', () => {
    const called = COUNTING.replace('[rdi]', '[0x4060]').replace('add rcx', 'call 0x1200 \n add rcx')
    expect(firstConclusion(pair('dead-stores', called))).toMatchObject({ class: 'memory-accumulator', sureness: 'possible', readElsewhere: true })
    for (const sure of [called.replace(' call 0x1200 \n', ''), called.replace('[0x4060]', '[rdi]')])
      expect(firstConclusion(pair('dead-stores', sure))).toMatchObject({ class: 'memory-accumulator', sureness: 'likely' })
  })
  it('is not stored to the next element', () => expect(classOf(pair('dead-stores', COUNTING.replace('[rdi]', '[rdi+rcx*4]')))).toBe('unread-result'))
  it('may be stored again unchanged, where the loop computes it, calls nothing, and runs once', () => {
    const greatest = 'head: cmp [rsi+rcx*4], eax \n cmovg eax, edx \n store: mov [rdi], eax \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
    expect(firstConclusion(pair('silent-stores', greatest))).toMatchObject({ class: 'memory-accumulator', sureness: 'possible', place: { line: 3 } })
    for (const other of ['mov [rdi+rcx*4], eax', 'mov dword ptr [rdi], 0x1', 'call f \n mov [rdi], eax'])
      expect(classOf(pair('silent-stores', greatest.replace('store: mov [rdi], eax', other.replace(/(?=mov [^\n]*$)/, 'store: '))))).not.toBe(
        'memory-accumulator',
      )
    expect(classOf(pair('silent-stores', greatest, { scope: OUTSIDE }))).not.toBe('memory-accumulator')
  })
})

const SPILL = 'store: mov [rsp+0x8], rdx \n call rax \n mov rdi, [rsp+0x8] \n ret'

describe('a stack store that is never read', () => {
  const text = 'store: mov [rsp+0x8], rdx \n later: mov [rsp+0x8], rcx \n ret'
  it('is to a variable of the frame', () =>
    expect(firstConclusion(pair('dead-stores', text))).toMatchObject({ class: 'unread-stack-store', sureness: 'likely' }))
  it('is not to an array there', () => expect(classOf(pair('dead-stores', text.replaceAll('[rsp+0x8]', '[rsp+rbx*8+0x8]')))).toBe('unread-result'))
  it('is not sure to be a spill within a structure that is passed on', () => {
    const passed = (from: string): unknown => firstConclusion(pair('silent-stores', `lea rdi, ${from} \n ${SPILL}`))
    expect(passed('[rsp+0x4]')).toMatchObject({ class: 'spill-and-reload', sureness: 'possible' })
    expect(passed('[rsp+0x10]')).toMatchObject({ class: 'spill-and-reload', sureness: 'likely' })
  })
  it('is a spill where the same value comes again', () => expect(classOf(pair('silent-stores', SPILL))).toBe('spill-and-reload'))
  it('is no spill where only others read it, or may', () => {
    for (const text of [SPILL.replace('mov rdi, [rsp+0x8]', 'lea rdi, [rsp]'), `lea rdi, [rsp+0x8] \n ${SPILL}`])
      expect(firstConclusion(pair('silent-stores', text))).toMatchObject({ class: 'built-anew', sureness: 'observed', onStack: true })
    // It is an argument then.
    expect(classOf(pair('silent-stores', SPILL.replace('mov rdi, [rsp+0x8]', 'lea rdi, [rsp+0x10]')))).toBe('call-overhead')
  })
  it('is a part of an object with a constructor, also if it is a constant', () => {
    const constant = pair('silent-stores', `lea rdi, [rsp+0x8] \n ${SPILL.replace('mov [rsp+0x8], rdx', 'mov qword ptr [rsp+0x8], 0x0')}`)
    const within = (name: string): unknown => classOf({ ...constant, target: { ...constant.target, place: { ...constant.target.place, function: name } } })
    expect(within('list<int>::list(std::vector<int> const&)')).toBe('built-anew')
    expect(within('list::clear()')).toBe('unclassified')
  })
  it('is no spill of a constant', () =>
    expect(classOf(pair('silent-stores', SPILL.replace('mov [rsp+0x8], rdx', 'mov qword ptr [rsp+0x8], 0x0')))).toBe('unclassified'))
  it('is a spill where another path reads the register back', () => {
    const spilled = `${SPILL} \n later: mov [rsp+0x8], rcx \n ret`
    expect(firstConclusion(pair('dead-stores', spilled))).toMatchObject({ class: 'spill-and-reload', sureness: 'possible' })
    expect(firstConclusion(pair('dead-stores', SPILL))).toMatchObject({ class: 'spill-and-reload', sureness: 'likely' })
    expect(classOf(pair('dead-stores', `lea rdi, [rsp+0x8] \n ${spilled}`))).toBe('unread-stack-store')
    expect(classOf(pair('dead-stores', spilled.replace('mov [rsp+0x8], rdx', 'mov qword ptr [rsp+0x8], 0x0')))).toBe('unread-stack-store')
  })
  it('is not the guard of the stack', () => {
    const guard = `mov rax, fs:[0x28] \n store: mov [rsp+0x28], rax \n ${'nop \n '.repeat(220)} sub rax, [rsp+0x28] \n ret`
    expect(classOf(pair('silent-stores', guard))).toBe('call-overhead')
    expect(classOf(pair('silent-stores', guard.replace('fs:[0x28]', '[rdi]')))).toBe('spill-and-reload')
  })
})

describe('work of a call', () => {
  it('is to save registers and to write where to return to', () => {
    expect(classify(pair('silent-stores', 'store: push rbx \n pop rbx \n ret'))).toMatchObject({ class: 'call-overhead', sureness: 'likely' })
    expect(classOf(pair('silent-stores', 'store: call 0x2000 \n ret'))).toBe('call-overhead')
    expect(classify(pair('dead-stores', 'store: push rdx \n call 0x2000 \n ret')).evidence[0]).toContain('puts an argument on the stack')
    expect(classOf(pair('silent-stores', 'store: mov [rsp+0x8], rbx \n mov rbx, rdi \n ret'))).toBe('call-overhead')
  })
  it('puts arguments on the stack, also by moves and in a large function', () => {
    const large = `${'nop \n '.repeat(220)} ret`
    const call = `sub rsp, 0x20 \n store: movss [rsp+0x8], xmm8 \n movss xmm8, [rax] \n movss [rsp], xmm8 \n call 0x9000 \n add rsp, 0x20 \n ${large}`
    expect(classOf(pair('silent-stores', call))).toBe('call-overhead')
    for (const other of [
      call.replace('add rsp, 0x20', 'movss xmm0, [rsp+0x8]'),
      call.replace('movss xmm8, [rax]', 'lea rdi, [rsp+0x4]'),
      call.replace('movss xmm8, [rax]', 'mov rdi, rsp'),
      call.replace('call 0x9000', 'jnz 0x9000'),
    ])
      expect(classOf(pair('silent-stores', other)), other.slice(0, 120)).not.toBe('call-overhead')
  })
  it('is not what a dead store of a variable is overwritten by', () => {
    const reused = 'store: mov qword ptr [rsp+0x6], 0x0 \n later: call 0x2000 \n ret'
    expect(classOf(pair('dead-stores', reused))).toBe('unread-stack-store')
    expect(classOf(pair('dead-stores', reused.replace('mov qword ptr [rsp+0x6], 0x0', 'push rbx')))).toBe('call-overhead')
  })
  it('cannot be saved where a pointer is called, or where the function is large', () => {
    expect(classOf(pair('silent-stores', 'store: call rax \n ret'))).toBe('unclassified')
    expect(classOf(pair('silent-stores', `store: push rbx \n ${'nop \n '.repeat(220)} pop rbx \n ret`))).toBe('unclassified')
  })
})

describe('a computation', () => {
  const text = 'head: mov eax, [rsi+rcx*4] \n imul eax, eax \n store: mov [rdi+rcx*4], eax \n add rcx, 0x1 \n jnz head \n ret'
  it('is wasted if an input mostly is zero', () => {
    const factor = text.replace('imul eax, eax', 'input: mov edx, [rsi] \n imul eax, edx')
    const zeros = (share: number): Partial<AccessFacts> => ({ zerosOf: (address) => (address === listing(factor).address('input') ? share : null) })
    expect(firstConclusion(pair('silent-stores', factor, {}, zeros(0.9)))).toMatchObject({ class: 'zeros-dominate', sureness: 'likely' })
    expect(classOf(pair('silent-stores', factor, {}, zeros(0.5)))).toBe('unclassified')
  })
  it('is done again where its inputs are those of before', () => {
    const finding = firstConclusion(pair('silent-stores', text, {}, { unchanged: () => 0.97 }))
    expect(finding).toMatchObject({ class: 'recomputation', sureness: 'likely' })
    expect(finding?.evidence.join(' ')).toContain('97 %')
  })
  it('is only possibly done again where its inputs are those of before within the tolerance', () => {
    const finding = firstConclusion(pair('silent-stores', text, {}, { unchanged: () => 0.97, equalWithin: () => 0.01 }))
    expect(finding).toMatchObject({ class: 'recomputation', sureness: 'possible', inputsWithin: 0.01 })
    expect(finding?.evidence.join(' ')).toMatch(/had brought within 1 % in at least 97 %.* what the place held within 1 %/)
  })
  it('is none where two loaded values are only put side by side', () => {
    const joined =
      'head: movq xmm0, [rsi+rcx*8] \n movq xmm1, [rdx+rcx*8] \n punpcklqdq xmm0, xmm1 \n store: movups [rdi+rcx*8], xmm0 \n add rcx, 0x1 \n jnz head \n ret'
    const known = { unchanged: () => 0.97 }
    expect(classOf(pair('silent-stores', joined, {}, known))).not.toBe('recomputation')
    expect(classOf(pair('silent-stores', joined.replace('punpcklqdq', 'paddq'), {}, known))).toBe('recomputation')
  })
  it('is none where a constant is added to what is known: that is an address, or a count', () => {
    expect(classOf(pair('silent-stores', text.replace('imul eax, eax', 'add eax, 0x8'), {}, { unchanged: () => 0.97 }))).toBe('unclassified')
  })
  it('may have another input than its loads: an argument, or what the loop carries along', () => {
    expect(classOf(pair('silent-stores', text.replace('imul eax, eax', 'imul eax, r8d'), {}, { unchanged: () => 0.97 }))).toBe('unclassified')
  })
  it('may be equal by chance if the inputs differ or are unknown', () => {
    expect(classOf(pair('silent-stores', text, {}, { unchanged: () => 0.5 }))).toBe('unclassified')
    expect(classOf(pair('silent-stores', text))).toBe('unclassified')
  })
})

describe('a store', () => {
  it('copies what is there already where each jump to the store brings a load', () => {
    const unescaped =
      'jmp head \n store: mov [rax+rbp*1], dl \n add rbp, 0x1 \n head: movzx edx, byte ptr [rax+rcx*1] \n cmp dl, 0x5c \n jnz store \n movzx edx, byte ptr [rax+rcx*1+0x1] \n jmp store'
    expect(classOf(pair('silent-stores', unescaped))).toBe('redundant-copy')
    expect(classOf(pair('silent-stores', unescaped.replace('movzx edx, byte ptr [rax+rcx*1+0x1]', 'add edx, 0x20')))).toBe('unclassified')
  })
  it('copies what is there already', () => expect(classOf(pair('silent-stores', COUNTING.replace('[rdi]', '[rdi+rcx*4]')))).toBe('redundant-copy'))
  it('copies other data than before, as far as its load is known to bring new values: no more than observed', () => {
    const copied = COUNTING.replace('[rdi]', '[rdi+rcx*4]')
    const sureness = (share: number | null): unknown => firstConclusion(pair('silent-stores', copied, {}, { unchanged: () => share }))?.sureness
    expect([sureness(0.9), sureness(0.5), sureness(null)]).toEqual(['possible', 'observed', 'possible'])
  })
  it('may be needed where only the source is known to be unchanged: no more than observed', () => {
    const memcpy = { physicalFunction: '__memmove_avx_unaligned_erms' }
    const load = 'nop \n store: vmovdqu ymm0, [rsi] \n vmovdqu [rdi], ymm0 \n ret'
    expect(firstConclusion(pair('redundant-loads', load, {}, memcpy))).toMatchObject({ class: 'redundant-copy', sureness: 'observed' })
    const store = 'nop \n vmovdqu ymm0, [rsi] \n store: vmovdqu [rdi], ymm0 \n ret'
    expect(firstConclusion(pair('silent-stores', store, {}, memcpy))).toMatchObject({ class: 'redundant-copy', sureness: 'likely' })
  })
  it('translates, and does not copy, where data chooses the entry', () => {
    const translated = COUNTING.replace('mov eax, [rsi+rcx*4]', 'movzx eax, byte ptr [rsi+rcx*1] \n mov eax, [r8+rax*4]').replace('[rdi]', '[rdi+rcx*4]')
    expect(classOf(pair('silent-stores', translated))).toBe('unclassified')
    expect(classOf(pair('silent-stores', translated, {}, { physicalFunction: '__memcpy_avx_unaligned' }))).toBe('redundant-copy')
    const plain = translated.replace('mov eax, [r8+rax*4]', 'lea rdx, [rax+rax] \n lea rax, [r9] \n mov eax, [rdx+rax]').replace('cmp rcx, rdx', 'cmp rcx, r10')
    expect(classOf(pair('silent-stores', plain))).toBe('redundant-copy')
    expect(classOf(pair('silent-stores', `push rbp \n mov rbp, rsp \n ${plain}`))).toBe('unclassified')
  })
  it('updates without effect', () =>
    expect(classify(pair('silent-stores', 'store: or dword ptr [rdi], 0x4 \n ret'))).toMatchObject({ class: 'update-without-effect', sureness: 'certain' }))
  it('is never without effect where a number is added: only a part of its bytes was compared', () => {
    const added = (code: string): string => classOf(pair('silent-stores', `store: ${code} \n ret`))
    expect([added('add dword ptr [rdi], 0x1'), added('sub dword ptr [rdi], 0x2'), added('inc dword ptr [rdi]'), added('xor dword ptr [rdi], 0x1')]).toEqual(
      Array(4).fill('unclassified'),
    )
    expect([added('add dword ptr [rdi], 0x0'), added('add dword ptr [rdi], eax'), added('and dword ptr [rdi], 0x1')]).toEqual(
      Array(3).fill('update-without-effect'),
    )
  })
  it('copies no data where it stores a constant of the compiler, or one variable', () => {
    const constant = 'head: mov rax, [0x4a3c84] \n store: mov [rdi+rcx*8], rax \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
    expect(classOf(pair('silent-stores', constant))).toBe('unclassified')
    expect(classOf(pair('silent-stores', constant.replace('[0x4a3c84]', '[rsi+rcx*8]')))).toBe('redundant-copy')
  })
  it('copies no data where it moves a single variable, as an iterator that goes on', () => {
    const next = 'mov rsi, [rsi+r8*1] \n store: mov [rdi+0x10], rsi \n ret'
    expect(classOf(pair('silent-stores', next))).toBe('unclassified')
    expect(classOf(pair('silent-stores', next.replace('store:', 'mov [rdi+0x18], rdx \n store:')))).toBe('redundant-copy')
    expect(classOf(pair('silent-stores', next.replace('[rdi+0x10]', '[rdi+rcx*8]')))).toBe('redundant-copy')
    const moving = 'head: mov rdi, [rdx+rax*1] \n mov rsi, [rdi+0x8] \n store: mov [rdi], rsi \n add rax, 0x8 \n cmp rax, rcx \n jnz head \n ret'
    expect(classOf(pair('silent-stores', moving))).toBe('redundant-copy')
  })
  it('has zeros where values were recorded', () => {
    expect(classOf(pair('silent-stores', COUNTING.replace('[rdi]', '[rdi+rcx*4]'), {}, { zeros: 0.93 }))).toBe('zeros-dominate')
    expect(classOf(pair('silent-stores', COUNTING, {}, { zeros: 0.93 }))).toBe('memory-accumulator')
    expect(classOf(pair('silent-stores', COUNTING.replace('[rdi]', '[rdi+rcx*4]'), {}, { zeros: 0.4 }))).toBe('redundant-copy')
  })
  it('of code that was not optimised is to a variable that would be in a register', () => {
    const variables = 'mov eax, [rbp-0x4] \n add eax, [rbp-0x8] \n '.repeat(6)
    expect(classOf(pair('dead-stores', `push rbp \n mov rbp, rsp \n ${variables} store: mov [rbp-0x4], eax \n pop rbp \n ret`))).toBe('unoptimised-code')
    expect(classOf(pair('dead-stores', `push rbp \n mov rbp, rsp \n ${'add eax, ebx \n '.repeat(20)} store: mov [rbp-0x4], eax \n pop rbp \n ret`))).toBe(
      'unread-stack-store',
    )
  })
  it('of code that keeps registers for its caller is none of code that was not optimised', () => {
    const variables = 'mov eax, [rbp-0x4] \n add eax, [rbp-0x8] \n '.repeat(6)
    expect(
      classOf(pair('dead-stores', `push rbp \n mov rbp, rsp \n push r12 \n push r13 \n ${variables} store: mov [rbp-0x4], eax \n pop rbp \n ret`)),
    ).not.toBe('unoptimised-code')
  })
  it('of code that was not optimised is loaded back though the register still holds it', () => {
    const body = (reload: string): string =>
      `sub rsp, 0x18 \n mov [rsp+0x8], rdi \n ${reload} \n ${'add rax, rbx \n '.repeat(5)} store: mov [rsp+0x10], rax \n ret`
    expect(classOf(pair('dead-stores', body('mov rax, [rsp+0x8]')))).toBe('unoptimised-code')
    expect(classOf(pair('dead-stores', body('xor edi, edi \n mov rax, [rsp+0x8]')))).toBe('unread-stack-store')
    expect(
      classOf(
        pair(
          'dead-stores',
          `push rbp \n mov rbp, rsp \n add dword ptr [rbp-0x4], 0x1 \n ${'add rax, rbx \n '.repeat(4)} store: mov [rbp-0x10], rax \n mov [rbp-0x18], rbx \n pop rbp \n ret`,
        ),
      ),
    ).toBe('unoptimised-code')
    expect(classOf(pair('dead-stores', body('call free \n mov rax, [rsp+0x8]')))).toBe('unread-stack-store')
  })
})

it('two threads at one line are what was measured', () => {
  const text = 'store: mov [rdi], eax \n ret'
  const advice = classify(pair('false-sharing', text, { sharing: 'false', object: 'counters' }))
  expect(advice).toMatchObject({ class: 'false-sharing', sureness: 'certain' })
  expect(advice.evidence).toContain('The line belongs to counters.')
  expect(classOf(pair('false-sharing', text, { sharing: 'true' }))).toBe('true-sharing')
})

it('a class that was right too rarely is a possibility, with its alternatives and how often it was right', () => {
  const advice = classify(pair('dead-stores', 'store: mov dword ptr [rdi], 0x0 \n later: mov [rdi], ecx \n ret'))
  expect(advice).toMatchObject({ class: 'overwritten-before-use', sureness: 'possible' })
  expect(advice.cause).toMatch(/^Either .*, or .*; check whether every path writes it before reading it\.$/)
  expect(advice.remedy).toMatch(/^If so: drop the initialisation/)
  expect(advice.evidence.at(-1)).toMatch(/^This rule was right in \d+ of \d+ judged pairs of real programs\.$/)
})

it('waste without a rule is described as observed: what repeats, how often, within what, with which values', () => {
  const advice = classify(pair('silent-stores', 'store: mov [rdi], eax \n ret', { wastedHere: () => 0.625 }, { zeros: 0.25 }))
  expect(advice).toMatchObject({
    class: 'unchanged-store',
    sureness: 'observed',
    cause: expect.stringMatching(/^No rule explains why\. /),
    remedy: expect.stringMatching(/^If so: /),
  })
  expect(advice.evidence).toEqual([
    'mov [rdi], eax at 0x1000 in f (f.c:1) stores the value that was stored by mov [rdi], eax at 0x1000 in f (f.c:1), 1,200 times.',
    'It was measured to repeat within the loop at f.c:3.',
    "63 % of this instruction's stores are wasted in this way.",
    '25 % of its values are zero.',
  ])
})

it('without machine code no rule can look at it', () => {
  const advice = classify(pair('dead-stores', 'store: mov [rdi], eax \n ret', {}, { flow: null, position: -1, instruction: null }))
  expect(advice).toMatchObject({ class: 'unread-result', sureness: 'observed' })
  expect(advice.evidence).toContain('The profile does not hold the machine code of either access, so no rule could look at it.')
})
