import { expect, it } from 'vitest'
import { causeOf, observedCauseOf, possibleCauseOf } from './causes.ts'
import type { CauseFacts, CauseSide } from './cause_facts.ts'
import { causeSide } from './cause_facts.testing.ts'
import { sketchOf } from './sketches.ts'
import { titleOf } from './titles.ts'

const side = causeSide(20, 'letters.push(x);', {
  function: 'decode',
  file: '/src/a.rs',
  place: 'a.rs:20',
  loop: 'the loop at a.rs:19',
  through: 'alloc::vec::Vec::push',
})
const facts: CauseFacts = {
  class: 'loop-invariant-load',
  tool: 'redundant-loads',
  relation: 'REDUNDANT_WITH',
  earlier: side,
  later: side,
  samePlace: true,
  data: 'letters',
  element: null,
  wasted: 1,
  tolerance: null,
  language: 'rust',
  scope: null,
  sharing: null,
  siblingCalls: null,
}

it('a variable that threads share is named as itself', () => {
  const shared: CauseFacts = { ...facts, class: 'true-sharing', tool: 'false-sharing', relation: 'SHARED_WITH', sharing: 'true', data: 'common.count' }
  expect(titleOf(shared)).toBe('Threads in decode() write to the same variable, common.count')
  expect(titleOf({ ...shared, data: null })).toBe('Threads in decode() write to the same variable')
})

it('a loop in a header of the system is not named', () => {
  const stored: CauseFacts = { ...facts, class: 'unchanged-store', tool: 'silent-stores', earlier: side, later: side }
  expect(titleOf(stored)).toContain('decode() in the loop at a.rs:19 stores')
  const ofLibrary: CauseSide = { ...side, loop: 'the loop at partitioner.h:439', isLoopOfLibrary: true }
  expect(titleOf({ ...stored, earlier: ofLibrary, later: ofLibrary })).toContain('decode() stores')
})

it('few observations of sharing are doubted in words of sharing, and none says that a value can be kept', () => {
  const shared: CauseFacts = { ...facts, class: 'false-sharing', tool: 'false-sharing', relation: 'SHARED_WITH', sharing: 'false', data: 'counters' }
  for (const { cause, remedy } of [observedCauseOf(shared), possibleCauseOf(shared)]) {
    expect(cause).toMatch(/either threads use the cache line at the same time again and again, or they rarely meet there/i)
    expect(remedy).toMatch(/^If so: give each thread its own cache line/)
  }
  const inTurns = { ...shared, acrossProcessors: 0 }
  for (const words of [observedCauseOf(inTurns), possibleCauseOf(inTurns)]) expect(words).toEqual(causeOf(inTurns))
})

it('elements that are added one by one have the remedy of their language', () => {
  const remedy = 'Extend letters from an iterator of known length, or resize it before the loop at a.rs:19 and assign its elements.'
  expect(causeOf(facts).remedy).toBe(remedy)
  expect(causeOf({ ...facts, class: 'memory-accumulator', tool: 'dead-stores' }).remedy).toBe(remedy)
  expect(causeOf({ ...facts, language: 'c++' }).remedy).toBe('Resize letters before the loop at a.rs:19 and assign its elements.')
  expect(possibleCauseOf(facts).cause).toContain('the number of elements is known before the loop')
})

it('characters that are added one by one have a remedy of their own, also where the end of the string is overwritten', () => {
  const added: CauseSide = { ...side, file: '/src/a.cpp', through: 'std::string::operator+=', loop: 'the loop at a.cpp:9' }
  const string: CauseFacts = { ...facts, earlier: added, later: added, language: 'c++', data: 't' }
  const remedy = 'Add all characters of the loop at a.cpp:9 by one call, as in t.append(first, last), or collect them in an array first.'
  const overwritten: CauseFacts = { ...string, class: 'unread-result', tool: 'dead-stores', relation: 'KILLED_BY' }
  for (const each of [string, overwritten]) {
    expect(causeOf(each).remedy).toBe(remedy)
    expect(titleOf(each)).toMatch(/ adds characters to t through std::string::operator\+=\(\) one by one in the loop at a\.cpp:9$/)
  }
  const vector = { ...added, through: 'std::vector::push_back' }
  expect(titleOf({ ...overwritten, earlier: vector, later: vector })).not.toMatch(/ adds /)
})

it('what is computed in place from its own value is no result of another place', () => {
  const here: CauseSide = { ...side, through: null }
  const average: CauseFacts = {
    ...facts,
    class: 'update-without-effect',
    tool: 'silent-stores',
    earlier: here,
    later: here,
    data: 'mean[k]',
    storesBack: 'result',
  }
  expect(titleOf(average)).toMatch(/ updates mean\[k\] without changing it$/)
  expect(titleOf({ ...average, tolerance: 0.01 })).toMatch(/ updates mean\[k\] without changing it by more than 1 %$/)
  expect(observedCauseOf(average).remedy).toMatch(/^If so: test before the computation whether it changes anything/)
  expect(sketchOf({ ...average, element: 'mean[k]' }, null)).toBeNull()
})

it('a search that ends where it began stores only another place', () => {
  const here: CauseSide = { ...side, through: null }
  const search: CauseFacts = { ...facts, class: 'update-without-effect', tool: 'silent-stores', earlier: here, later: here, data: 'c->pos', element: 'c->pos' }
  expect(possibleCauseOf({ ...search, storesBack: 'position' }).remedy).toMatch(
    /^If so: compare with the value that was loaded, and store only one that differs\./,
  )
  expect(causeOf({ ...search, storesBack: 'position' }).cause).toMatch(
    / loads c->pos, goes on from there in a loop of its own, and mostly ends up with the old value/,
  )
})

it('objects that a list of pointers names need not be touched for what the list could hold', () => {
  const here: CauseSide = { ...side, through: null }
  const list: CauseFacts = { ...facts, class: 'repeated-traversal', earlier: here, later: here, byPointers: true }
  expect(observedCauseOf(list).remedy).toMatch(/^If so: keep what the loop reads of each object beside the pointer to it/)
  expect(sketchOf(list, null)).toBeNull()
  expect(sketchOf({ ...list, byPointers: false }, null)).not.toBeNull()
})

it('a global variable that only a rare path may read has that as its alternative', () => {
  const stored: CauseFacts = { ...facts, class: 'unread-result', tool: 'dead-stores', relation: 'KILLED_BY', data: 'position', readElsewhere: true }
  const stores = { ...side, through: null }
  const { cause, remedy } = possibleCauseOf({ ...stored, earlier: stores, later: stores })
  expect(cause).toMatch(/^Either no code reads position between both stores, or code that did not run in this recording reads it there, /)
  expect(cause).toMatch(/check whether no function that is called between both stores can read position: search the program for its name\.$/)
  expect(remedy).toMatch(/^If so: compute and store it only on the paths/)
})

it('an observation claims no cause, and says whether a rule fits', () => {
  const traversal: CauseFacts = { ...facts, class: 'repeated-traversal', earlier: { ...side, through: null }, later: { ...side, through: null } }
  expect(observedCauseOf(traversal)).toEqual({
    cause:
      'The loop at a.rs:19 runs again over data that has not changed since. The measurement does not show why. Look at both accesses: either the result of the traversal could be kept, or each traversal computes something else from the same data; check whether the traversals can share one result or one loop.',
    remedy: 'If so: keep the result of the traversal until the data changes, or merge the traversals into one.',
  })
  expect(observedCauseOf({ ...traversal, class: 'repeated-load' }).cause).toContain('No rule explains why.')
})

it('a cause begins with a capital letter, unless it begins with the name of a function', () => {
  const causeIn = (name: string): string =>
    causeOf({ ...facts, class: 'overwritten-before-use', tool: 'dead-stores', earlier: { ...side, function: name }, later: side }).cause
  expect(causeIn('parallel region at a.c:6')).toMatch(/^The parallel region at a\.c:6 initializes /)
  expect(causeIn('sqlite3+0x20080')).toMatch(/^Code at sqlite3\+0x20080 initializes /)
  expect(causeIn('main')).toMatch(/^main\(\) initializes /)
})

it('each kind of chain has its own remedy', () => {
  const chained: CauseFacts = { ...facts, class: 'chained-lookup', earlier: { ...side, through: null }, later: { ...side, through: null } }
  const of = (chain: NonNullable<CauseFacts['chain']>): [string, string] => {
    const { cause, remedy } = causeOf({ ...chained, chain })
    return [cause.slice('The loop at a.rs:19 '.length), remedy.split(/[:,.]/)[0]!]
  }
  expect(of('links')).toEqual(['follows links from one element to the next; each step waits for the one before.', 'Make chains shorter'])
  expect(of('slots')).toEqual(['tries the slots of a table one after the other, until one has the key or is empty.', 'Keep more slots empty (a larger table)'])
  expect(of('best')).toEqual([
    'follows links from one element to the next, and looks closer at some of them. Each step waits for the one before.',
    'Visit fewer elements',
  ])
  expect(causeOf({ ...chained, chain: 'tree' })).toMatchObject({
    cause: expect.stringMatching(/^Each search goes down a tree/),
    remedy: expect.stringMatching(/^Where nothing needs the keys in order, use a hash table/),
  })
  expect(observedCauseOf({ ...chained, chain: 'best' }).cause).toContain('check whether the result is good enough after fewer steps.')
  expect(causeOf({ ...chained, chain: 'links', data: 'node->parent' }).remedy).toMatch(/^Keep in each node/)
})

it('a result that zeros leave as it is does not count as zero itself', () => {
  const zeros: CauseFacts = {
    ...facts,
    class: 'zeros-dominate',
    tool: 'silent-stores',
    data: 'weight',
    zeroInput: true,
    earlier: { ...side, through: null },
    later: { ...side, through: null },
  }
  expect(causeOf(zeros).cause).toBe('Most values from which weight is computed are zero, so most of the work changes nothing.')
  expect(titleOf(zeros)).toBe('Most values from which decode() computes weight are zero')
  expect(possibleCauseOf(zeros).cause).toContain('the result stays the same because an input is zero')
})

it('the name of a container stays as it is', () => {
  const list: CauseFacts = { ...facts, class: 'growth-copy', tool: 'dead-stores', language: 'c', data: 'list->records' }
  expect(causeOf(list).cause).toBe('While it is filled, list->records grows: each time its memory is full, all elements are copied to a larger block.')
  expect(causeOf({ ...list, growsByFactor: true }).cause).toBe('Each time its memory is full, list->records grows by a factor, and all elements are copied.')
})

it('a function that adds one element with each call cannot know how many come', () => {
  const pairs: CauseFacts = { ...facts, class: 'growth-copy', tool: 'redundant-loads', language: 'c++', data: 'pairs', growsByFactor: true }
  expect(causeOf(pairs).remedy).toContain('Call reserve')
  const added = { ...pairs, oneForEachCall: true }
  expect(titleOf(added)).toContain('adds one element to pairs with each call')
  expect(observedCauseOf(added).cause).toContain('check whether most containers get more than one element')
  expect(observedCauseOf(added).remedy).toBe(
    'If so: reserve memory for as many elements as most containers get, where they are made, or when the first element comes.',
  )
})

it('growth by hand is titled by what the function does', () => {
  const grown: CauseFacts = { ...facts, class: 'growth-copy', tool: 'silent-stores', language: 'c', data: 'to[].weight', byHand: true }
  expect(titleOf(grown)).toMatch(/copies its data to newly allocated memory.*, and frees the old memory, each time the data grows$/)
})
