import { expect, it } from 'vitest'
import { passDifferentLiterals, sameArguments } from './literal_arguments.ts'

it.each<[earlier: string, later: string, callee: string, different: boolean]>([
  ['a = find("width");', 'b = find("height");', 'find', true],
  ['a = find("width");', 'b = find("width");', 'find', false],
  ['a = find(map, "a, (b");', 'b = find(map, "c");', 'find', true],
  ['if (get(table, 3) == 1) // get(table, 4)', 'return get(table, 0x10);', 'config::get', true],
  ['x = lookup(KEY_WIDTH);', 'y = lookup(KEY_HEIGHT);', 'lookup', true],
  ["if (has('a'))", "return has('b');", 'has', true],
  ['price = stock["apples"];', 'price += stock["pears"];', 'std::map::operator[]', true],
  // Variables may hold the same key.
  ['a = find(first);', 'b = find(second);', 'find', false],
  ['a = find(key, 1);', 'b = find(key, n);', 'find', false],
  ['a = find(first);', 'b = find("second");', 'find', false],
  // One of the calls may be the same one.
  ['a = find("a") + find("b");', 'b = find("a");', 'find', false],
  // Other functions' arguments, and missing ones.
  ['a = refind("a"), find(x);', 'b = find("b");', 'find', false],
  ['a = WRAP("a");', 'b = WRAP("b");', 'find', false],
  ['a = find("a",', 'b = find("b",', 'find', false],
])('%s %s', (earlier, later, callee, different) => {
  expect(passDifferentLiterals(earlier, later, callee, false)).toBe(different)
})

it('knows calls of one line apart', () => {
  const line = 'return find("a") * find("b");'
  expect(passDifferentLiterals(line, line, 'find', true)).toBe(true)
  expect(passDifferentLiterals('return find("a");', 'return find("a");', 'find', true)).toBe(false)
})

it.each([
  ['if (find(key) == NULL) return 0;', 'return find(key)->price;', 'find', true],
  ['penalty += shelter(board, file, rank);', 'penalty += shelter(board, file - 1, rank);', 'shelter', false],
  ['a = get(x) + get(y);', 'b = get(y);', 'get', true],
  ['a = get(x);', 'b = other(x);', 'get', false],
  ['a = one.get(x);', 'b = other.get(x);', 'get', false],
  ['if (one->all[i].get(x))', 'return f(one->all[i].get(x));', 'get', true],
  ["let n = text.bytes().filter(|c| *c == b'<').count();", "let m = text.bytes().filter(|c| *c == b'=').count();", 'count', false],
  ["let n = text.bytes().filter(|c| *c == b'<').count();", "let m = text.bytes().filter(|c| *c == b'<').count();", 'count', true],
])('%s and %s pass the same: %#', (earlier, later, callee, same) => expect(sameArguments(earlier, later, callee) !== null).toBe(same))
