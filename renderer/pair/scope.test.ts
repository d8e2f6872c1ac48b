import { expect, test } from 'vitest'
import { scopeLineIn, scopePlace, shortScope } from './scope.ts'

test.each([
  ['loop at solver.c:90', { file: 'solver.c', line: 90 }],
  ['loop at my solver.c:90', { file: 'my solver.c', line: 90 }],
  ['step<int, float>(std::vector<int> const&) solver.cpp:71', { file: 'solver.cpp', line: 71 }],
  ['loop at 0x401234', null],
  ['memset memset-vec-unaligned-erms.S', null],
  [null, null],
  [undefined, null],
])('%j', (scope, place) => expect(scopePlace(scope)).toEqual(place))

test('is marked in its own file only', () => {
  expect(scopeLineIn('loop at solver.c:90', '/home/ada/src/solver.c')).toBe(90)
  expect(scopeLineIn('loop at solver.c:90', '/home/ada/src/other.c')).toBeNull()
})

test.each([
  ['loop at a/very/long/folder/name/that/goes/on/and/on/solver.c:90', 'loop at a/very/long/folder/name/that/goes/on/and/on/solver.c:90'],
  ['main solver.c:71', 'main solver.c:71'],
  [
    'void linear::assign<double, linear::sum<linear::vector<double>, linear::vector<double>>>(linear::vector<double>&) solver.cpp:71',
    'linear::assign solver.cpp:71',
  ],
  ['linear::assign<double, linear::sum<linear::vector<double>, linear::vector<double>>>', 'linear::assign'],
])('%j is shown as %j', (scope, shown) => expect(shortScope(scope)).toBe(shown))
