import { expect, it } from 'vitest'
import { libraryFunctionName, shortFunctionName } from './short_names.ts'

it.each([
  ['sum [clone .constprop.0]', 'sum'],
  ['std::vector<int, std::allocator<int> >::push_back(int const&)', 'std::vector::push_back'],
  ['std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string()', 'std::string::string'],
  ['std::__cxx11::basic_string<wchar_t, std::char_traits<wchar_t>, std::allocator<wchar_t> >::~basic_string()', 'std::wstring::~wstring'],
  ['std::basic_string_view<char, std::char_traits<char> >::find(char, unsigned long) const', 'std::string_view::find'],
  ['void std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::_M_construct<char*>(char*, char*)', 'std::string::_M_construct'],
  ['void fill<double>(double*, unsigned long)', 'fill'],
  ['shop::(anonymous namespace)::price(int) const', 'shop::price'],
  ['__memset_avx2_unaligned_erms', 'memset'],
  ['__memmove_sse2_unaligned_erms', 'memmove'],
  ['__strlen_evex', 'strlen'],
  ['__work_MOD_clear', 'clear'],
  ['nlohmann::json_abi_v3_11_2::basic_json<std::map>::~basic_json()', 'nlohmann::basic_json::~basic_json'],
  ['fmt::v9::detail::vformat_to(int)', 'fmt::detail::vformat_to'],
  ['std::_V2::condition_variable_any::wait()', 'std::condition_variable_any::wait'],
  ['v2::draw(int)', 'v2::draw'],
  ['master.0.mvnfnc', 'mvnfnc'],
  ['operator new(unsigned long)', 'operator new'],
  ['bool std::operator< <char, std::char_traits<char> >(std::string const&, std::string const&)', 'std::operator<'],
  ['std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)', 'std::operator<<'],
  ['shop::Order<int>::operator->() const', 'shop::Order::operator->'],
  ['auto shop::operator<=><int>(shop::Order<int> const&)', 'shop::operator<=>'],
  ['shop::Order::operator bool() const', 'shop::Order::operator bool'],
  ['int shop::Order<long>::operator()<char>(char) const', 'shop::Order::operator()'],
  ['void operator_of(int)', 'operator_of'],
  [
    'decltype (::new((void*)(0)) std::thread((declval<Pool::Pool()::{lambda()#1}>)())) std::construct_at<std::thread, Pool::Pool()::{lambda()#1}>(std::thread*, Pool::Pool()::{lambda()#1}&&)',
    'std::construct_at',
  ],
  ['decltype(auto) shop::total<int>(int)', 'shop::total'],
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

it('one function of the C library has the name that the calling line says', () => {
  const name = '__memmove_avx_unaligned_erms'
  expect(libraryFunctionName(name, 'memcpy(to, from, size);')).toBe('memcpy')
  for (const text of [null, 'memmove(to, from, size);', '*to = *from;']) expect(libraryFunctionName(name, text)).toBe('memmove')
})
