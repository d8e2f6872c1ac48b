import { expect, it } from 'vitest'
import { shortFunctionName } from './short_names.ts'

it.each([
  ['sum [clone .constprop.0]', 'sum'],
  ['std::vector<int, std::allocator<int> >::push_back(int const&)', 'std::vector::push_back'],
  ['void fill<double>(double*, unsigned long)', 'fill'],
  ['shop::(anonymous namespace)::price(int) const', 'shop::price'],
  ['__memset_avx2_unaligned_erms', 'memset'],
  ['__memmove_sse2_unaligned_erms', 'memmove'],
  ['__strlen_evex', 'strlen'],
  ['__work_MOD_clear', 'clear'],
  ['operator new(unsigned long)', 'operator new'],
  ['core::ptr::drop_in_place::h0123456789abcdef', 'core::ptr::drop_in_place'],
])('%s', (name, expected) => {
  expect(shortFunctionName(name)).toBe(expected)
})
