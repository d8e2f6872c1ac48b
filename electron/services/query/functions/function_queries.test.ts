/** Callers and callees, for stacks whose sums follow from their numbers. */
import { expect, it } from 'vitest'
import { profileFromStacks } from '../../../profile/profile_from_stacks.testing.ts'
import type { Profile } from '../../../../shared/profile/profile.ts'
import { loadProfile } from '../loaded_profile.ts'
import { callGraph, hotFunctions } from './function_queries.ts'

/** Waste by the earlier access: 30 in copy below a, 10 in copy below b, 5 in copy below copy below b; use: 55 in a itself. */
function profile(cost: boolean): Profile {
  const drawn = profileFromStacks(`
    _start > main main.c:1 > a m.c:3 > copy c.c:5            KILLED_BY  main main.c:1 > a m.c:3 > copy c.c:5            30/3
    _start > main main.c:2 > b m.c:4 > copy c.c:5            KILLED_BY  main main.c:2 > b m.c:4 > copy c.c:5            10/1
    _start > main main.c:2 > b m.c:4 > copy c.c:9 > copy c.c:5  KILLED_BY  main main.c:2 > b m.c:4 > copy c.c:9 > copy c.c:5  5/1
    _start > main main.c:1 > a m.c:2                         USED_BY    main main.c:1 > a m.c:2                         55/6
  `)
  const node = drawn.pairs.source
  return {
    ...drawn,
    codeAt: () => null,
    ...(cost
      ? {
          cpuTimes: {
            length: 4,
            node: node.slice(),
            interrupts: Float64Array.of(4, 2, 1, 3),
            time: Float64Array.of(40, 20, 10, 30),
            waits: Uint8Array.of(1, 0, 0, 0),
          },
        }
      : {}),
  }
}

it('lists functions by what their own code cost', () => {
  const hot = hotFunctions(loadProfile(profile(true)), 9)
  expect(hot.map(({ name, cost, waste, use, traps }) => [name, cost, waste, use, traps])).toEqual([
    ['copy', 70, 45, 0, 5],
    ['a', 30, 0, 55, 6],
  ])
  expect(hotFunctions(loadProfile(profile(true)), 1)).toHaveLength(1)
  expect(hotFunctions(loadProfile(profile(false)), 9).map(({ name, cost }) => [name, cost])).toEqual([
    ['a', null],
    ['copy', null],
  ])
})

it('lists callers and callees of a function with their cost and waste, recursion once', () => {
  const loaded = loadProfile(profile(true))
  const edges = (found: ReturnType<typeof callGraph>['callers']) => found.map(({ name, cost, waste, traps }) => [name, cost, waste, traps])
  const copy = callGraph(loaded, 'copy', 9)
  expect([copy.cost, copy.waste, copy.own.cost, copy.own.waste, copy.own.traps]).toEqual([70, 45, 70, 45, 5])
  expect(edges(copy.callers)).toEqual([
    ['a', 40, 30, 3],
    ['b', 30, 15, 2],
  ])
  expect(edges(copy.callees)).toEqual([['copy', 10, 5, 1]])
  const a = callGraph(loaded, 'a', 9)
  expect([a.cost, a.waste, a.use, a.own.cost, a.own.use]).toEqual([70, 30, 55, 30, 55])
  expect(edges(a.callers)).toEqual([['main', 70, 30, 9]])
  expect(edges(a.callees)).toEqual([['copy', 40, 30, 3]])
  const main = callGraph(loaded, 'main', 9)
  expect(edges(main.callers)).toEqual([[null, 100, 45, 11]])
  expect(edges(main.callees)).toEqual([
    ['a', 70, 30, 9],
    ['b', 30, 15, 2],
  ])
  expect(callGraph(loaded, 'main', 1).callees).toHaveLength(1)
})

it('reports if nothing with the name ran', () => {
  expect(() => callGraph(loadProfile(profile(true)), 'nobody', 9)).toThrow('Nothing named nobody ran')
})
