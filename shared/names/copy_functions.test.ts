import { expect, it } from 'vitest'
import { copyOrEnd } from './copy_functions.ts'

it.each([
  ['std::vector<int>::vector(std::vector<int> const&)', { type: 'std::vector<int>', isEnd: false, isClone: false }],
  [
    'json<std::map, std::pair<int, a::b> >::json(json<std::map, std::pair<int, a::b> > const&)',
    { type: 'json<std::map, std::pair<int, a::b> >', isEnd: false, isClone: false },
  ],
  ['std::function<int (char)>::function(std::function<int (char)> const&)', { type: 'std::function<int (char)>', isEnd: false, isClone: false }],
  ['(anonymous namespace)::table::table((anonymous namespace)::table const&)', { type: '(anonymous namespace)::table', isEnd: false, isClone: false }],
  ['std::vector<int>::~vector()', { type: 'std::vector<int>', isEnd: true, isClone: false }],
  ['std::vector<int>::vector(std::vector<int> const&) [clone .isra.0]', { type: 'std::vector<int>', isEnd: false, isClone: false }],
  ['<shop::Track as core::clone::Clone>::clone', { type: 'shop::Track', isEnd: false, isClone: true }],
  ['<alloc::vec::Vec<T,A> as core::clone::Clone>::clone', { type: 'alloc::vec::Vec', isEnd: false, isClone: true }],
  ['core::ptr::drop_in_place<alloc::vec::Vec<shop::Track>>', { type: 'alloc::vec::Vec', isEnd: true, isClone: true }],
  ['<alloc::rc::Rc<T> as core::clone::Clone>::clone', null],
  ['core::ptr::drop_in_place<[shop::Track]>', { type: '[shop::Track]', isEnd: true, isClone: true }],
  // Moves, conversions, assignments, and what counts or only points.
  ['std::vector<int>::vector(std::vector<int>&&)', null],
  ['std::vector<int>::vector(std::allocator<int> const&)', null],
  ['std::vector<int>::operator=(std::vector<int> const&)', null],
  ['std::shared_ptr<int>::shared_ptr(std::shared_ptr<int> const&)', null],
  ['std::_Bit_iterator::_Bit_iterator(std::_Bit_iterator const&)', null],
  ['std::unique_ptr<int>::~unique_ptr()', null],
  ['memcpy', null],
])('%s', (name, expected) => {
  expect(copyOrEnd(name)).toEqual(expected)
})
