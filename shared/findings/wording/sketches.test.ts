import { expect, it } from 'vitest'
import type { CauseFacts, CauseSide } from './cause_facts.ts'
import { causeSide } from './cause_facts.testing.ts'
import { sketchOf } from './sketches.ts'

const side = (name: string, line: number, text: string): CauseSide => causeSide(line, text, { function: name })
const facts: CauseFacts = {
  class: 'repeated-initialisation',
  tool: 'dead-stores',
  relation: 'KILLED_BY',
  earlier: side('end', 25, 'last[i] = 0;'),
  later: side('begin', 20, 'last[i] = 0L;'),
  samePlace: false,
  data: 'last',
  element: null,
  wasted: 1,
  tolerance: null,
  language: 'c',
  scope: null,
  sharing: null,
  siblingCalls: null,
}

it('removes the line that is to be changed, the wasted one where no line is named', () => {
  expect(sketchOf(facts, { function: 'begin', line: 20 })).toBe('  // begin(), line 20\n- last[i] = 0L;\n  // end(), line 25\n  last[i] = 0;')
  for (const change of [null, { function: 'end', line: 25 }])
    expect(sketchOf(facts, change)).toBe('  // end(), line 25\n- last[i] = 0;\n  // begin(), line 20\n  last[i] = 0L;')
})

it('compares within the tolerance that the values were compared within', () => {
  const near: CauseFacts = {
    ...facts,
    class: 'unchanged-store',
    tool: 'silent-stores',
    relation: 'REDUNDANT_WITH',
    element: 'a(i)',
    tolerance: 0.01,
    language: 'fortran',
  }
  expect(sketchOf(near, null)).toBe(
    'if (abs(value - a(i)) > 0.01 * abs(a(i))) then ! as exact as the result must be\n  a(i) = value ! and all that follows from it\nend if',
  )
  expect(sketchOf({ ...near, element: 'a[i]', language: 'c' }, null)).toContain('if (fabs(value - a[i]) > 0.01 * fabs(a[i])) {')
  expect(sketchOf({ ...near, tolerance: null }, null)).toContain('if (value /= a(i)) then')
})

it('tests no value before a library function stores it for itself', () => {
  const own = (through: string | null): string | null => {
    const later = { ...side('clear', 20, 'entries.clear();'), through }
    return sketchOf({ ...facts, class: 'unchanged-store', tool: 'silent-stores', relation: 'REDUNDANT_WITH', later, language: 'c++', element: 'entries' }, null)
  }
  expect(own('std::map::clear()')).toBeNull()
  expect(own('memcpy')).toContain('if (value != entries)')
})

it('keeps no local variable for the members of a container that elements are added to', () => {
  const sketched = (through: string | null, text = 'x = letters[i];'): string | null => {
    const later = { ...side('decode', 20, text), loop: 'the loop at a.cpp:19', through }
    const invariant: CauseFacts = {
      ...facts,
      class: 'loop-invariant-load',
      tool: 'redundant-loads',
      relation: 'REDUNDANT_WITH',
      later,
      language: 'c++',
      element: 'letters',
    }
    return sketchOf({ ...invariant, earlier: later, samePlace: true }, null)
  }
  expect(sketched('std::vector::push_back()')).toBeNull()
  expect(sketched('std::vector::at()')).not.toBeNull()
  expect(sketched(null, 'while (letters.size() <= i)')).toBeNull()
  expect(sketched(null, 'while (read() && letters <= i)')).not.toBeNull()
})

it('grows no table for a search of the best element, or of a tree', () => {
  const chained: CauseFacts = { ...facts, class: 'chained-lookup', tool: 'redundant-loads', relation: 'REDUNDANT_WITH', chain: 'links' }
  expect(sketchOf(chained, null)).toContain('rehash(table, 2 * table->buckets);')
  expect(sketchOf({ ...chained, chain: 'slots' }, null)).toContain('rehash(2 * slots);')
  expect(sketchOf({ ...chained, chain: 'tree' }, null)).toContain('std::unordered_map')
  for (const language of ['c', 'c++', 'rust'] as const) {
    expect(sketchOf({ ...chained, chain: 'best', language }, null)).toMatch(/MOST_STEPS[^]*look closer[^]*element = next\[element\];/)
    expect(sketchOf({ ...chained, language, data: 'node->parent' }, null)).toBeNull()
  }
})

it('sets the local variable again where the loop changes the value', () => {
  const best: CauseFacts = {
    ...facts,
    class: 'loop-invariant-load',
    tool: 'redundant-loads',
    relation: 'REDUNDANT_WITH',
    element: 'best->key',
    rarelyChanges: true,
  }
  expect(sketchOf(best, null)).toBe('TYPE kept = best->key;\nfor (...) {\n  ... // kept instead of best->key\n  if (CHANGED)\n    kept = best->key;\n}')
  expect(sketchOf({ ...best, language: 'rust' }, null)).toContain('let mut kept = best->key;')
  expect(sketchOf({ ...best, rarelyChanges: false }, null)).toContain('const TYPE kept = best->key;')
})

it('keeps no element that another iteration may not load', () => {
  const again: CauseFacts = { ...facts, class: 'repeated-load', tool: 'redundant-loads', relation: 'REDUNDANT_WITH', element: 'row[column]' }
  expect(sketchOf(again, null)).toBeNull()
  expect(sketchOf({ ...again, element: 'row->first' }, null)).toContain('const TYPE kept = row->first;')
})

it('removes the line that computes what another line has stored', () => {
  const twice: CauseFacts = { ...facts, class: 'repeated-results', tool: 'silent-stores', relation: 'REDUNDANT_WITH', element: 'last[i]' }
  expect(sketchOf(twice, null)).toBe('  // begin(), line 20\n- last[i] = 0L;\n  // end(), line 25\n  last[i] = 0;')
  expect(sketchOf({ ...twice, samePlace: true }, null)).toContain('if (input != last_input) {')
})

it('tests the input that is zero, not the stored value', () => {
  const zeros: CauseFacts = { ...facts, class: 'zeros-dominate', tool: 'silent-stores', relation: 'REDUNDANT_WITH', element: 'weight[i]', zeroInput: true }
  expect(sketchOf(zeros, null)).toBe('if (VALUE != 0) {\n  ... // the work with VALUE\n}')
})

it('stores once what the loop assigns, and adds up only what it adds up', () => {
  const kept = (text: string, rest: Partial<CauseFacts> = {}): string | null => {
    const later = { ...side('below', 19, text), loopVariables: ['i'] }
    return sketchOf({ ...facts, class: 'memory-accumulator', earlier: later, later, samePlace: true, element: '*maximum', ...rest }, null)
  }
  expect(kept('*maximum = greatest;')).toBe('for (...)\n  ... // without *maximum = greatest\n*maximum = greatest;')
  for (const text of ['*maximum = i;', '*maximum = above(numbers[i]);', 'if (more) *maximum = greatest;'])
    expect(kept(text)).toBe('TYPE last = *maximum;\nfor (...)\n  last = ...;\n*maximum = last;')
  for (const text of ['*maximum += greatest;', '*maximum = *maximum + greatest;', '(*maximum)++;']) expect(kept(text)).toContain('total += ...;')
  expect(kept('a(k) = a(k) + b(i)', { element: 'a(k)', language: 'fortran' })).toContain('total = total + ...')
  expect(kept('self.last = value;', { element: 'self.last', language: 'rust' })).toBe('for ... {\n    // without self.last = value\n}\nself.last = value;')
})

it('copies again only what was changed, where the line shows the copy', () => {
  const copied = (text: string, rest: Partial<CauseFacts> = {}): string | null => {
    const later = { ...side('show', 16, text), through: 'memcpy' }
    return sketchOf({ ...facts, class: 'redundant-copy', tool: 'silent-stores', relation: 'REDUNDANT_WITH', earlier: later, later, ...rest }, null)
  }
  const text = 'static void show(size_t n) { memcpy(display, frame, n * sizeof *frame); }'
  expect(copied(text)).toBe('if (CHANGED) { // set where the source is written\n  memcpy(display, frame, n * sizeof *frame);\n  CHANGED = 0;\n}')
  expect(copied(text, { language: 'c++' })).toContain('CHANGED = false;')
  for (const other of ['*shown = *frame;', 'memcpy(display, frame,', 'log("shown"); memcpy(display, frame, n);']) expect(copied(other)).toContain('by pointer')
  // The destination of unchanged data may hold anything else.
  expect(copied(text, { tool: 'redundant-loads' })).toContain('by pointer')
})

it('gives each thread a copy of what they share, and a cache line of what they do not', () => {
  const between = (name: 'true-sharing' | 'false-sharing', language: CauseFacts['language']): string | null =>
    sketchOf({ ...facts, class: name, tool: 'false-sharing', relation: 'SHARED_WITH', data: 'hits', language }, null)
  expect(between('true-sharing', 'c')).toBe(
    'TYPE own = 0; // one per thread\nfor (...)\n  own += ...;\nhits += own; // once per thread: atomic, or under a lock',
  )
  expect(between('true-sharing', 'rust')).toContain('hits.fetch_add(own, Ordering::Relaxed);')
  expect(between('true-sharing', 'fortran')).toContain('reduction(+:total)')
  for (const language of ['c', 'c++', 'rust', 'fortran'] as const) {
    expect(between('true-sharing', language)).not.toContain('cache line')
    expect(between('false-sharing', language)).toContain('one cache line each')
  }
})

it('tests a flag before it is set again', () => {
  const later = side('walk', 23, 'cell->reached = 1;')
  const again: CauseFacts = {
    ...facts,
    class: 'update-without-effect',
    tool: 'silent-stores',
    relation: 'REDUNDANT_WITH',
    later,
    earlier: later,
    setsAgain: true,
  }
  expect(sketchOf({ ...again, element: 'cell->reached' }, null)).toBe('if (cell->reached != 1)\n  cell->reached = 1;')
  expect(sketchOf({ ...again, element: 'a(i)', language: 'fortran' }, null)).toBe('if (a(i) /= VALUE) a(i) = VALUE')
})

it('removes no call of a library function that does other work, too', () => {
  const read = (through: string | null) => ({ ...facts, earlier: { ...facts.earlier!, text: 'read(str, *) value', through } })
  expect(sketchOf(read('_gfortran_st_read'), null)).toBeNull()
  expect(sketchOf(read('memset'), null)).toContain('- read(str, *) value')
})

it('keeps no array of Fortran, nor what a library function reads', () => {
  const load: CauseFacts = { ...facts, class: 'repeated-load', tool: 'redundant-loads', relation: 'REDUNDANT_WITH' }
  expect(sketchOf({ ...load, language: 'fortran', element: 'k1' }, null)).toBeNull()
  expect(sketchOf({ ...load, language: 'fortran', element: 'me%h' }, null)).toContain('kept = me%h')
  expect(sketchOf({ ...load, element: 'p' }, null)).toContain('kept = p')
  const [earlier, later] = [facts.earlier, facts.later].map((each) => ({ ...each!, through: 'strncmp' }))
  expect(sketchOf({ ...load, earlier: earlier!, later: later!, element: 'p' }, null)).toBeNull()
})

it('removes no line that does other work, too', () => {
  const removed = (text: string, language: CauseFacts['language'] = 'c', data: string | null = 'top') =>
    sketchOf({ ...facts, earlier: { ...facts.earlier!, text }, language, data }, null)
  const kept = [
    'Value last = POP();',
    '*q++ = *p++;',
    ': x(x_), y(y_), steiner(0) {}',
    'Node(double x_, double y_) : x(x_), y(y_) {}',
    'd514*k10(i)+d515*k2(i))',
    'top = pick(first,',
  ]
  for (const text of kept) expect(removed(text), text).toBeNull()
  for (const text of ['top = 0;', 'int top = 0;', 'stack[top--];', 'p->a = b ? c(d) : e(f);']) expect(removed(text), text).toContain(`- ${text}`)
})

it('keeps the address of the elements of a container, not a copy of it', () => {
  const later = { ...side('legalize', 20, 'coords[2 * p0],'), loop: 'the loop at a.c:18', through: 'std::vector::operator[]' }
  const invariant: CauseFacts = { ...facts, class: 'loop-invariant-load', tool: 'redundant-loads', relation: 'REDUNDANT_WITH', later, language: 'c++' }
  expect(sketchOf({ ...invariant, element: 'coords' }, null)).toBe('const auto* kept = coords.data();\nfor (...)\n  ... // kept[i] instead of coords[i]')
  expect(sketchOf({ ...invariant, later: { ...later, through: null }, element: 'coords' }, null)).toContain('const auto kept = coords;')
})

it.each([
  ['for (auto album : albums) {', 'for (const auto &album : albums) {'],
  ['for (const std::pair<int, text> entry : map.entries)', 'for (const std::pair<int, text> &entry : map.entries)'],
  ['for (auto [key, value] : table)', 'for (const auto &[key, value] : table)'],
  ['for (int i = 0; i < n; i++) total += sum(list);', null],
  ['std::string name = track.name;', null],
])('shows the reference for elements that a loop copies: %s', (line, changed) => {
  const copied: CauseFacts = {
    ...facts,
    class: 'copied-object',
    earlier: side('best', 10, line),
    later: side('best', 10, line),
    samePlace: true,
    language: 'c++',
  }
  expect(sketchOf(copied, null)).toBe(changed === null ? null : `- ${line}\n+ ${changed}`)
})
