import { expect, it } from 'vitest'
import {
  argumentOf,
  arrayOf,
  declaresWithoutValue,
  isIndexedBy,
  loadedExpressions,
  loopVariablesOf,
  mentionsVolatile,
  pointersOf,
  storedExpression,
  type Language,
} from './expressions.ts'

it.each<[string, Language, string | null]>([
  ['m->a[i] = x * i;', 'c', 'm->a[i]'],
  ['for (int i = 0; i < m->n; i++) m->a[i] = 0;', 'c', 'm->a[i]'],
  ['double *p = q->next;', 'c', 'p'],
  ['*out++ = byte;', 'c', '*out'],
  ['if (a[i] == b[i]) s.count += 1;', 'c', 's.count'],
  ['counts[key]++;', 'c', 'counts[key]'],
  ['if (PASSES(z)) found[count++] = z;', 'c', 'found[count]'],
  ['stack[--top] = 0;', 'c', 'stack[top]'],
  ['x = 1; y = 2;', 'c', null],
  ['a[i] = 0; b[i] = 0;', 'c', null],
  ['grid[i][j] <<= 2;', 'c', 'grid[i][j]'],
  ['printf("a = %d", x);', 'c', null],
  ['u(i,j) = 0.25*(u(i-1,j) + u(i+1,j)) ! a = b', 'fortran', 'u(i,j)'],
  ['let total = a[i] + b[i];', 'rust', 'total'],
  ['self.sum += value;', 'rust', 'self.sum'],
  ['0x0..=0x20 => {', 'rust', null],
  ['table[i].next = &head;', 'c++', 'table[i].next'],
])('knows what is stored to: %s', (text, language, expected) => {
  expect(storedExpression(text, language)).toBe(expected)
})

it.each<[string, Language, string[]]>([
  ['s += m->a[i];', 'c', ['m->a[i]']],
  ['c[i][j] += a[i][k] * b[k][j];', 'c', ['a[i][k]', 'b[k][j]', 'c[i][j]']],
  ['while (node && node->key != key) node = node->next;', 'c', ['node->next', 'node->key']],
  ['y[i] = x[index[i]];', 'c', ['index[i]', 'x[index[i]]']],
  ['sum += text[at++] - text[at - 1];', 'c', ['text[at]', 'text[at - 1]']],
  ['total += v.size() * *p;', 'c++', ['*p']],
  ['uint32_t result = *(reinterpret_cast<const uint8_t*>(p));', 'c++', ['*p']],
  ['sum += ((struct node *)link)->size;', 'c', ['link->size']],
  ['for (i = 0; i < g->n; i++) sum += 1;', 'c', ['g->n']],
  ['u(i,j) = 0.25*(u(i-1,j) + abs(v(i,j)))', 'fortran', ['u(i-1,j)', 'v(i,j)']],
  ['if (strcmp(names[i], name) == 0) return i;', 'c', ['names[i]']],
  ['if (me%draw()<me%rate(i)) then', 'fortran', ['me%rate(i)']],
  ['me%s = IEOR(me%s, ishft(me%s, 13))', 'fortran', ['me%s']],
])('knows what is loaded: %s', (text, language, expected) => {
  expect(loadedExpressions(text, language)).toEqual(expected)
})

it('finds arguments of calls', () => {
  expect(argumentOf('memset(&work->buffer[0], 0, sizeof(x));', 'memset', 0)).toBe('work->buffer[0]')
  expect(argumentOf('std::fill(v.begin(), v.end(), 0);', 'fill', 0)).toBe('v.begin()')
  expect(argumentOf('clear();', 'memset', 0)).toBeNull()
})

it('takes expressions apart', () => {
  expect(arrayOf('block[ptr[unHi]+d]')).toBe('block')
  expect(arrayOf('SYMBOL_NAME (sym)')).toBe('SYMBOL_NAME')
  expect(arrayOf('m->a[i][j]')).toBe('m->a')
  expect(pointersOf('s->strm->next_in[i]')).toEqual(['s->strm->next_in', 's->strm'])
  expect(isIndexedBy('a[i][k]', ['j'])).toBe(false)
  expect(isIndexedBy('a[i][j+1]', ['j'])).toBe(true)
})

it.each<[string, string[]]>([
  ['for (j = 0; j < n; j++)', ['j']],
  ['do 10 i = 1, n', ['i']],
  ['for (i, x) in items.iter().enumerate() {', ['x']],
  ['while (n-- > 0)', ['n']],
  ['while (p != NULL)', []],
])('knows what a loop counts: %s', (text, expected) => {
  expect(loopVariablesOf(text)).toEqual(expected)
})

it('tells volatile data from assembly that is volatile', () => {
  expect(mentionsVolatile('static volatile int ready;')).toBe(true)
  expect(mentionsVolatile('*(volatile char *)p = 0; asm volatile("");')).toBe(true)
  expect(mentionsVolatile('p[i] = 0; __asm__ volatile("" ::: "memory");')).toBe(false)
  expect(mentionsVolatile('p[i] = 0; asm  volatile ("" ::: "memory");')).toBe(false)
})

it('a declaration without a value stores nothing by itself, of types without constructors', () => {
  const declares = (text: string, language: 'c' | 'c++' = 'c'): boolean => declaresWithoutValue(text, language)
  for (const text of ['opflags_t size[MAX_OPERANDS], asize;', 'struct ea data; /* of the operand */', 'char *p, line[80];', 'ea data;'])
    expect(declares(text), text).toBe(true)
  for (const text of ['int n = 0;', 'return size;', 'size[i] = asize;', 'f(x);', 'goto out;', 'n;', 'static long kept;', 'a * b + c;'])
    expect(declares(text), text).toBe(false)
  expect(declares('ea data;', 'c++')).toBe(false)
  expect(declares('size_t sizes[4];', 'c++')).toBe(true)
})
