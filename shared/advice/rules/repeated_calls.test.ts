import { describe, expect, it } from 'vitest'
import type { LibraryCall, SiblingCalls } from '../call_facts.ts'
import { classify, firstConclusion } from '../classify.ts'
import { access, facts, listing, OUTSIDE } from '../facts.testing.ts'
import type { AccessFacts, PairFacts } from '../pair_facts.ts'

const INSIDE = listing('load: movsd xmm2, [rdx+rax*8] \n addsd xmm0, xmm2 \n ret')

/** A load in a library's function that the listing calls at "call:", with a loop at "head:" if it has one. */
function loadIn(callee: string, text: string, unchanged = 1, within = 0): PairFacts {
  const caller = listing(text)
  const place = { function: 'g', file: '/src/g.c', line: 4 }
  const libraryCall: LibraryCall = {
    callee,
    place,
    flow: caller.flow,
    position: caller.flow.positionOf(caller.address('call')),
    loop: text.includes('head:') ? caller.flow.loopAt(caller.address('head')) : null,
    unchanged: () => unchanged,
    equalWithin: () => within,
  }
  const side = access(INSIDE, 'load', null, { libraryCall, module: '/lib/libm.so.6' })
  return facts({ tool: 'redundant-loads', source: side, target: side, scope: OUTSIDE })
}
const classOf = (pair: PairFacts): string => firstConclusion(pair)?.class ?? 'none'

const LOADED = 'head: movsd xmm0, [rsi+rcx*8] \n xorpd xmm0, [0x2010] \n call: call 0x4000 \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
const CARRIED = 'head: movq xmm0, r14 \n call: call 0x4000 \n movsd xmm1, [rsp+0x8] \n add rcx, 0x1 \n cmp rcx, rdx \n jnz head \n ret'
const STRING = 'mov rbp, rdi \n head: mov rdi, rbp \n call: call 0x4000 \n add rbx, 0x1 \n cmp rbx, rax \n jb head \n ret'

describe('a call with the arguments of before', () => {
  it('has arguments that were loaded unchanged, or that the loop leaves as they are', () => {
    expect(firstConclusion(loadIn('__exp', LOADED))).toMatchObject({ class: 'repeated-call', sureness: 'likely', place: { function: 'g', line: 4 } })
    expect(firstConclusion(loadIn('__exp', LOADED))?.evidence[0]).toContain('1 load of the arguments of __exp')
    expect(classOf(loadIn('__pow', CARRIED))).toBe('repeated-call')
    expect(firstConclusion(loadIn('__strlen_avx2', STRING))?.evidence[0]).toBe('The loop that calls __strlen_avx2 does not change its 1 argument.')
    expect(classOf({ ...loadIn('__strlen_avx2', STRING), wastedHere: () => 0.9 })).toBe('repeated-call')
  })
  it('is only possible with elements of two arrays, which may meet in other combinations', () => {
    const two = LOADED.replace('xorpd xmm0, [0x2010]', 'movsd xmm1, [rdi+rcx*8]')
    expect(firstConclusion(loadIn('__pow', two))).toMatchObject({ class: 'repeated-call', sureness: 'possible' })
    expect(firstConclusion(loadIn('__pow', two.replace('[rdi+rcx*8]', '[rdi]')))).toMatchObject({ class: 'repeated-call', sureness: 'likely' })
  })
  it('is only possible where the arguments are the same within the tolerance, and says so', () => {
    const near = firstConclusion(loadIn('__exp', LOADED, 1, 0.01))
    expect(near).toMatchObject({ class: 'repeated-call', sureness: 'possible', inputsWithin: 0.01 })
    expect(near?.evidence[0]).toContain('brought what the load before had brought within 1 % in at least 100 % of their executions')
    expect(classify(loadIn('__exp', LOADED, 1, 0.01))).toMatchObject({
      title: 'called again with nearly the same arguments',
      cause: expect.stringContaining('they change by less than 1 %, and each result is another one'),
    })
    // The loop does not change them, but where it stores a new one.
    const kept = CARRIED.replace('call: call', 'movsd [rsp+0x8], xmm1 \n call: call')
    for (const text of [CARRIED, kept]) expect(firstConclusion(loadIn('__pow', text, 1, 0.01))).toMatchObject({ sureness: 'likely' })
    const renewed = kept.replace('add rcx', 'mulsd xmm1, xmm3 \n add rcx')
    expect(firstConclusion(loadIn('__pow', renewed, 1, 0.01))?.sureness).not.toBe('likely')
  })
  it('is none where an argument changes, comes from a call, or from nowhere that is known', () => {
    expect(classOf(loadIn('__exp', LOADED, 0.5))).toBe('required-access')
    expect(classOf(loadIn('__exp', CARRIED.replace('movq xmm0, r14', 'nop')))).toBe('required-access')
    expect(classOf(loadIn('__exp', 'xorpd xmm0, [0x2010] \n call: call 0x4000 \n ret'))).toBe('required-access')
    expect(classOf(loadIn('__strlen_avx2', STRING.replace('mov rdi, rbp', 'add rbp, 0x8 \n mov rdi, [rbp]'), 0))).not.toBe('repeated-call')
  })
  it('is none where a buffer holds another text each time', () => {
    expect(classOf({ ...loadIn('__strlen_avx2', STRING), wastedHere: () => 0.3 })).not.toBe('repeated-call')
  })
  it('is none where the loop counts an argument', () => {
    const counted = 'head: cvtsi2sd xmm0, r15d \n add r15d, r12d \n call: call 0x4000 \n cmp r15d, edx \n jnz head \n ret'
    expect(classOf(loadIn('__sin_fma', counted))).toBe('required-access')
    expect(classOf(loadIn('__sin_fma', counted.replace('add r15d', 'add r13d')))).toBe('repeated-call')
  })
  it('is none of a function that reads more than its arguments', () => expect(classOf(loadIn('rand', LOADED))).not.toBe('repeated-call'))
  it('stores the same result again', () => {
    const drawn = listing(LOADED.replace('call 0x4000', 'call 0x4000 ; exp@plt').replace('add rcx', 'store: movsd [rdi+rcx*8], xmm0 \n add rcx'))
    const side = access(drawn, 'store', 'head', { unchanged: () => 0.9 })
    expect(firstConclusion(facts({ tool: 'silent-stores', source: side, target: side }))).toMatchObject({ class: 'repeated-call' })
    const changing = access(drawn, 'store', 'head', { unchanged: () => 0.3 })
    expect(classOf(facts({ tool: 'silent-stores', source: changing, target: changing }))).not.toBe('repeated-call')
  })
})

describe('a lookup that is made twice', () => {
  const LOOKUP = listing('load: mov rax, [rdi+rcx*8] \n fixed: mov rdx, [rdi+0x10] \n ret')
  function twice(siblingCalls: Partial<SiblingCalls> | null, around: string[] = ['find'], rest: Partial<PairFacts> = {}): PairFacts {
    const side = access(LOOKUP, 'load', null, { around })
    return facts({
      tool: 'redundant-loads',
      source: side,
      target: side,
      siblingCalls:
        siblingCalls === null
          ? null
          : {
              caller: 'reserve',
              file: '/src/f.c',
              earlier: { callee: 'find', line: 3 },
              later: { callee: 'find', line: 4 },
              functionsBetween: 0,
              differByConstants: false,
              ...siblingCalls,
            },
      ...rest,
    })
  }
  it('is in two calls of one function', () => {
    expect(firstConclusion(twice({}))).toMatchObject({ class: 'repeated-lookup', sureness: 'possible', place: { function: 'reserve', line: 4 } })
    expect(classOf(twice(null))).not.toBe('repeated-lookup')
    expect(classOf(twice({ later: { callee: 'insert', line: 4 } }))).not.toBe('repeated-lookup')
    expect(classOf(twice({ differByConstants: true }))).not.toBe('repeated-lookup')
    expect(classOf(twice({ later: { callee: 'find', line: 3 } }))).not.toBe('repeated-lookup')
    expect(classOf(twice({ functionsBetween: 1 }))).toBe('repeated-lookup')
  })
  it('is none of what functions far below both calls use', () => {
    expect(classOf(twice({ functionsBetween: 2 }))).not.toBe('repeated-lookup')
  })
  it('is none of two calls that store a result for each element', () => {
    const smoother = (store: string): PairFacts => {
      const drawn = listing(
        `next: xorpd xmm0, xmm0 \n inner: movsd xmm1, [rdi+rcx*8] \n addsd xmm0, xmm1 \n add rcx, 0x1 \n cmp rcx, rdx \n jnz inner \n ${store} \n add rbx, 0x1 \n cmp rbx, rax \n jnz next \n ret`,
      )
      const sideIn = (loop: string): AccessFacts => access(drawn, 'inner', loop, { around: ['find'], physicalFunction: 'find' })
      return { ...twice({}), source: sideIn('next'), target: sideIn('inner') }
    }
    expect(classOf(smoother('movsd [rsi+rbx*8], xmm0'))).not.toBe('repeated-lookup')
    // It counts its steps, or remembers the last entry.
    expect(classOf(smoother('movsd [rsi], xmm0'))).toBe('repeated-lookup')
    expect(classOf(smoother('movsd [rsp+0x8], xmm0'))).toBe('repeated-lookup')
  })
  it('is none of what lies at a fixed place of an object that both calls are for', () => {
    const fixed = access(LOOKUP, 'fixed', null, { around: ['find'] })
    expect(classOf({ ...twice({}), source: fixed, target: fixed })).not.toBe('repeated-lookup')
  })
  it.each(['std::vector<int>::push_back(int const&)', 'emit_byte', 'pushBlock', 'std::map<int, long>::insert(std::pair<int, long>)'])(
    'is none of two calls of %s, which changes what it is called for',
    (callee) => {
      expect(classOf(twice({ earlier: { callee, line: 3 }, later: { callee, line: 4 } }))).not.toBe('repeated-lookup')
    },
  )
  it.each(['address_of', 'settings::lookup(int)', 'std::set<int>::find(int const&)', 'readable'])('may be one of two calls of %s', (callee) => {
    expect(classOf(twice({ earlier: { callee, line: 3 }, later: { callee, line: 4 } }))).toBe('repeated-lookup')
  })
  it('is only possible where the later call repeats a part of the loads, as of another key', () => {
    const [find, at] = ['std::map<int, long>::find(int const&)', 'std::map<int, long>::operator[](int const&)']
    const of = (share: number) =>
      firstConclusion(twice({ earlier: { callee: find, line: 3 }, later: { callee: at, line: 4 } }, ['find'], { wastedHere: () => share }))
    expect(of(0.2)).toMatchObject({ class: 'repeated-lookup', sureness: 'possible' })
    expect(of(0.6)).toMatchObject({ class: 'repeated-lookup', sureness: 'likely' })
  })
  it('is only possible after an insertion, which has another key as a rule', () => {
    const [insert, find] = ['std::map<int, long>::insert(std::pair<int, long>)', 'std::map<int, long>::find(int const&)']
    expect(firstConclusion(twice({ earlier: { callee: insert, line: 3 }, later: { callee: find, line: 4 } }))).toMatchObject({
      class: 'repeated-lookup',
      sureness: 'possible',
    })
  })
  it('is none of a container that is destroyed afterwards', () => {
    const [at, end] = ['std::map<int, long>::operator[](int const&)', 'std::map<int, long, std::less<int> >::~map()']
    expect(classOf(twice({ earlier: { callee: at, line: 3 }, later: { callee: end, line: 4 } }))).not.toBe('repeated-lookup')
  })
  it('is in two calls of a container with any function names', () => {
    const [count, at] = ['std::map<int, long>::count(int const&) const', 'std::map<int, long>::operator[](int const&)']
    expect(firstConclusion(twice({ earlier: { callee: count, line: 3 }, later: { callee: at, line: 4 } }))).toMatchObject({
      class: 'repeated-lookup',
      sureness: 'likely',
    })
  })
  it('is none of what all calls read: a variable of the program, or another element in each iteration around both', () => {
    const of = (text: string, loop: string | null) => {
      const side = access(listing(text), 'load', loop, { around: ['find'] })
      return classOf({ ...twice({}), source: side, target: side })
    }
    expect(of('load: mov rax, [0x4020] \n ret', null)).not.toBe('repeated-lookup')
    const looped = 'head: movzx eax, byte ptr [rsi+rcx*1] \n xor al, bl \n load: mov edx, [rdi+rax*4] \n add rcx, 0x1 \n cmp rcx, r9 \n jnz head \n ret'
    expect(of(looped, 'head')).not.toBe('repeated-lookup')
    expect(of(looped.replace('[rdi+rax*4]', '[rdi+0x8]'), 'head')).toBe('repeated-lookup')
  })
  it('is none of an inlined function that goes through nothing in a loop around both calls', () => {
    const looped = listing('head: mov rax, [rbx] \n load: mov edx, [rsp+0x8] \n add rbx, 0x8 \n cmp rbx, r9 \n jnz head \n ret')
    const of = (loopFunction: string) => {
      const side = access(looped, 'load', 'head', { around: ['find', 'reserve', 'main'], loopFunction })
      return classOf({ ...twice({}), source: side, target: side })
    }
    expect([of('find'), of('reserve'), of('main')].map((name) => name === 'repeated-lookup')).toEqual([true, false, false])
  })
  it('is none that a container makes within one search of its own', () => {
    const [hash, find] = ['hashbrown::map::make_hash', 'hashbrown::raw::RawTable<T,A>::find']
    const of = (caller: string) => classOf(twice({ caller, earlier: { callee: hash, line: 3 }, later: { callee: find, line: 4 } }))
    expect(of('hashbrown::map::HashMap<K,V,S,A>::entry')).not.toBe('repeated-lookup')
    expect(of('count_words')).toBe('repeated-lookup')
  })
  it('is none of a function that calls itself, for the children of a node', () => {
    const children = { earlier: { callee: 'find', line: 3 }, later: { callee: 'find', line: 4 } }
    expect(classOf(twice({ ...children, caller: 'find' }))).not.toBe('repeated-lookup')
    expect(classOf(twice(children))).toBe('repeated-lookup')
  })
  it('is none of two insertions below other functions, of which each has its own key', () => {
    const below = (name: string) => classOf(twice({ earlier: { callee: 'parse', line: 3 }, later: { callee: 'parse', line: 4 } }, [name, 'parse']))
    expect(below('std::set<int>::insert(int const&)')).not.toBe('repeated-lookup')
    expect(below('std::_Rb_tree<int, int>::_M_insert_unique(int const&)')).not.toBe('repeated-lookup')
    expect(below('std::set<int>::find(int const&)')).toBe('repeated-lookup')
  })
  it('is none within a library', () => {
    const pair = twice({})
    const libraryCall: LibraryCall = {
      callee: 'printf',
      place: pair.target.place,
      flow: null,
      position: -1,
      loop: null,
      unchanged: () => null,
      equalWithin: () => 0,
    }
    expect(classOf({ ...pair, source: { ...pair.source, libraryCall }, target: { ...pair.target, libraryCall } })).not.toBe('repeated-lookup')
  })
})
