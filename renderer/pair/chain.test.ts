import { expect, test } from 'vitest'
import type { Frame } from '../../shared/profile/frame.ts'
import { innermostWithSource } from './chain.ts'

const frame = (name: string, file: string | null, module = '/home/ada/solver'): Frame => ({
  function: name,
  file,
  line: file === null ? null : 1,
  module,
  address: '0x1',
  inlined: false,
  loop: null,
})
const started = frame('__libc_start_call_main', '../sysdeps/nptl/libc_start_call_main.h', '/usr/lib/x86_64-linux-gnu/libc.so.6')
const library = '/usr/lib/x86_64-linux-gnu/libc.so.6'

test.each([
  ['the access itself', [started, frame('main', 'main.c'), frame('clear', 'clear.c')], 2],
  ['the caller of a library function with source', [started, frame('main', 'main.c'), frame('__memset_avx2', '../sysdeps/x86_64/memset.S', library)], 1],
  ['the caller of a standard template', [started, frame('main', 'main.cpp'), frame('std::vector::size', '/usr/include/c++/12/bits/stl_vector.h')], 1],
  [
    'a library, where the program has no source',
    [started, frame('main', null), frame('qsort', '../stdlib/qsort.c', library), frame('memcpy', null, library)],
    2,
  ],
  ['the access, where only what starts the program has source', [started, frame('main', null), frame('BZ2_blockSort', null, '/usr/lib/libbz2.so.1.0')], 2],
])('panes open at %s', (_, chain, expected) => {
  expect(innermostWithSource(chain)).toBe(expected)
})
