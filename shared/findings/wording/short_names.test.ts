import { expect, it } from 'vitest'
import { libraryFunctionName, shortFunctionName } from './short_names.ts'

it.each([
  ['sum [clone .constprop.0]', 'sum'],
  ['std::vector<int, std::allocator<int> >::push_back(int const&)', 'std::vector::push_back'],
  ['void fill<double>(double*, unsigned long)', 'fill'],
  ['shop::(anonymous namespace)::price(int) const', 'shop::price'],
  ['__memset_avx2_unaligned_erms', 'memset'],
  ['__memmove_sse2_unaligned_erms', 'memmove'],
  ['__strlen_evex', 'strlen'],
  ['__work_MOD_clear', 'clear'],
  ['master.0.mvnfnc', 'mvnfnc'],
  ['operator new(unsigned long)', 'operator new'],
  ['core::ptr::drop_in_place::h0123456789abcdef', 'core::ptr::drop_in_place'],
  ['<parser::Parser as core::iter::traits::iterator::Iterator>::next', 'parser::Parser::next'],
  ['<tree::Tree<T> as core::ops::index::Index<tree::TreeIndex>>::index', 'tree::Tree::index'],
  ["<&'a mut W as text::Write>::write_str", 'W::write_str'],
  ['core::slice::<impl [T]>::binary_search_by_key', 'core::slice::binary_search_by_key'],
  ['parse::<impl tree::Tree<parse::Item>>::append_text', 'parse::append_text'],
])('%s', (name, expected) => {
  expect(shortFunctionName(name)).toBe(expected)
})

it.each([
  ['__exp', 'exp'],
  ['__sprintf', 'sprintf'],
  ['_IO_getc', 'getc'],
  ['__memset_avx2_unaligned_erms', 'memset'],
  ['__libc_start_main', '__libc_start_main'],
])('a library calls %s what the source calls %s', (name, expected) => {
  expect(libraryFunctionName(name)).toBe(expected)
})
