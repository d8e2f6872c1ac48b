import { expect, it } from 'vitest'
import type { CauseFacts, CauseSide } from './cause_facts.ts'
import { sketchOf } from './sketches.ts'

const side = (name: string, line: number, text: string): CauseSide => ({
  function: name,
  file: '/src/a.c',
  line,
  place: `a.c:${line}`,
  text,
  loop: null,
  loopVariables: [],
  setInLoop: [],
  loopElsewhere: false,
  loopHolder: null,
  through: null,
})
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

it('keeps no local variable for the members of a container that elements are added to', () => {
  const sketched = (through: string | null): string | null => {
    const later = { ...side('decode', 20, 'letters.push_back(x);'), loop: 'the loop at a.cpp:19', through }
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
})
