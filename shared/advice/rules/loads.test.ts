import { describe, expect, it } from 'vitest'
import { classify, firstConclusion } from '../classify.ts'
import { access, facts, listing, OUTSIDE } from '../facts.testing.ts'
import type { AccessFacts, PairFacts } from '../pair_facts.ts'

function pair(text: string, rest: Partial<PairFacts> = {}, side: Partial<AccessFacts> = {}): PairFacts {
  const drawn = listing(text)
  const loop = text.includes('head:') ? 'head' : null
  const source = access(drawn, 'load', loop, side)
  return facts({ tool: 'redundant-loads', source, target: text.includes('later:') ? access(drawn, 'later', loop, side) : source, ...rest })
}
/** Class of the rule that fits, whether or not it is reported. */
const classOf = (found: PairFacts): string => firstConclusion(found)?.class ?? 'unclassified'

const LOOP = 'add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n last: ret'
const INVARIANT = `head: mov eax, [rdi] \n load: mov ebx, [rsi+0x8] \n mov [r8+rcx*4], ebx \n ${LOOP}`
const WALK = `head: nop \n load: add eax, [rsi+rcx*4] \n ${LOOP}`
const SEARCH = `head: nop \n load: cmp [rsi+rcx*4], edi \n jz last \n ${LOOP}`
const CHAIN = 'head: cmp [rax+0x8], edi \n jz last \n load: mov rax, [rax] \n test rax, rax \n jnz head \n last: ret'

describe('a loop-invariant load', () => {
  it('has the same address at each iteration', () => {
    expect(firstConclusion(pair(INVARIANT))).toMatchObject({ class: 'loop-invariant-load', sureness: 'certain', place: { line: 3 } })
  })
  it('may change now and then: only possible where the loop stores to it, and observed where a fifth of the loads find it changed', () => {
    expect(firstConclusion(pair(INVARIANT.replace('[r8+rcx*4], ebx', '[rsi+0x8], eax')))).toMatchObject({ class: 'loop-invariant-load', sureness: 'possible' })
    expect(firstConclusion(pair(INVARIANT, { wastedHere: () => 0.7 }))).toMatchObject({ class: 'loop-invariant-load', sureness: 'observed' })
    expect(firstConclusion(pair(INVARIANT))?.evidence).toContain('1 store in the loop keeps the compiler from hoisting it.')
    expect(firstConclusion(pair(INVARIANT.replace('mov [r8+rcx*4], ebx', 'add eax, ebx')))?.evidence).toContain(
      'The loop has no store and no call: the compiler could keep it, with a register to spare.',
    )
    expect(firstConclusion(pair(INVARIANT, { wastedHere: () => 0.9 }))).toMatchObject({ class: 'loop-invariant-load', sureness: 'certain' })
  })
  it('may be of the element that a few iterations choose, whichever register holds it', () => {
    const best =
      'head: nop \n load: mov eax, [rdi+0x8] \n cmp [rsi+0x8], eax \n jnl kept \n mov rdi, rsi \n kept: mov rsi, [rsi] \n test rsi, rsi \n jnz head \n last: ret'
    expect(firstConclusion(pair(best))).toMatchObject({ class: 'loop-invariant-load', sureness: 'possible', rarelyChanges: true })
    const swapped =
      'head: mov rdi, rbp \n load: mov eax, [rdi+0x8] \n mov rbp, rsi \n cmp [rsi+0x8], eax \n jl next \n mov rbp, rdi \n next: mov rsi, [rsi] \n test rsi, rsi \n jnz head \n last: ret'
    expect(classOf(pair(swapped))).toBe('loop-invariant-load')
    expect(firstConclusion(pair(best.replace('cmp', 'call f \n cmp')))).toMatchObject({ class: 'loop-invariant-load', sureness: 'observed' })
    expect(classOf(pair(best.replace('jnl kept', 'nop')))).not.toBe('loop-invariant-load')
    expect(classOf(pair(best.replace('mov rdi, rsi', 'mov rdi, [rdi]')))).not.toBe('loop-invariant-load')
    expect(classOf(pair(best, { wastedHere: () => 0.7 }))).not.toBe('loop-invariant-load')
  })
  it('may be of the element at an index that a few iterations set, and that each copies', () => {
    const longest =
      'head: mov rdi, [rbx+rcx*8] \n mov r8d, r13d \n load: movzx eax, byte ptr [rsi+r8] \n cmp byte ptr [rdi+r8], al \n jne next \n lea r8d, [rdi+rcx] \n cmp r13d, r8d \n jae next \n mov r13d, r8d \n next: add rcx, 1 \n cmp rcx, rbp \n jne head \n last: ret'
    expect(firstConclusion(pair(longest))).toMatchObject({ class: 'loop-invariant-load', sureness: 'possible', rarelyChanges: true })
    expect(classOf(pair(longest.replace('mov r13d, r8d', 'lea r13d, [r8+1]')))).not.toBe('loop-invariant-load')
    expect(classOf(pair(longest.replace('jae next', 'nop').replace('jne next', 'nop')))).not.toBe('loop-invariant-load')
    expect(classOf(pair(longest, { wastedHere: () => 0.7 }))).not.toBe('loop-invariant-load')
  })
  it('is none where only two loads of one iteration were measured to be equal', () => {
    const twice = INVARIANT.replace('mov [r8', 'later: mov edx, [rsi+0x8] \n mov [r8')
    const scope = { text: 'f f.c:1', header: null, measured: true, outside: false }
    expect(classOf(pair(twice))).toBe('loop-invariant-load')
    expect(classOf(pair(twice, { scope }))).not.toBe('loop-invariant-load')
  })
  it('is a spill on the stack, and none where the address moves or only the loop around repeats it', () => {
    expect(classOf(pair(INVARIANT.replace('[rsi+0x8]', '[rsp+0x8]')))).toBe('spill-and-reload')
    expect(classOf(pair(WALK))).toBe('unclassified')
    expect(classOf(pair(INVARIANT, { scope: OUTSIDE }))).toBe('unclassified')
  })
  it('stays in memory where the loop reloads other values already and uses nearly all registers', () => {
    const registers = ['rax', 'rbx', 'rcx', 'rdx', 'rbp', 'r8', 'r9', 'r10', 'r11', 'r12', 'r13', 'r14']
    const full = (reloaded: string, used = registers): string =>
      INVARIANT.replace('load:', `mov rdi, [rsp+0x18] \n mov eax, [rsi+0x20] \n ${used.map((each) => `or rax, ${each}`).join(' \n ')} \n load:`).replace(
        /^/,
        `mov [${reloaded}], rdi \n `,
      )
    expect(firstConclusion(pair(full('rsp+0x18')))).toMatchObject({
      class: 'spill-and-reload',
      sureness: 'likely',
      evidence: [
        expect.anything(),
        'A local variable would be on the stack, too: the loop already reloads 1 value from there.',
        ...Array(2).fill(expect.anything()),
      ],
    })
    // An argument that was passed there, a free register, and an address that nothing else needs.
    expect(classOf(pair(full('rsp+0x28')))).toBe('loop-invariant-load')
    expect(classOf(pair(full('rsp+0x18', registers.slice(7))))).toBe('loop-invariant-load')
    expect(classOf(pair(full('rsp+0x18').replace('mov eax, [rsi+0x20] \n', '')))).toBe('loop-invariant-load')
    const calling = full('rsp+0x18', ['rbx', 'rbp', 'r12', 'r13', 'r14']).replace('load:', 'call 0x9000 \n load:')
    expect(classOf(pair(calling))).toBe('spill-and-reload')
    expect(classOf(pair(calling.replace('or rax, r12', 'nop')))).toBe('loop-invariant-load')
  })
  it('is no spill where a call is given the address, or a variable has it as a member', () => {
    const spill = INVARIANT.replace('[rsi+0x8]', '[rsp]')
    expect(classOf(pair(spill))).toBe('spill-and-reload')
    expect(firstConclusion(pair(`mov rdi, rsp \n ${spill}`))).toMatchObject({ class: 'loop-invariant-load', sureness: 'possible' })
    expect(firstConclusion(pair(`mov rdi, rsp \n ${INVARIANT.replace('[rsi+0x8]', '[rsp+0x8]')}`))).toMatchObject({ sureness: 'possible' })
    expect(firstConclusion(pair(`mov rbp, rsp \n ${spill}`))).toMatchObject({ class: 'spill-and-reload', sureness: 'likely' })
    const { source, target, ...rest } = pair(spill)
    expect(classOf({ ...rest, source, target: { ...target, isMember: true } })).toBe('loop-invariant-load')
  })
  it('is no spill of an argument that each call reads from the stack', () => {
    const read = 'load: mov rax, [rsp+0x18] \n mov [rax], edi \n ret'
    expect(classOf(pair(read, { scope: OUTSIDE }))).toBe('unclassified')
    expect(classOf(pair(`${read} \n ${'nop \n '.repeat(9)} mov [rsp+0x18], rsi \n ret`, { scope: OUTSIDE }))).toBe('spill-and-reload')
  })
  it('may change where a call in the loop is given the object: a buffer grows', () => {
    const grown = INVARIANT.replace('mov [r8+rcx*4], ebx', 'mov rdi, rsi \n nop \n call 0x9000')
    expect(firstConclusion(pair(grown))).toMatchObject({ class: 'loop-invariant-load', sureness: 'possible' })
    expect(firstConclusion(pair(grown.replace('mov rdi, rsi', 'mov rdi, r9')))).toMatchObject({ sureness: 'certain' })
    expect(firstConclusion(pair(grown.replace('nop', 'lea rdi, [r9+0x8]')))).toMatchObject({ sureness: 'certain' })
    expect(firstConclusion(pair(grown.replace('[rsi+0x8]', '[0x4020]').replace('mov rdi, rsi', 'mov rdi, 0x5')))).toMatchObject({ sureness: 'certain' })
  })
  it('has an address that is loaded anew in a register with other uses, whatever these are', () => {
    const key = 'head: mov rax, [rsp+0x8] \n mov r14, [rax] \n load: movzx ecx, byte ptr [r14] \n call 0x9000 \n test eax, eax \n jz head \n last: ret'
    const evidence = 'Its address comes from loads whose own addresses do not change in that loop.'
    expect(firstConclusion(pair(key))).toMatchObject({ class: 'loop-invariant-load', evidence: expect.arrayContaining([evidence]) })
    expect(classOf(pair(key.replace('mov r14, [rax] \n load: movzx ecx, byte ptr [r14]', 'load: mov r14, [rax]')))).toBe('loop-invariant-load')
    expect(classOf(pair(key.replace('head: mov rax, [rsp+0x8]', 'mov rax, [rsp+0x8] \n head: nop')))).not.toBe('loop-invariant-load')
  })
  it('is none where one iteration loads twice what the loop stores', () => {
    const counted = 'head: mov eax, [rdi] \n load: mov ebx, [rsi+0x8] \n mov [r8+rcx*4], ebx \n later: mov eax, [rsi+0x8] \n add eax, 0x1 \n mov [rsi+0x8], eax'
    expect(classOf(pair(`${counted} \n ${LOOP}`))).toBe('aliased-reload')
    expect(classOf(pair(`${counted.replace('mov [rsi+0x8], eax', 'nop')} \n ${LOOP}`))).toBe('loop-invariant-load')
  })
  it('is in memory for the calls of a loop that changes it', () => {
    const stored = INVARIANT.replace('[rsi+0x8]', '[0x4020]').replace('add rcx', 'mov [0x4020], edx \n add rcx')
    expect(classOf(pair(stored))).toBe('loop-invariant-load')
    expect(classOf(pair(stored.replace('add rcx', 'call 0x9000 \n add rcx')))).not.toBe('loop-invariant-load')
    expect(classOf(pair(stored.replace('mov [0x4020], edx', 'call 0x9000')))).toBe('loop-invariant-load')
    expect(classOf(pair(stored.replaceAll('[0x4020]', '[rsi+0x8]').replace('add rcx', 'call 0x9000 \n add rcx')))).toBe('loop-invariant-load')
  })
  it('is not given for loops whose code is only partly known', () => {
    expect(classOf(pair(INVARIANT.replace('mov eax, [rdi]', 'test rcx, rcx \n jz last \n jmp rax \n nop')))).not.toBe('loop-invariant-load')
  })
})

describe('busy waiting', () => {
  const BARRIER =
    'jmp head \n spin: pause \n add rax, 0x1 \n cmp rax, rsi \n jz last \n head: nop \n load: mov ecx, [rdi] \n cmp edx, ecx \n jz spin \n last: ret'
  const FLAG = 'head: nop \n load: mov eax, [rdi] \n test eax, eax \n jz head \n last: ret'
  it('pauses between two looks at what another thread will change', () => {
    expect(firstConclusion(pair(BARRIER))).toMatchObject({ class: 'busy-waiting', sureness: 'certain' })
    expect(firstConclusion(pair(BARRIER.replace('pause', 'nop')))).toMatchObject({ class: 'busy-waiting', sureness: 'likely' })
  })
  it('ends by the loaded value alone, in a loop that changes nothing', () => {
    expect(firstConclusion(pair(FLAG, { threads: 4 }))).toMatchObject({ class: 'busy-waiting', sureness: 'likely' })
    expect(firstConclusion(pair(FLAG, { threads: 4 }))?.evidence[2]).toBe('The program has 4 threads.')
    expect(classOf(pair(FLAG.replace('nop', 'mov [rsi], ecx')))).toBe('loop-invariant-load')
    expect(classOf(pair(FLAG.replace('nop', 'call rbx')))).toBe('loop-invariant-load')
    expect(classOf(pair(FLAG.replace('test eax, eax', 'test ecx, ecx')))).toBe('loop-invariant-load')
  })
})

describe('a search', () => {
  it('walks until a value fits the key', () =>
    expect(firstConclusion(pair(SEARCH, { scope: OUTSIDE }))).toMatchObject({ class: 'linear-search', sureness: 'likely' }))
  it('is a traversal where nothing is compared, or where both change', () => {
    expect(classOf(pair(WALK, { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(SEARCH.replace('nop', 'mov edi, [rbx+rcx*4]'), { scope: OUTSIDE }))).toBe('repeated-traversal')
  })
  it('is none where the value only ends a text or a number', () => {
    const text = SEARCH.replace('load: cmp [rsi+rcx*4], edi', 'load: movzx eax, byte ptr [rsi+rcx*1] \n test al, al')
    expect(classOf(pair(text, { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(text.replace('test al, al', 'cmp al, 0x7f').replace('jz', 'jbe'), { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(text.replace('test al, al', 'cmp al, dil'), { scope: OUTSIDE }))).toBe('linear-search')
  })
  it('is none where the value is an index that is checked', () => {
    const checked = `${SEARCH.replace('load: cmp [rsi+rcx*4], edi', 'load: mov eax, [rsi+rcx*4] \n cmp rdx, rax').replace('jz last', 'jbe outside')}`
    const report = (argument: string): string => `${checked} \n outside: lea rdx, [rip+0x40d60] \n mov ${argument}, rax \n mov rsi, r8 \n call 0x9000`
    expect(classOf(pair(report('rdi'), { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(report('r9'), { scope: OUTSIDE }))).toBe('linear-search')
  })
  it('is none where the value is combined with another one that each iteration loads', () => {
    const both = `head: mov eax, [rbx+rcx*4] \n load: and eax, [rsi+rcx*4] \n test al, 0x30 \n jnz last \n ${LOOP}`
    expect(classOf(pair(both, { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(both.replace('mov eax, [rbx+rcx*4]', 'mov eax, 0x7'), { scope: OUTSIDE }))).toBe('linear-search')
  })
  it('follows a chain, if it does', () => {
    expect(classOf(pair(CHAIN, { scope: OUTSIDE }))).toBe('chained-lookup')
    expect(classOf(pair(CHAIN, { scope: OUTSIDE }, { executions: () => 100 }))).toBe('chained-lookup')
    const never = pair(
      CHAIN.replace('head: cmp [rax+0x8], edi', 'head: nop \n load: cmp [rax+0x8], edi').replace('load: mov rax', 'mov rax'),
      { scope: OUTSIDE },
      { executions: (address) => (address === 0x1004 ? 100 : 3) },
    )
    expect(classOf(never)).toBe('unclassified')
  })
  it('is a traversal of a chain where nothing but its end ends it', () => {
    expect(classOf(pair(CHAIN.replace('cmp [rax+0x8], edi \n jz last', 'add edx, [rax+0x8]'), { scope: OUTSIDE }))).toBe('repeated-traversal')
    const element = 'head: nop \n load: mov edx, [rax+0x8] \n add ecx, edx \n mov rax, [rax] \n test rax, rax \n jnz head \n ret'
    expect(classOf(pair(element, { scope: OUTSIDE }))).toBe('repeated-traversal')
  })
  it('is no more than observed where an element is compared with a constant, or has a flag', () => {
    const of = (text: string): unknown => firstConclusion(pair(text, { scope: OUTSIDE }))
    const chained = (sureness: string): unknown => expect.objectContaining({ class: 'chained-lookup', sureness, chain: 'links' })
    expect(of(CHAIN)).toEqual(chained('likely'))
    expect(of(CHAIN.replace('cmp [rax+0x8], edi', 'cmp dword ptr [rax+0x8], 0x3'))).toEqual(chained('observed'))
    const flag = CHAIN.replace('head: cmp [rax+0x8], edi', 'head: nop \n load: mov edx, [rax+0x8] \n test edx, edx').replace('load: mov rax', 'mov rax')
    expect(of(flag)).toEqual(chained('observed'))
    expect(of(flag.replace('test edx, edx', 'cmp edx, edi'))).toEqual(chained('likely'))
  })
  it('is a walk through sorted elements where one is less or greater than the key', () => {
    for (const jump of ['jg', 'jae'])
      expect(firstConclusion(pair(CHAIN.replace('jz last', `${jump} last`), { scope: OUTSIDE }))).toMatchObject({ sureness: 'observed', chain: 'sorted' })
  })
  it('goes down a tree in a container of the C++ standard library, whose end is a null link', () => {
    const down =
      'head: cmp [rax+0x20], rdi \n jl right \n load: mov rax, [rax+0x10] \n jmp test \n right: mov rax, [rax+0x18] \n test: test rax, rax \n jnz head \n last: ret'
    const of = (around: string[]): unknown => firstConclusion(pair(down, { scope: OUTSIDE }, { around }))
    expect(of(['std::set<int>::insert(int const&)'])).toMatchObject({ class: 'chained-lookup', sureness: 'likely', chain: 'tree' })
    for (const name of [
      'std::unordered_set<int>::insert(int const&)',
      'resolve(std::map<int, int> const&, int)',
      'std::_Hashtable<int, std::map<int, int> >::find(int const&)',
    ])
      expect(of([name]), name).not.toMatchObject({ chain: 'tree' })
  })
  it('claims no long chains of a hash table that keeps them short by itself', () => {
    const chain = 'head: cmp [rax+0x8], rdi \n jz last \n load: mov rax, [rax] \n test rax, rax \n jnz head \n last: ret'
    const of = (name: string): unknown => firstConclusion(pair(chain, { scope: OUTSIDE }, { around: [name] }))
    expect(of('std::_Hashtable<int, int>::find(int const&)')).toMatchObject({ class: 'chained-lookup', sureness: 'observed' })
    expect(of('find(std::unordered_map<int, int> const&, int)')).toMatchObject({ class: 'chained-lookup', sureness: 'likely' })
  })
  it('is a traversal of a ring, which ends at its first element', () => {
    const ring = 'head: nop \n add edx, [rax+0x8] \n load: mov rax, [rax] \n cmp rax, rdi \n jnz head \n last: ret'
    expect(classOf(pair(ring, { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(ring.replace('add edx, [rax+0x8]', 'cmp [rax+0x8], esi \n jz last'), { scope: OUTSIDE }))).toBe('chained-lookup')
  })
  it('is a traversal, too, of what was read one by one elsewhere', () => {
    const elsewhere = access(listing('load: mov eax, [rdi] \n ret'), 'load')
    expect(firstConclusion({ ...pair(WALK, { scope: OUTSIDE }), source: elsewhere })).toMatchObject({ class: 'repeated-traversal', sureness: 'observed' })
    expect(classify({ ...pair(WALK, { scope: OUTSIDE }), source: elsewhere })).toMatchObject({
      sureness: 'observed',
      cause: expect.stringMatching(/^The measurement does not show why\. /),
    })
    expect(classOf({ ...pair(WALK.replace('[rsi+rcx*4]', '[rsi+rax*4]'), { scope: OUTSIDE }), source: elsewhere })).not.toBe('repeated-traversal')
  })
})

describe('a traversal', () => {
  const sureness = (text: string, rest: Partial<PairFacts> = {}): unknown => {
    const found = firstConclusion(pair(text, { scope: OUTSIDE, ...rest }))
    expect(found?.class).toBe('repeated-traversal')
    return found!.sureness
  }
  it('has the same result again where it goes through one array alone', () => {
    expect(sureness(WALK)).toBe('likely')
    expect(sureness(WALK.replace('nop', 'mov ebx, [rdi+0x8]'))).toBe('likely')
    expect(sureness(WALK.replace('nop', 'mov ebx, [rsp+0x8]'))).toBe('likely')
    expect(sureness(WALK.replace('nop', 'mov ebx, [rsi+rcx*4+0x4]'))).toBe('likely')
  })
  it('may combine its array with others: a word is compared with each word of a list', () => {
    const words = WALK.replace('nop', 'movsx ebx, byte ptr [rdi+rcx*1]')
    expect(sureness(words)).toBe('observed')
    expect(sureness(words, { unchangedAcrossScope: () => 0.9 })).toBe('likely')
    expect(sureness(words, { unchangedAcrossScope: () => 0.7 })).toBe('observed')
  })
  it('has another result with another operand, such as a factor or a limit, unless that is a constant', () => {
    for (const code of [
      'add ebx, [rsi+rcx*4] \n imul ebx, edi',
      'movss xmm0, [rsi+rcx*4] \n mulss xmm0, xmm3',
      'mov eax, [rsi+rcx*4] \n cmp eax, r8d \n cmovg ebx, eax',
    ])
      expect(sureness(WALK.replace('add eax, [rsi+rcx*4]', code))).toBe('observed')
    const scaled = WALK.replace('add eax, [rsi+rcx*4]', 'movss xmm0, [rsi+rcx*4] \n mulss xmm0, xmm3')
    expect(sureness(scaled.replace('head: nop', 'movss xmm3, [0x4020] \n head: nop'))).toBe('likely')
    expect(sureness(scaled.replace('head: nop', 'mulss xmm3, xmm4 \n head: nop'))).toBe('observed')
    expect(sureness(WALK.replace('nop', 'mov ebx, [rdi+0x8]'), { unchangedAcrossScope: () => 0.5 })).toBe('observed')
  })
  it('may be fused with the loop before it in its function, unless it needs the result of that one', () => {
    const first = 'before: nop \n load: addss xmm1, [rsi+rax*4] \n add rax, 0x1 \n cmp rax, rdx \n jnz before'
    const both = (between: string, second: string): unknown => {
      const drawn = listing(`${first} \n ${between} \n head: nop \n later: movss xmm2, [rsi+rcx*4] \n ${second} \n ${LOOP}`)
      const found = facts({ tool: 'redundant-loads', source: access(drawn, 'load', 'before'), target: access(drawn, 'later', 'head'), scope: OUTSIDE })
      const other = { ...found, source: { ...found.source, physicalFunction: 'g' } }
      expect(firstConclusion(other)).toMatchObject({ class: 'repeated-traversal', sureness: 'observed' })
      expect(firstConclusion(found)?.class).toBe('repeated-traversal')
      return firstConclusion(found)!.sureness
    }
    expect(both('nop', 'addss xmm0, xmm2')).toBe('possible')
    expect(both('divss xmm1, xmm4', 'subss xmm2, xmm1')).toBe('observed')
    expect(both('movaps xmm5, xmm1', 'subss xmm2, xmm5')).toBe('observed')
    expect(both('movss xmm1, [0x4020]', 'subss xmm2, xmm1')).toBe('possible')
  })
  it('may do anything in calls', () => expect(sureness(WALK.replace('nop', 'call 0x9000'))).toBe('observed'))
  it('finds what the one before has left where that stores to what it reads', () => {
    for (const store of ['mov [rsi+rcx*4], ebx', 'add rcx, 0x1 \n mov [rsi+rcx*4-0x4], ebx'])
      expect(sureness(WALK.replace('add eax, [rsi+rcx*4]', `mov eax, [rsi+rcx*4] \n ${store}`))).toBe('observed')
    expect(sureness(WALK.replace('add eax, [rsi+rcx*4]', 'mov eax, [rsi+rcx*4] \n mov [rdi+rcx*4], eax'))).toBe('likely')
  })
})

describe('a search in a chain whose elements keep the hash of their key', () => {
  const SCREENED =
    'jmp head \n nop \n next: mov rax, [rbx] \n test rax, rax \n jz last \n mov rbx, rax \n head: nop \n load: cmp [rbx+0x8], r12d \n jnz next \n mov rdi, [rbx+0x10] \n call 0x9000; strcmp@plt \n test eax, eax \n jnz next \n last: ret'
  it('is a lookup, although another function compares the keys', () => {
    expect(firstConclusion(pair(SCREENED, { scope: OUTSIDE }))).toMatchObject({
      class: 'chained-lookup',
      sureness: 'likely',
      chain: 'links',
      evidence: expect.arrayContaining([expect.stringMatching(/decides whether a function looks closer at an element, whose result may end the loop\.$/)]),
    })
  })
  it('is none if the walk goes on whatever the function returns, or if the hash differs in each iteration', () => {
    for (const other of [
      SCREENED.replace('test eax, eax \n jnz next', 'add r13d, eax \n jmp next'),
      SCREENED.replace('nop \n load:', 'mov r12d, [rsi+rcx*4] \n load:'),
    ])
      expect(classOf(pair(other, { scope: OUTSIDE }))).not.toBe('chained-lookup')
  })
})

describe('a search for the best element of a chain', () => {
  const MATCH = `jmp head \n nop \n next: and edx, 0x7fff \n link: movzx edx, word ptr [r11+rdx*2] \n cmp edi, edx \n jae last
    head: mov eax, edx \n add rax, r9 \n load: cmp [rax+rsi*1], r10b \n jnz next \n mov r10b, [rax] \n jmp next \n last: ret`
  const of = (text: string): unknown => firstConclusion(pair(text, { scope: OUTSIDE }))
  it('reads the elements that a table of links leads to, and the links', () => {
    const chained = {
      class: 'chained-lookup',
      sureness: 'observed',
      chain: 'best',
      evidence: expect.arrayContaining([expect.stringMatching(/looks closer at an element/)]),
    }
    expect(of(MATCH)).toMatchObject(chained)
    expect(of(MATCH.replace('load: cmp', 'cmp').replace('link:', 'load:'))).toMatchObject(chained)
  })
  it('is advised to take fewer steps, and no larger table', () => {
    const { cause, remedy } = classify(pair(MATCH, { scope: OUTSIDE }))
    expect(cause).toContain('check whether the result is good enough after fewer steps')
    expect(remedy).toMatch(/^If so: visit fewer elements: limit the number of steps/)
    expect(remedy).not.toMatch(/bucket|table/)
  })
  it('is none if no element is compared, or if the address has another part that changes', () => {
    expect(classOf(pair(MATCH.replace('load: cmp [rax+rsi*1], r10b \n jnz next', 'load: add [rax+rsi*1], r10b \n nop'), { scope: OUTSIDE }))).not.toBe(
      'chained-lookup',
    )
    expect(classOf(pair(MATCH.replace('add rax, r9', 'add rax, r8').replace('mov r10b, [rax]', 'imul r8, rbx'), { scope: OUTSIDE }))).not.toBe('chained-lookup')
  })
  it('is a traversal if the elements hold their links: a list is walked through for other reasons, too', () => {
    const list =
      'jmp head \n nop \n next: mov rax, [rax] \n test rax, rax \n jz last \n head: nop \n load: cmp [rax+0x8], edi \n jnz next \n add ecx, 0x1 \n jmp next \n last: ret'
    expect(classOf(pair(list, { scope: OUTSIDE }))).toBe('repeated-traversal')
  })
})

describe('a chain whose links are distances', () => {
  const DISTANCES = `jmp head \n nop \n next: mov edx, eax \n and edx, 0x1ff \n link: movzx edx, word ptr [r10+rdx*2] \n step: sub eax, edx \n cmp eax, r8d \n jb last
    head: mov edx, eax \n lea rcx, [r9+rdx*1-0x8] \n movsxd rdx, edi \n load: movzx ebx, byte ptr [rcx+rdx*1] \n cmp [rsi+rdx*1], bl \n jnz next \n add edi, 0x1 \n jmp next \n last: ret`
  const of = (text: string): unknown => firstConclusion(pair(text, { scope: OUTSIDE }))
  const chained = { class: 'chained-lookup', sureness: 'observed', chain: 'best' }
  const ofLink = (text: string): string => text.replace('load: movzx', 'movzx').replace('link:', 'load:')
  it('is followed by a subtraction of what was loaded at the present position', () => {
    expect(of(DISTANCES)).toMatchObject(chained)
    expect(of(ofLink(DISTANCES))).toMatchObject(chained)
    expect(of(DISTANCES.replace('link: movzx edx, word ptr [r10+rdx*2] \n step: sub eax, edx', 'nop \n sub eax, dword ptr [r10+rdx*4]'))).toMatchObject(chained)
  })
  it('is followed across a call that the position is kept from, and with a table whose address is loaded anew', () => {
    const kept = DISTANCES.replace('add edi, 0x1', 'mov [rsp+0x20], r9 \n call 0x9000 \n mov r9, [rsp+0x20]')
    expect(of(kept.replace('link:', 'mov rbx, [rsp+0x8] \n link:').replace('[r10+rdx*2]', '[rbx+rdx*2]'))).toMatchObject(chained)
    expect(of(kept.replace('mov r9, [rsp+0x20]', 'mov r9, [rsp+0x28] \n mov [rsp+0x28], rax'))).not.toMatchObject(chained)
  })
  it('is read by several instructions', () => {
    const drawn = listing(DISTANCES.replace('add edi, 0x1', 'again: mov ebx, [rcx] \n cmp ebx, r11d'))
    const both = facts({ tool: 'redundant-loads', source: access(drawn, 'load', 'head'), target: access(drawn, 'again', 'head'), scope: OUTSIDE })
    expect(firstConclusion(both)).toMatchObject(chained)
  })
  it('is none if the next number is read elsewhere: by a counter, a key, or in another row', () => {
    const counted = DISTANCES.replace('mov edx, eax \n and edx, 0x1ff', 'add r12, 0x1 \n mov rdx, r12')
    const keyed = DISTANCES.replace('and edx, 0x1ff', 'movzx edx, byte ptr [r14+rdx*1]')
    const added = DISTANCES.replace('and edx, 0x1ff', 'add edx, ebx')
    const otherRow = DISTANCES.replace('mov edx, eax \n and', 'add r10, r13 \n mov edx, eax \n and')
    for (const text of [counted, keyed, added, otherRow]) {
      expect(of(text)).not.toMatchObject(chained)
      expect(of(ofLink(text))).not.toMatchObject(chained)
    }
  })
})

describe('a table that is probed', () => {
  const PROBE = 'jmp head \n nop \n head: add eax, 0x1 \n and eax, 0x3ff \n mov edx, eax \n load: mov edx, [rcx+rdx*4] \n cmp edx, edi \n jnz head \n last: ret'
  it('is walked through from slot to slot until the key fits', () => {
    expect(firstConclusion(pair(PROBE, { scope: OUTSIDE }))).toMatchObject({ class: 'chained-lookup', sureness: 'likely', chain: 'slots' })
    expect(classOf(pair(PROBE.replace('and eax, 0x3ff', 'nop'), { scope: OUTSIDE }))).not.toBe('chained-lookup')
  })
})

describe('a stencil', () => {
  const text = `head: movsd xmm0, [rsi+rcx*8+0x8] \n load: movsd xmm1, [rsi+rcx*8+0x8] \n later: addsd xmm1, [rsi+rcx*8] \n ${LOOP}`
  it('reads what it read an iteration before', () => {
    const finding = firstConclusion(pair(text))
    expect(finding).toMatchObject({ class: 'stencil-reload', sureness: 'certain' })
    expect(finding?.evidence[1]).toContain('an iteration before, 1,200 times')
  })
  it('is none where both loads are of one element, and its address register is incremented in between', () => {
    const twice = `head: nop \n load: sub edi, [rax] \n add rax, 0x4 \n add dword ptr [rbx+rdi*4], 0x1 \n later: sub esi, [rax-0x4] \n ${LOOP}`
    const unmeasured = { text: 'loop at f.c:3', header: 0x1000, measured: false, outside: null }
    expect(classOf(pair(twice, { scope: unmeasured }))).toBe('aliased-reload')
    expect(classOf(pair(twice.replace('add dword ptr [rbx+rdi*4], 0x1', 'nop'), { scope: unmeasured }))).toBe('unclassified')
    expect(classOf(pair(twice.replace('[rax-0x4]', '[rax-0x8]'), { scope: unmeasured }))).toBe('stencil-reload')
    expect(classOf(pair(twice.replace('later:', 'jz last \n later:'), { scope: unmeasured }))).toBe('aliased-reload')
    const entered = twice.replace('head: nop', 'head: test edx, edx \n jz middle').replace('add rax, 0x4', 'add rax, 0x4 \n middle: nop')
    expect(classOf(pair(entered, { scope: unmeasured }))).not.toBe('aliased-reload')
    const anew = twice.replace('add rax, 0x4', 'mov rax, [rcx+rbx*8]').replace('[rax-0x4]', '[rax]')
    expect(classOf(pair(anew, { scope: unmeasured }))).not.toBe('aliased-reload')
  })
  it('moves by one step where each way through the loop takes one of two copies of it', () => {
    const branches = `head: movsd xmm0, [rsi+rcx*8] \n load: movsd xmm1, [rsi+rcx*8+0x8] \n later: addsd xmm1, [rsi+rcx*8] \n test eax, eax \n jz other \n add rcx, 0x1 \n jmp head \n other: add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret`
    expect(classOf(pair(branches))).toBe('stencil-reload')
    expect(classOf(pair(branches.replace('jmp head', 'nop')))).not.toBe('stencil-reload')
  })
  it('is none where only few iterations load what the others would have to carry along', () => {
    const of = (load: number, later: number) => classOf(pair(text, {}, { executions: (address) => (address === 0x1008 ? later : load) }))
    expect([of(1000, 600), of(1000, 400), of(400, 1000)]).toEqual(['stencil-reload', 'unclassified', 'unclassified'])
  })
  it('is none between elements that are read in one iteration only', () => {
    expect(classOf(pair(text.replace('addsd xmm1, [rsi+rcx*8]', 'addsd xmm1, [rsi+rcx*8+0x10]')))).toBe('unclassified')
    expect(classOf(pair(text.replace('addsd xmm1, [rsi+rcx*8]', 'addsd xmm1, [rdi+rcx*8]')))).toBe('unclassified')
  })
  it('has an index that is chosen at each iteration, where the counts show that it follows', () => {
    const chosen = `head: mov rax, rcx \n cmovz rax, r9 \n load: movsd xmm0, [rsi+rcx*8] \n later: addsd xmm1, [rsi+rax*8] \n ${LOOP}`
    expect(firstConclusion(pair(chosen, {}, { executions: () => 1250 }))).toMatchObject({ class: 'stencil-reload', sureness: 'possible' })
    expect(classOf(pair(chosen, {}, { executions: () => 12_000 }))).toBe('unclassified')
    // Also in the first iteration: it is the same element in one iteration.
    expect(classOf(pair(chosen, { instances: 1250 }, { executions: () => 1250 }))).not.toBe('stencil-reload')
    expect(classOf(pair(chosen, { scope: OUTSIDE }, { executions: () => 1250 }))).not.toBe('stencil-reload')
  })
  it('has indices that are computed anew and move by one step', () => {
    const inStep = `head: add ebx, 0x5 \n lea edi, [rbx+0x7] \n load: movsd xmm0, [rsi+rdi*8] \n lea edi, [rbx+0x2] \n later: addsd xmm1, [rsi+rdi*8] \n ${LOOP}`
    expect(firstConclusion(pair(inStep))).toMatchObject({ class: 'stencil-reload', sureness: 'possible' })
    expect(classOf(pair(inStep.replace('lea edi, [rbx+0x2]', 'lea edi, [r9+rbx*2]')))).not.toBe('stencil-reload')
    expect(classOf(pair(inStep, { scope: { text: 'f f.c:1', header: null, measured: true, outside: false } }))).not.toBe('stencil-reload')
  })
  it('may overlap within one iteration', () => {
    const vectors = `head: nop \n load: movups xmm1, [rsi+rcx*8+0x4] \n later: movups xmm2, [rsi+rcx*8] \n ${LOOP}`
    expect(firstConclusion(pair(vectors, { scope: { text: 'f f.c:1', header: null, measured: true, outside: false } }))).toMatchObject({
      class: 'stencil-reload',
      sureness: 'observed',
    })
    const within = { text: 'loop at f.c:3', header: 0x1000, measured: false, outside: null }
    expect(classOf(pair(vectors, { scope: within }))).toBe('stencil-reload')
    expect(classOf(pair(vectors, { scope: { ...within, measured: true } }))).not.toBe('stencil-reload')
  })
})

describe('an object', () => {
  const listed = `head: mov rax, [rsi+rcx*8] \n load: mov edx, [rax+0x8] \n ${LOOP}`
  it('is gone through again where a list of pointers names it', () => {
    expect(firstConclusion(pair(listed, { scope: OUTSIDE }))).toMatchObject({ class: 'repeated-traversal', sureness: 'observed', byPointers: true })
    expect(classOf(pair(listed))).toBe('unclassified')
    const copied = listed.replace('load:', 'mov rbx, rax \n load:').replace('[rax+0x8]', '[rbx+0x8]')
    expect(firstConclusion(pair(copied, { scope: OUTSIDE }))?.byPointers).toBe(true)
  })
  it('is named by no list where some path takes another one', () => {
    for (const other of ['jz load \n mov rax, [rbx]', 'add rax, rdx', 'mov rax, [rax+0x10]'])
      expect(firstConclusion(pair(listed.replace('load:', `${other} \n load:`), { scope: OUTSIDE }))?.byPointers).toBeUndefined()
  })
  it('may be the same one in two loads of an iteration', () => {
    const twice = listed.replace('load:', 'load: mov ebx, [rax+0x8] \n later:')
    expect(firstConclusion(pair(twice, { scope: { ...OUTSIDE!, outside: null } }))?.byPointers).toBeUndefined()
  })
})

describe('a table', () => {
  it('is looked up by a computed number', () => {
    const text = `head: movzx eax, byte ptr [rsi+rcx*1] \n xor al, bl \n load: mov edx, [rdi+rax*4] \n ${LOOP.replace('rdx', 'r9')}`
    expect(classOf(pair(text))).toBe('table-lookup')
    expect(classOf(pair(text.replace('[rdi+rax*4]', '[rdi+rcx*4]')))).toBe('unclassified')
  })
  it('is gone through where a list names its elements', () => {
    const gathered = `head: movsxd rax, dword ptr [rsi+rcx*4] \n load: movsd xmm0, [rdi+rax*8] \n ${LOOP}`
    expect(classOf(pair(gathered, { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(gathered.replace('add rcx', 'movsxd rax, ebx \n mov [r9+rax*4], ecx \n add rcx'), { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(gathered))).toBe('table-lookup')
    expect(classOf(pair(gathered.replace('load:', 'xor eax, ebx \n load:'), { scope: OUTSIDE }))).toBe('table-lookup')
  })
  it('is looked up by the characters of a text, which are no list of indices', () => {
    const scored = `head: movzx eax, byte ptr [rsi+rcx*1] \n load: mov edx, [rdi+rax*4] \n ${LOOP}`
    expect(classOf(pair(scored, { scope: OUTSIDE }))).toBe('table-lookup')
    expect(classOf(pair(scored.replace('movzx eax, byte ptr', 'movsxd rax, dword ptr'), { scope: OUTSIDE }))).toBe('repeated-traversal')
  })
  it('is no array that is gone through where its index goes up and down, as the top of a stack', () => {
    const walk = `head: test ebx, ebx \n jz pop \n add rax, 0x1 \n jmp top \n pop: add rax, 0x1 \n top: nop \n load: mov edx, [rdi+rax*4] \n ${LOOP}`
    expect(classOf(pair(walk, { scope: OUTSIDE }))).toBe('repeated-traversal')
    expect(classOf(pair(walk.replace('pop: add rax, 0x1', 'pop: sub rax, 0x2'), { scope: OUTSIDE }))).toBe('unclassified')
  })
  it('is not looked up by counters alone', () => {
    const counted = `head: imul rax, rbx \n load: mov edx, [rdi+rax*4] \n ${LOOP}`
    expect(classOf(pair(counted))).toBe('unclassified')
    expect(classOf(pair(counted.replace('imul rax, rbx', 'imul rax, [rsi+rcx*8]')))).toBe('table-lookup')
    expect(classOf(pair(counted.replace('add rcx', 'imul rax, [rsi+rcx*8] \n add rcx').replace('imul rax, rbx', 'nop')))).toBe('table-lookup')
    expect(classOf(pair(counted.replace('imul rax, rbx', 'imul rax, [rsi]')))).toBe('unclassified')
    expect(classOf(pair(counted.replace('imul rax, rbx', 'imul rax, [rsp+0x8]')))).toBe('unclassified')
    expect(classOf(pair(counted.replace('imul rax, rbx', 'imul rax, [rsp+rcx*8]')))).toBe('table-lookup')
  })
  it('is none where the loop stores to its elements', () => {
    const sorted = `head: movzx eax, byte ptr [rsi+rcx*1] \n load: mov edx, [rdi+rax*4] \n mov [rdi+rbx*4], edx \n ${LOOP}`
    expect(classOf(pair(sorted))).toBe('unclassified')
    for (const other of ['[r8+rbx*4]', '[rdi+rbx*8]', '[rdi+rbx*4+0x40]'])
      expect(classOf(pair(sorted.replace('mov [rdi+rbx*4]', `mov ${other}`)))).toBe('table-lookup')
  })
  it('is looked up in several places of a loop', () => {
    const unrolled = `head: movzx eax, byte ptr [rsi+rcx*1] \n xor al, bl \n load: mov edx, [rdi+rax*4] \n xor al, dl \n later: mov ebp, [rdi+rax*4] \n ${LOOP.replace('rdx', 'r9')}`
    expect(classOf(pair(unrolled))).toBe('table-lookup')
    expect(classOf(pair(unrolled.replace('mov ebp, [rdi', 'mov ebp, [r8')))).toBe('unclassified')
  })
  it('is required where it tells where to jump to', () => {
    expect(classOf(pair('load: mov rax, [r14+rax*8] \n jmp rax \n ret', { scope: OUTSIDE }))).toBe('required-access')
    expect(classOf(pair('load: jmp [r14+rax*8] \n ret', { scope: OUTSIDE }))).toBe('required-access')
  })
})

describe('a call', () => {
  it('loads anew what the call before loaded', () => {
    expect(firstConclusion(pair('load: cmp [0x4020], edi \n setl al \n ret', { scope: OUTSIDE }))).toMatchObject({
      class: 'call-invariant-load',
      sureness: 'likely',
    })
    expect(classOf(pair('load: cmp [rsi+rdi*4], edi \n setl al \n ret', { scope: OUTSIDE }))).toBe('unclassified')
    expect(classOf(pair('load: cmp [0x4020], edi \n ret', { scope: OUTSIDE }, { physicalFunction: '__memcmp_avx2_movbe' }))).toBe('unclassified')
  })
  it('loads anew what another one had loaded, of a global variable alone', () => {
    const both = (load: string): string => {
      const found = pair(`load: ${load} \n setl al \n ret \n later: ${load} \n ret`, { scope: OUTSIDE })
      return classOf({ ...found, source: { ...found.source, physicalFunction: 'g' } })
    }
    expect(both('cmp [0x4020], edi')).toBe('call-invariant-load')
    expect(both('cmp [rsi+0x8], edi')).toBe('unclassified')
  })
  it('needs a value that stays, and a caller that knows whom it calls', () => {
    const load = 'load: cmp [0x4020], edi \n setl al \n ret'
    expect(classOf(pair(load, { scope: OUTSIDE, wastedHere: () => 0.7 }))).toBe('unclassified')
    expect(classOf(pair(load, { scope: OUTSIDE }, { calledThroughPointer: () => true }))).toBe('unclassified')
  })
  it('cannot be handed what a library keeps between its calls', () => {
    const inLibrary = {
      libraryCall: {
        callee: 'getc',
        place: { function: 'f', file: '/src/f.c', line: 3 },
        flow: null,
        position: -1,
        loop: null,
        unchanged: () => null,
        equalWithin: () => 0,
      },
    }
    expect(classOf(pair('load: cmp [rdi+0x10], eax \n ret', { scope: OUTSIDE }, inLibrary))).toBe('unclassified')
    expect(classOf(pair('load: cmp [rdi+0x10], eax \n ret', { scope: OUTSIDE }))).toBe('call-invariant-load')
  })
  it('restores registers', () => expect(classOf(pair('push rbx \n load: pop rbx \n ret', { scope: OUTSIDE }))).toBe('call-overhead'))
  it('is not inlined where it goes through a pointer', () =>
    expect(classOf(pair('push rbx \n load: pop rbx \n ret', { scope: OUTSIDE }, { calledThroughPointer: () => true }))).toBe('unclassified'))
  it('reloads the stack guard, which cannot be passed as an argument', () => {
    const large = `${'nop \n '.repeat(220)} ret`
    expect(classOf(pair(`load: mov rax, fs:[0x28] \n ${large}`, { scope: OUTSIDE }))).toBe('unclassified')
    expect(classOf(pair(`load: mov rax, fs:[0x10] \n ${large}`, { scope: OUTSIDE }))).toBe('call-invariant-load')
    expect(classOf(pair(`load: mov rax, fs:[0x28] \n mov [rsi], edx \n later: sub rax, fs:[0x28] \n ${large}`))).toBe('unclassified')
  })
})

describe('a load after a store', () => {
  const text = 'load: mov eax, [rdi+0x4] \n mov [rsi], edx \n later: add eax, [rdi+0x4] \n ret'
  it('reads the same address again, for fear of an alias', () => expect(classOf(pair(text))).toBe('aliased-reload'))
  it('needs a store or call in between, and an address and a value that stay', () => {
    expect(classOf(pair(text, { wastedHere: () => 0.5 }))).toBe('unclassified')
    expect(classOf(pair(text.replace('mov [rsi], edx', 'mov ecx, edx')))).toBe('unclassified')
    expect(classOf(pair(text.replace('mov [rsi], edx', 'mov [rsi], edx \n add rdi, 0x4')))).toBe('unclassified')
  })
  it('does not pass code of other paths that lies between both', () => {
    const away = 'load: mov eax, [rdi+0x4] \n mov [rsi], edx \n jmp later \n other: mov rdi, [rsi] \n ret \n later: add eax, [rdi+0x4] \n jz other \n ret'
    expect(classOf(pair(away))).toBe('aliased-reload')
    expect(classOf(pair(away.replace('mov [rsi], edx', 'mov ecx, edx')))).toBe('unclassified')
    const comesBack = away.replace('jmp later', 'jz later').replace('\n ret \n later', '\n nop \n later')
    expect(classOf(pair(comesBack))).toBe('unclassified')
  })
  it('is none of the pointer to the methods of an object', () => {
    const method = 'load: mov rax, [rdi] \n mov [rsi], edx \n later: mov rax, [rdi] \n call qword ptr [rax+0x10] \n ret'
    expect(classOf(pair(method))).toBe('unclassified')
    expect(classOf(pair(method.replace('call qword ptr [rax+0x10]', 'mov rcx, [rax+0x10]')))).toBe('aliased-reload')
  })
})

describe('a reuse', () => {
  const far = {
    p50: 1e6,
    p90: 1e7,
    beyond: [
      { bytes: 32_768, share: 0.9 },
      { bytes: 1 << 20, share: 0.1 },
    ],
  }
  const near = { ...far, beyond: [{ bytes: 32_768, share: 0.2 }] }
  const columns = `head: nop \n load: add eax, [rsi] \n add rsi, 0x280 \n cmp rsi, rdx \n jnz head \n ret`
  const reuse = (text: string, distance: PairFacts['distance']): string => classOf(pair(text, { tool: 'reuse-distance', relation: 'REUSED_BY', distance }))
  it('comes late where the innermost loop leaps over cache lines', () => expect(reuse(columns, far)).toBe('poor-loop-order'))
  it('is only possibly one of loop order where a structure may be as long as the leap', () => {
    const of = (step: string) =>
      firstConclusion(pair(columns.replace('0x280', step), { tool: 'reuse-distance', relation: 'REUSED_BY', distance: far }))?.sureness
    expect(of('0x280')).toBe('likely')
    expect(of('0x48')).toBe('possible')
  })
  it('comes late for another reason', () => expect(reuse(WALK, far)).toBe('distant-reuse'))
  it('comes late where a register holds how far each iteration leaps', () => {
    const column = 'head: nop \n load: addsd xmm0, [rsi] \n add rsi, r8 \n cmp rsi, rdx \n jnz head \n ret'
    const of = (text: string) => firstConclusion(pair(text, { tool: 'reuse-distance', relation: 'REUSED_BY', distance: far }))
    expect(of(column)).toMatchObject({ class: 'poor-loop-order', sureness: 'possible' })
    expect(of(column.replace('head: nop', 'head: mov r8, [rdi]'))).toMatchObject({ class: 'distant-reuse' })
  })
  it('is along memory where the other accesses of an iteration use what it passes', () => {
    const unrolled = `head: vpcmpeqb ymm1, ymm4, [rsi] \n load: vpcmpeqb ymm2, ymm4, [rsi+0x20] \n vpcmpeqb ymm3, ymm4, [rsi+0x40] \n vpcmpeqb ymm5, ymm4, [rsi+0x60] \n sub rsi, 0xffffffffffffff80 \n cmp rsi, rdx \n jb head \n ret`
    expect(reuse(unrolled, far)).toBe('distant-reuse')
    expect(reuse(unrolled.replace(/vpcmpeqb ymm[35], ymm4, \[rsi\+0x[46]0\]/g, 'nop').replace('vpcmpeqb ymm1, ymm4, [rsi]', 'nop'), far)).toBe(
      'poor-loop-order',
    )
  })
  it('is never sure to be mended by blocks', () =>
    expect(firstConclusion(pair(WALK, { tool: 'reuse-distance', relation: 'REUSED_BY', distance: far }))?.sureness).toBe('possible'))
  it('leaps by what is subtracted, too', () => {
    const conclusion = firstConclusion(
      pair(columns.replace('add rsi, 0x280', 'sub rsi, 0xffffffffffffff80'), { tool: 'reuse-distance', relation: 'REUSED_BY', distance: far }),
    )
    expect(conclusion?.evidence[0]).toContain('moves by 128 bytes')
  })
  it('comes in time', () => expect(reuse(columns, near)).toBe('unclassified'))
})

it('elements that equal their neighbours are uniform', () => {
  expect(classOf(pair(WALK, { tool: 'spatial-loads', object: 'grid' }))).toBe('uniform-data')
})
