import { expect, it } from 'vitest'
import type { CauseFacts, CauseSide } from './cause_facts.ts'
import { causeSide } from './cause_facts.testing.ts'
import { causeOf, observedCauseOf, possibleCauseOf } from './causes.ts'
import { sketchOf } from './sketches.ts'
import { titleOf } from './titles.ts'

const side = (line: number, text: string): CauseSide => causeSide(line, text, { function: 'matches' })
function stores(earlier: string, later: string, rest: Partial<CauseFacts> = {}): CauseFacts {
  return {
    class: 'overwritten-before-use',
    tool: 'dead-stores',
    relation: 'KILLED_BY',
    earlier: side(20, earlier),
    later: side(25, later),
    samePlace: false,
    data: null,
    element: null,
    wasted: 1,
    tolerance: null,
    language: 'c',
    scope: null,
    sharing: null,
    siblingCalls: null,
    ...rest,
  }
}

it('a variable that the compiler fills is declared with an attribute, not removed', () => {
  const facts = stores('long size[SLOTS], most;', 'size[i] = most;', { filledByCompiler: true, data: 'size[SLOTS]' })
  expect(titleOf(facts)).toBe('matches() fills size with a constant where it is declared, because of a compiler option')
  expect(causeOf(facts).cause).toContain('-ftrivial-auto-var-init=zero')
  expect(sketchOf(facts, null)).toBe('- long size[SLOTS], most;\n+ long size[SLOTS] __attribute__((uninitialized)), most;')
})

it('it is named by its declaration where nothing else names it, unless that declares several', () => {
  const title = (text: string): string => titleOf(stores(text, 'f(&data);', { filledByCompiler: true }))
  expect(title('struct ea data;')).toMatch(/^matches\(\) fills data with/)
  expect(title('struct ea data, other;')).toMatch(/^matches\(\) fills a variable with/)
})

it('a fill of a structure is not removed for one member that is set later', () => {
  const facts = stores('memset(op, 0, sizeof *op);', 'op->base = -1;')
  expect(sketchOf(facts, null)).toBeNull()
  expect(possibleCauseOf(facts)).toMatchObject({
    cause: expect.stringContaining('check whether every member is set before it is read'),
    remedy: expect.stringMatching(/^If so: remove the fill\. If some members need it/),
  })
  expect(sketchOf(stores('memset(table, 0, size);', 'table[i] = i;'), null)).toContain('- memset(table, 0, size);')
})

it.each(['levels++;', 'levels += 2;', '++levels;', 'levels = levels * 2;'])('a line is not removed if "%s" computes with its result in a register', (later) => {
  const facts = (text: string): CauseFacts => stores('levels--;', text, { class: 'unread-result', data: 'levels' })
  expect(sketchOf(facts(later), null)).toBeNull()
  expect(sketchOf(facts('levels = 0;'), null)).toContain('- levels--;')
})

it('no comparison is sketched with a value that has no name, unless a rule says what it is', () => {
  const silent = stores('*f(t) = c;', 'g(t);', { class: 'unchanged-store', tool: 'silent-stores', relation: 'REDUNDANT_WITH' })
  expect(sketchOf(silent, null)).toBeNull()
  expect(sketchOf({ ...silent, data: 'p->x', element: 'p->x' }, null)).toContain('if (value != p->x)')
})

it('keeps an object on the stack from one call to the next, where the call only reads it', () => {
  const built = stores('', 'match(source + offset)', { class: 'built-anew', tool: 'silent-stores', relation: 'REDUNDANT_WITH', language: 'c++' })
  const onStack = { ...built, onStack: true }
  expect(titleOf(onStack)).toBe('matches() builds an object on the stack again and again, and parts of it stay the same')
  expect(observedCauseOf(onStack).cause).toContain('either the called function only reads the object, or it changes the object')
  expect(causeOf(onStack).remedy).toMatch(/^Keep the object from one call to the next/)
  expect(causeOf(built).remedy).toMatch(/^Keep the object between iterations/)
})

it('the end of a text is stored where the text is complete, not removed', () => {
  const ended = stores('out->text[out->length] = 0;', 'memcpy(out->text + out->length, part, length);', { data: 'out->text', endsText: true })
  expect(titleOf(ended)).toBe('matches() ends the text in out->text at line 20, and line 25 overwrites its end before it is read')
  expect(observedCauseOf(ended).cause).toContain(
    'either other code gets the text only at a few places, which can end it, or other code may read it after any part',
  )
  expect(observedCauseOf(ended).remedy).toBe('If so: end the text once, where it is complete or where other code gets it.')
  expect(sketchOf(ended, null)).toBeNull()
})

it('a loop that stores to another element in each iteration overwrites those of its previous run', () => {
  const cleared = { ...stores('memset(op, 0, sizeof *op);', 'memset(op, 0, sizeof *op);', { class: 'unread-result' }), samePlace: true }
  const inLoop = { ...cleared, earlier: { ...cleared.earlier!, loop: 'the loop at a.c:18' }, later: { ...cleared.later!, loop: 'the loop at a.c:18' } }
  expect(titleOf(inLoop)).toContain('from one iteration to the next of the loop at a.c:18')
  expect(titleOf({ ...inLoop, overwrittenBy: 'run' })).toContain('that the previous run of the loop at a.c:18 has written')
  expect(titleOf({ ...inLoop, overwrittenBy: 'either' })).toContain('that it has written before in the loop at a.c:18')
})

it('the mask of a where of Fortran is not stored by a loop', () => {
  const masked = stores('where (x<xl .and. xl>-huge)', 'where (x<xl .and. xl>-huge)', {
    class: 'repeated-results',
    tool: 'silent-stores',
    relation: 'REDUNDANT_WITH',
    language: 'fortran',
    storesMask: true,
  })
  expect(titleOf(masked)).toBe('matches() stores the mask of the where at line 25 for all elements, before it uses it')
  expect(observedCauseOf(masked).remedy).toBe(
    'If so: write a do loop with if in place of where. It tests each element where it is assigned, and stores no mask.',
  )
})

it('what is read in part is initialized in part', () => {
  const cleared = stores('a = 0;', 'a[i] = x;', { partlyRead: true })
  expect(possibleCauseOf(cleared).remedy).toBe('If so: initialize only what is not overwritten: some elements or members, or only on the paths that read it.')
  expect(sketchOf(cleared, null)).toBeNull()
  expect(sketchOf({ ...cleared, partlyRead: false }, null)).toContain('- a = 0;')
})
