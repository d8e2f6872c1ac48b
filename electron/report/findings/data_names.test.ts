/** Names of data from source lines and debug information together: either may be silent, neither may be wrong. */
import { describe, expect, it } from 'vitest'
import type { AdviceClass } from '../../../shared/advice/advice.ts'
import type { CauseSide } from '../../../shared/findings/wording/cause_facts.ts'
import { causeSide } from '../../../shared/findings/wording/cause_facts.testing.ts'
import type { Tool } from '../../../shared/run.ts'
import { dataOf, type NamedData } from './data_names.ts'

const side = (text: string | null, file = '/src/a.c'): CauseSide => causeSide(3, text, { file })

function named(
  text: string | null,
  known: string[],
  {
    tool = 'redundant-loads',
    name = 'repeated-load',
    file = '/src/a.c',
    object = null,
    loop = null,
    loopElsewhere = false,
    isTemporary = false,
    loadsArray = false,
  }: {
    tool?: Tool
    name?: AdviceClass
    file?: string
    object?: string | null
    loop?: string | null
    loopElsewhere?: boolean
    isTemporary?: boolean
    loadsArray?: boolean
  } = {},
): NamedData['data'] {
  const one = { ...side(text, file), loop, loopElsewhere, loopVariables: loop === null || loopElsewhere ? [] : ['i'] }
  return dataOf({
    tool,
    class: name,
    earlier: one,
    later: one,
    samePlace: true,
    known: { earlier: known, later: known },
    isTemporary: { earlier: isTemporary, later: isTemporary },
    loadsArray,
    object,
  }).data
}

describe('if the line has several names', () => {
  it('debug information decides', () => {
    expect(named('if (i < m->n) s += m->a[i];', [])).toBe('m->a[i] or m->n')
    expect(named('if (i < m->n) s += m->a[i];', ['m->a'])).toBe('m->a[i]')
    expect(named('if (i < m->n) s += m->a[i];', ['m->n'])).toBe('m->n')
  })

  it('is written as on the line if it can be read, in Fortran in any case', () => {
    expect(named('s = (*m).a[i] + k[i];', ['m->a'])).toBe('m->a')
    expect(named('U(I) = V(I) + M%A(I)', ['m%a'], { file: '/src/a.f90' })).toBe('M%A(I)')
    expect(named('total += self.a[i] * x[i];', ['self.a'], { file: '/src/a.rs' })).toBe('self.a[i]')
  })

  it('of a union, it is the member, which debug information leaves open', () => {
    const options = { name: 'loop-invariant-load', loop: 'the loop at a.c:2' } as const
    expect(named('for (int i = n->u.range.begin; i < n->u.range.end; i++)', ['n->u'], options)).toBe('n->u.range.end')
    expect(named('n->u.range.end = last;', ['n->u'], { tool: 'dead-stores', name: 'unread-result' })).toBe('n->u.range.end')
    expect(named('x = n->next.index;', ['n->next'], { file: '/src/a.rs' })).toBe('n->next')
  })

  it('the array is enough if the member of its structures is ambiguous', () => {
    expect(named('s += m->items[i].weight * k[i];', ['m->items'])).toBe('m->items[i].weight')
  })
})

it('is the member that holds an array if its address is loaded, not the element', () => {
  const text = 'unsigned skip = hash->zeros[hashpos];'
  const options = { name: 'loop-invariant-load', loop: 'the loop at a.c:2' } as const
  expect(named(text, [], options)).toBe('hash->zeros[hashpos]')
  expect(named(text, [], { ...options, loadsArray: true })).toBe('hash->zeros')
  expect(named('unsigned skip = zeros[hashpos];', [], { ...options, loadsArray: true })).toBe('zeros[hashpos]')
})

it('a name from debug information alone counts if all of it is on the line', () => {
  expect(named('touch(count);', ['count'])).toBe('count')
  expect(named('NEXT(state)', ['state->next'])).toBe(null)
  expect(named('s += m->a[i];', ['other->b'])).toBe('m->a[i]')
})

it('a store goes to what its line assigns, whatever register its address is computed from', () => {
  const options = { tool: 'silent-stores', name: 'unchanged-store' } as const
  expect(named('w.clause->pos = k - lits; // always', ['lits'], options)).toBe('w.clause->pos')
  expect(named('m->last = count = 0;', ['count'], options)).toBe('count')
  expect(named('touch(count);', ['count'], options)).toBe('count')
})

it('without source, debug information names the data unless it is ambiguous', () => {
  expect(named(null, ['m->a'], { object: 'heap block of main a.c:1' })).toBe('m->a')
  expect(named(null, ['m->grid', 'm'], { object: 'heap block of main a.c:1' })).toBe('the heap block of main a.c:1')
  expect(named(null, [])).toBe(null)
})

it('a loop-invariant load is not an element that the loop selects', () => {
  const one = { ...side('if c >= 0x80 || SAFE[c as usize] == self.keep {', '/src/a.rs'), loop: 'the loop at a.rs:2', loopVariables: ['i'] }
  const data = (setInLoop: string[]) =>
    dataOf({
      tool: 'redundant-loads',
      class: 'loop-invariant-load',
      earlier: { ...one, setInLoop },
      later: { ...one, setInLoop },
      samePlace: true,
      known: { earlier: [], later: [] },
      object: null,
    }).data
  expect(data(['c'])).toBe('self.keep')
  expect(data([])).toBe('SAFE[c as usize] or self.keep')
})

it('the wasted side decides', () => {
  const data = (known: { earlier: string[]; later: string[] }) =>
    dataOf({ tool: 'dead-stores', class: 'unread-result', earlier: side(null), later: side(null), samePlace: false, known, object: null }).data
  expect(data({ earlier: ['m->a'], later: ['p'] })).toBe('m->a')
  expect(data({ earlier: [], later: ['p'] })).toBe('p')
})

it("names a macro's first argument, and the buffer that read(2) fills", () => {
  const stored = (text: string, through: string | null = null): string | null => {
    const one = { ...side(text), through }
    return dataOf({
      tool: 'dead-stores',
      class: 'overwritten-before-use',
      earlier: one,
      later: one,
      samePlace: true,
      known: { earlier: [], later: [] },
      object: null,
    }).data
  }
  expect(stored('PUT(m->a[i], code.value, bits);')).toBe('m->a[i]')
  expect(stored('put(buffer, code.value, bits);')).toBeNull()
  expect(stored('n = read(fd, file.data, left);', 'read(2)')).toBe('file.data')
})

it("names no element if the loop is a caller's", () => {
  const named = (loopElsewhere: boolean): string | null => {
    const one = { ...side('if (s->table[index] == s->round)'), loop: 'the loop at b.c:9', loopElsewhere }
    return dataOf({
      tool: 'redundant-loads',
      class: 'loop-invariant-load',
      earlier: one,
      later: one,
      samePlace: true,
      known: { earlier: [], later: [] },
      object: null,
    }).data
  }
  expect([named(true), named(false)]).toEqual(['s->table or s->round', 's->table[index] or s->round'])
})

it('the argument of a macro is named as the line has it', () => {
  expect(named('count += POPCOUNT(set & *row);', ['row'])).toBe('*row')
  expect(named('count += POPCOUNT(g->rows[i], m);', ['g->rows'])).toBe('g->rows[i]')
  expect(named('count += POPCOUNT(set & *row);', ['g->table'])).toBeNull()
  // A function loads from its arguments itself; Fortran has no macros.
  expect(named('count += popcount(set & *row);', ['g->table'])).toBe('*row')
  expect(named('COUNT = COUNT + ROWS(I)', ['table'], { file: '/src/a.f' })).toBe('ROWS(I)')
})

it('the argument of a macro may be named by an element: an inlined function keeps the pointer to all of them', () => {
  const inlined = (text: string) => named(text, ['vals'], { name: 'loop-invariant-load', loop: 'the loop at b.c:9', loopElsewhere: true })
  expect([inlined('return vals[lit];'), inlined('return POSITIVE(vals[lit]);')]).toEqual(['vals', 'vals[lit]'])
})

it('a table is the data looked up, not the list being traversed', () => {
  const looked = (text: string) => named(text, [], { name: 'table-lookup', loop: 'the loop at a.c:2' })
  expect(looked('out[bucket[count[i]]++] = lab[i];')).toBe('bucket')
  expect(looked('sum += weight[key[i]];')).toBe('weight')
  expect(looked('sum += weight[i];')).toBe('weight')
})

it('a load in each call is the pointer to the elements, not the selected element', () => {
  const kept = (text: string) => named(text, [], { name: 'call-invariant-load' })
  expect(kept('return m->offsets[i];')).toBe('m->offsets')
  expect(kept('return offsets[key[i]];')).toBe('key or offsets')
  expect(kept('return m->offsets[2];')).toBe('m->offsets[2]')
})

it('of a load that does not change is no element that the line itself moves on from', () => {
  const load = { name: 'loop-invariant-load', loop: 'the loop at a.c:1', loopElsewhere: false } as const
  expect(named('k = clos->next[k];', [], load)).toBe('clos->next')
  expect(named('k = clos->next[m];', [], load)).toBe('clos->next[m]')
})

it('the array of an element that a macro stands for is its first argument', () => {
  const stored = (text: string, file = '/src/a.c') => named(text, [], { tool: 'silent-stores', name: 'repeated-results', loop: 'the loop at a.c:2', file })
  expect(stored('DELTANEXT(chainTable, idx) = (U16)delta;')).toBe('chainTable')
  expect(stored('NEXT(hc->table, idx) = delta;')).toBe('hc->table')
  expect(stored('TABLE(I) = X', '/src/a.f90')).toBe('TABLE')
})

it('a variable that its line declares is not what a macro there stores to elsewhere', () => {
  const stored = (text: string, known: string[], isOffFrame: boolean) =>
    dataOf({
      tool: 'dead-stores',
      class: 'unread-result',
      earlier: side(text),
      later: side('fiber->top = frame->start + 1;'),
      samePlace: false,
      known: { earlier: known, later: known },
      isOffFrame: { earlier: isOffFrame, later: isOffFrame },
      object: null,
    }).data
  expect(stored('Value last = POP();', [], true)).toBe('fiber->top')
  expect(stored('Value last = POP();', [], false)).toBe('last')
  expect(stored('last = POP();', [], true)).toBe('last')
})

it('a local variable that its line sets is not the temporary object that the line makes for it on the stack', () => {
  const stored = (text: string, isTemporary: boolean) => named(text, [], { tool: 'silent-stores', name: 'unchanged-store', isTemporary })
  expect(stored('int n = param.match(source + offset);', true)).toBe(null)
  expect(stored('int n = param.match(source + offset);', false)).toBe('n')
  expect(stored('sums[i] = value;', true)).toBe('sums[i]')
})
