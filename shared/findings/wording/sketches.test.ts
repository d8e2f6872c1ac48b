import { expect, it } from 'vitest'
import type { CauseFacts, CauseSide } from './cause_facts.ts'
import { sketchOf } from './sketches.ts'

const side = (name: string, line: number, text: string): CauseSide => ({ function: name, file: '/src/a.c', line, place: `a.c:${line}`, text, loop: null, loopVariables: [], setInLoop: [], loopElsewhere: false, through: null })
const facts: CauseFacts = {
  class: 'repeated-initialisation', tool: 'dead-stores', relation: 'KILLED_BY', earlier: side('end', 25, 'last[i] = 0;'), later: side('begin', 20, 'last[i] = 0L;'), samePlace: false,
  data: 'last', element: null, wasted: 1, tolerance: null, language: 'c', scope: null, sharing: null, siblingCalls: null,
}

it('removes the line that is to be changed, the wasted one where no line is named', () => {
  expect(sketchOf(facts, { function: 'begin', line: 20 })).toBe('  // begin(), line 20\n- last[i] = 0L;\n  // end(), line 25\n  last[i] = 0;')
  for (const change of [null, { function: 'end', line: 25 }]) expect(sketchOf(facts, change)).toBe('  // end(), line 25\n- last[i] = 0;\n  // begin(), line 20\n  last[i] = 0L;')
})
