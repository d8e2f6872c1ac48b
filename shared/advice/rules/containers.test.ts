import { describe, expect, it } from 'vitest'
import { firstConclusion } from '../classify.ts'
import { access, facts, listing } from '../facts.testing.ts'
import type { PairFacts } from '../pair_facts.ts'

const LISTING = listing('store: mov [rdi+rcx*8], rax \n load: mov rdx, [rsi+0x8] \n ret')

function around(tool: PairFacts['tool'], ...names: string[]): PairFacts {
  const side = access(LISTING, tool === 'redundant-loads' ? 'load' : 'store', null, { around: names })
  return facts({ tool, source: side, target: side })
}
const classOf = (tool: PairFacts['tool'], ...names: string[]): string => firstConclusion(around(tool, ...names))?.class ?? 'none'

describe('growth', () => {
  it.each([
    ['__memmove_avx_unaligned_erms', 'std::vector<int, std::allocator<int> >::_M_realloc_insert(int const&)', 'f'],
    ['__memcpy_avx_unaligned_erms', '_int_realloc', '__GI___libc_realloc', 'append'],
    ['__memmove_avx_unaligned_erms', 'realloc', 'alloc::raw_vec::finish_grow', 'alloc::raw_vec::RawVec<T,A>::grow_amortized', 'f'],
  ])('copies elements: %s < %s < %s', (...names) => {
    expect(classOf('silent-stores', ...names)).toBe('growth-copy')
    expect(classOf('dead-stores', ...names)).toBe('growth-copy')
  })
  it('is none where a size is set, and only the new elements are filled', () => {
    const grown = 'std::vector<int, std::allocator<int> >::_M_default_append(unsigned long)'
    const filled = ['__memset_avx2_unaligned', 'std::__uninitialized_default_n<int*, unsigned long>(int*, unsigned long)', grown, 'f']
    expect(classOf('dead-stores', ...filled)).not.toBe('growth-copy')
    expect(classOf('dead-stores', 'std::__relocate_a<int*>(int*, int*)', grown, 'f')).toBe('growth-copy')
    expect(classOf('dead-stores', '__memmove_avx_unaligned_erms', 'std::__relocate_a<int*>(int*, int*)', grown, 'f')).toBe('growth-copy')
  })
  it('is told by the name that people say', () => {
    const element = 'std::pair<std::map<int, std::vector<int, std::allocator<int> > >, int>'
    const grown = `void std::vector<${element}, std::allocator<${element} > >::_M_realloc_insert<${element} >(${element}&&)`
    expect(firstConclusion(around('silent-stores', '__memmove_avx_unaligned_erms', grown, 'f'))!.evidence[0]).toBe(
      'std::vector::_M_realloc_insert moves all elements to larger memory.',
    )
  })
  it('is none where the copy is the program’s own', () =>
    expect(classOf('silent-stores', '__memmove_avx_unaligned_erms', 'reallocate_all')).not.toBe('growth-copy'))
})

describe('references', () => {
  it.each([
    'std::__shared_count<(__gnu_cxx::_Lock_policy)2>::~__shared_count()',
    'std::_Sp_counted_base<(__gnu_cxx::_Lock_policy)2>::_M_release()',
    '__gnu_cxx::__exchange_and_add_dispatch(int*, int)',
    '<alloc::rc::Rc<T> as core::clone::Clone>::clone',
    '<alloc::sync::Arc<T> as core::ops::drop::Drop>::drop',
  ])('are counted by %s', (name) => expect(classOf('redundant-loads', name, 'f')).toBe('reference-count'))
  it.each(['std::__shared_ptr_access<settings>::operator->() const', 'std::__shared_ptr<settings>::get() const'])('are not counted by %s', (name) =>
    expect(classOf('redundant-loads', name, 'f')).not.toBe('reference-count'),
  )
  it('are not those of elements that end with their container', () => {
    expect(
      classOf('redundant-loads', 'std::__shared_count<2>::~__shared_count()', 'std::_Destroy<std::shared_ptr<int> >(std::shared_ptr<int>*)', 'f'),
    ).not.toBe('reference-count')
  })
  it('are not what an object does while its last reference ends', () => {
    expect(classOf('redundant-loads', 'settings::save()', 'settings::~settings()', 'std::destroy_at', 'std::_Sp_counted_base<2>::_M_release()')).not.toBe(
      'reference-count',
    )
  })
})

describe('an object built anew', () => {
  it.each([
    ['__memmove_avx_unaligned_erms', 'std::__cxx11::basic_string<char>::_M_append(char const*, unsigned long)', 'f'],
    ['std::operator+<char>(std::string const&, char const*)', 'f'],
    ['__memmove_avx_unaligned_erms', 'core::ptr::copy_nonoverlapping', '<alloc::vec::Vec<u32> as core::clone::Clone>::clone', 'f'],
  ])('holds what it held before: %s', (...names) => expect(classOf('silent-stores', ...names)).toBe('built-anew'))
  it('is possible where C writes strings, which have no objects', () => {
    expect(firstConclusion(around('silent-stores', '__strcpy_avx2', 'make_path'))).toMatchObject({ class: 'built-anew', sureness: 'possible' })
  })
  it('is only possible where little of it is what was there', () => {
    const of = (share: number) =>
      firstConclusion({ ...around('silent-stores', 'alloc::fmt::format::format_inner', 'alloc::fmt::format', 'f'), wastedHere: () => share })
    expect(of(0.3)).toMatchObject({ class: 'built-anew', sureness: 'possible' })
    expect(of(0.9)).toMatchObject({ class: 'built-anew', sureness: 'likely' })
  })
  it('is not shown by its pointer to itself', () => {
    const of = (name: string) =>
      firstConclusion(around('silent-stores', name, 'std::__cxx11::basic_string<char>::basic_string(char const*)', 'f'))?.class ?? 'none'
    for (const name of ['_Alloc_hider::_Alloc_hider(char*, std::allocator<char> const&)', '_M_data(char*)', '_M_init_local_buf()', '_M_local_data()'])
      expect(of(`std::__cxx11::basic_string<char>::${name}`)).not.toBe('built-anew')
    expect(of('std::char_traits<char>::copy(char*, char const*, unsigned long)')).toBe('built-anew')
  })
  it('is no load', () => expect(classOf('redundant-loads', '__strcpy_avx2', 'make_path')).not.toBe('built-anew'))
  it('is changed where the program calls', () => {
    const pair = around('silent-stores', 'std::operator+<char>(std::string const&, char const*)', 'f')
    const place = { function: 'f', file: '/src/f.cpp', line: 7 }
    pair.target.libraryCall = { callee: 'operator+', place, flow: null, position: -1, loop: null, unchanged: () => null, equalWithin: () => 0 }
    expect(firstConclusion(pair)?.place).toEqual(place)
  })
})

describe('growth by a factor', () => {
  const asked = (size: string) => {
    const caller = listing(`mov rsi, [rbx+0x8] \n ${size} \n call rax; realloc@plt \n ret`)
    const call = {
      callee: 'realloc',
      place: { function: 'append', file: '/src/f.c', line: 9 },
      flow: caller.flow,
      position: caller.flow.instructions.findIndex(({ mnemonic }) => mnemonic === 'call'),
      loop: null,
      unchanged: () => null,
      equalWithin: () => 0,
    }
    const side = access(LISTING, 'store', null, { around: ['memcpy', 'realloc', 'append'], libraryCall: call })
    return firstConclusion(facts({ tool: 'dead-stores', source: side, target: side }))
  }
  it.each(['add rsi, rsi', 'shl rsi, 0x1', 'lea rsi, [rax+rax*1]', 'lea rsi, [rax*2]'])('is told from growth by one: %s', (size) => {
    expect(asked(size)).toMatchObject({ class: 'growth-copy', sureness: 'possible', growsByFactor: true })
  })
  it('is distinguished from growth by one if a part of the number is added, by a division', () => {
    const fifth = 'imul rsi, rsi, 0x66666667 \n lea rsi, [rsi+rax*1+0x1]'
    expect(asked(fifth)).toMatchObject({ sureness: 'possible', growsByFactor: true })
    expect(asked(fifth.replace('0x66666667', '0x18'))?.growsByFactor).toBeUndefined()
  })
  it.each(['add rsi, 0x10', 'lea rsi, [rax+rcx*1]', 'lea rsi, [rsi*8+0x8]'])('growth by one: %s', (size) => {
    expect(asked(size)).toMatchObject({ class: 'growth-copy', sureness: 'likely' })
    expect(asked(size)?.growsByFactor).toBeUndefined()
  })
  it.each(['shl rsi, 0x4', 'nop', 'lea rax, [rdx+0x8]'])('is only possible where the code does not say how the size grows: %s', (size) => {
    expect(asked(size)).toMatchObject({ class: 'growth-copy', sureness: 'possible' })
    expect(asked(size)?.growsByFactor).toBeUndefined()
  })
  it('is what containers of the standard libraries do, of which the final size may not be known', () => {
    expect(firstConclusion(around('dead-stores', 'memcpy', 'realloc', 'alloc::raw_vec::finish_grow', 'f'))).toMatchObject({
      sureness: 'possible',
      growsByFactor: true,
    })
    expect(firstConclusion(around('dead-stores', 'std::vector<int>::_M_realloc_insert<int>(int&&)', 'f'))).toMatchObject({
      sureness: 'possible',
      growsByFactor: true,
    })
  })
})

describe('growth by hand', () => {
  const of = (code: string, callee = '__memmove_avx_unaligned_erms', header: string | null = null) => {
    const caller = listing(code)
    const call = {
      callee,
      place: { function: 'grow', file: '/src/f.c', line: 9 },
      flow: caller.flow,
      position: caller.flow.positionOf(caller.address('copy')),
      loop: header === null ? null : caller.flow.loopAt(caller.address(header)),
      unchanged: () => null,
      equalWithin: () => 0,
    }
    const side = access(LISTING, 'store', null, { around: ['memcpy', 'grow'], libraryCall: call })
    return firstConclusion(facts({ tool: 'silent-stores', source: side, target: side }))
  }
  const GROW = 'lea rdi, [rsi*8+0x8] \n call 0x10; malloc@plt \n copy: call 0x20; memcpy@plt \n mov rdi, rbx \n call 0x30; free@plt \n ret'

  it('allocates, copies, and frees', () => {
    expect(of(GROW)).toMatchObject({ class: 'growth-copy', sureness: 'possible', byHand: true, place: { line: 9 } })
    expect(of(GROW)?.growsByFactor).toBeUndefined()
    expect(of(GROW.replace('lea rdi, [rsi*8+0x8]', 'add rdi, rdi'))).toMatchObject({ growsByFactor: true })
    expect(of(GROW.replaceAll('@plt', '').replace('malloc', 'xmalloc').replace('free', 'nasm_free'))?.class).toBe('growth-copy')
  })
  it('may copy in a part of the function that lies behind its end', () => {
    const behind =
      'call 0x10; malloc@plt \n test rbx, rbx \n jnz copying \n back: mov rdi, rbx \n call 0x30; free@plt \n ret \n copying: nop \n copy: call 0x20; memcpy@plt \n jmp back'
    expect(of(behind)?.class).toBe('growth-copy')
    expect(of(behind.replace('jmp back', 'ret'))?.class).not.toBe('growth-copy')
  })
  it('is none where a loop copies to the same memory again and again', () => {
    const best = 'call 0x10; malloc@plt \n head: nop \n copy: call 0x20; memcpy@plt \n cmp rbx, rbp \n jnz head \n call 0x30; free@plt \n ret'
    expect(of(best, 'memcpy', 'head')?.class).not.toBe('growth-copy')
    expect(of(best.replace('nop', 'call 0x10; malloc@plt'), 'memcpy', 'head')?.class).toBe('growth-copy')
  })
  it('copies row by row to other memory each time', () => {
    const rows =
      'call 0x10; calloc@plt \n head: mov rdx, r15 \n mov rdi, rbx \n copy: call 0x20; memcpy@plt \n add rbx, r14 \n cmp rbx, rbp \n jnz head \n call 0x30; free@plt \n ret'
    expect(of(rows, 'memcpy', 'head')?.class).toBe('growth-copy')
    expect(of(rows.replace('add rbx, r14', 'nop'), 'memcpy', 'head')?.class).not.toBe('growth-copy')
  })
  it('is none of a temporary copy, whose own memory is freed', () => {
    const freed = (register: string): string =>
      `call 0x10; malloc@plt \n mov r12, rax \n copy: call 0x20; memcpy@plt \n call 0x40; sort \n mov rdi, ${register} \n call 0x30; free@plt \n ret`
    expect(of(freed('r12'))?.class).not.toBe('growth-copy')
    expect(of(freed('rbx'))?.class).toBe('growth-copy')
  })
  it('copies by a loop of the program', () => {
    const ofLoop = (code: string, tool: PairFacts['tool'] = 'silent-stores') => {
      const side = access(listing(code), 'store', 'head')
      return firstConclusion(facts({ tool, source: side, target: side }))
    }
    const loop =
      'call 0x10; malloc@plt \n mov rbx, rax \n head: mov rdx, [rsi] \n store: mov [rax], rdx \n add rsi, 0x8 \n add rax, 0x8 \n cmp rsi, rbp \n jnz head \n mov rdi, r12 \n call 0x30; free@plt \n ret'
    expect(ofLoop(loop)).toMatchObject({ class: 'growth-copy', sureness: 'possible', byHand: true })
    for (const other of [loop.replace('mov rdi, r12', 'mov rdi, rbx'), loop.replace('add rax, 0x8', 'nop'), loop.replace('mov [rax], rdx', 'mov [rax], rcx')])
      expect(ofLoop(other)?.class, other).not.toBe('growth-copy')
  })
  it('is none in a function that allocates and frees arrays of its own', () => {
    const arrays = (count: number): string =>
      `${'call 0x10; malloc@plt \n mov [rsp+0x8], rax \n '.repeat(count - 1)} ${GROW.replace('ret', '')} ${'mov rdi, [rsp+0x8] \n call 0x30; free@plt \n '.repeat(count - 1)} ret`
    expect(of(arrays(3))?.class).toBe('growth-copy')
    expect(of(arrays(4))?.class).not.toBe('growth-copy')
  })
  it('is none where nothing is freed after the copy, or nothing is allocated or copied', () => {
    const freedBefore = 'call 0x30; free@plt \n call 0x10; malloc@plt \n copy: call 0x20; memcpy@plt \n ret'
    for (const other of [freedBefore, GROW.replace('malloc@plt', 'next'), GROW.replace('free@plt', 'next')])
      expect(of(other)?.class, other).not.toBe('growth-copy')
    expect(of(GROW, 'strlen')?.class).not.toBe('growth-copy')
  })
})
