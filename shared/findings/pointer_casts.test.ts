import { expect, it } from 'vitest'
import { withoutPointerCasts } from './pointer_casts.ts'

it.each([
  ['uint32_t result = *(reinterpret_cast<const uint8_t*>(p));', 'uint32_t result = *p;'],
  ['return *reinterpret_cast<const uint32_t *const>(buffer + 4);', 'return *(buffer + 4);'],
  ['x = *static_cast<const T*>(p) + 1;', 'x = *p + 1;'],
  ['x = *(const uint8_t *)p;', 'x = *p;'],
  ['x = *((unsigned short *)src);', 'x = *src;'],
  ['((struct node *)link)->next = 0;', 'link->next = 0;'],
  ['n = f((char *)&s, 4);', 'n = f(&s, 4);'],
  // These multiply, or are no casts of pointers.
  ['y = (a *b) + c;', 'y = (a *b) + c;'],
  ['y = (a * b) * (c);', 'y = (a * b) * (c);'],
  ['f(x)->next = 0;', 'f(x)->next = 0;'],
  ['x = (double)n;', 'x = (double)n;'],
  ['x = static_cast<int>(n);', 'x = static_cast<int>(n);'],
])('%s', (text, expected) => {
  expect(withoutPointerCasts(text)).toBe(expected)
})

it('leaves lines that nobody writes as they are', () => {
  const line = `x = ${'('.repeat(200_000)}p${')'.repeat(200_000)};`
  expect(withoutPointerCasts(line)).toBe(line)
})
