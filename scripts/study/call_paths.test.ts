/** Chains of calls of two builds: equal, lost, and wrong ones. */
import { expect, it } from 'vitest'
import { profileFromStacks } from '../../electron/profile/profile_from_stacks.testing.ts'
import type { Profile } from '../../shared/profile/profile.ts'
import { callPaths, comparePaths } from './call_paths.ts'

type Paths = Parameters<typeof comparePaths>[0]

/** "main > *middle > ?leaf": an asterisk before a function that a jump reached, a question mark where several chains are possible. */
function paths(drawn: Record<string, number>): Paths {
  return new Map(
    Object.entries(drawn).map(([text, instructions]) => {
      const names = text.split(' > ')
      const restored = names.flatMap((name, at) => (name.includes('*') ? [at] : []))
      const gaps = names.flatMap((name, at) => (name.startsWith('?') ? [at] : []))
      return [text, { functions: names.map((name) => name.replace(/^\??\*?/, '')), restored, instructions, gaps }]
    }),
  )
}

it('holds chains against those of the build without tail calls', () => {
  const calls = paths({ 'main > middle > leaf': 40, 'main > other > leaf': 20, 'main > pointed > last': 20, 'main > either > end': 20 })
  const jumps = paths({ 'main > middle > *leaf': 60, 'main > last': 20, 'main > ?end': 20 })
  const { equal, more, unsure, lost, wrong, others } = comparePaths(jumps, calls)
  expect([equal, more, unsure, lost, wrong].map((share) => Number(share.toFixed(6)))).toEqual([0.4, 0.2, 0.2, 0.2, 0])
  expect(others).toEqual([{ path: 'main > last', share: 0.2, isWrong: false }])
})

it('calls a restored frame wrong that nothing calls there, or whose caller nothing calls', () => {
  const calls = paths({ 'main > middle > leaf': 50, 'main > pointed > next > end': 50 })
  const jumps = paths({ 'main > *other > leaf': 50, 'main > next > *end': 50 })
  const { wrong, lost, others } = comparePaths(jumps, calls)
  expect([wrong, lost]).toEqual([1, 0])
  expect(others.map(({ path }) => path)).toEqual(['main > other > leaf', 'main > next > end'])
})

it('checks the rest of a chain in which several tail calls are possible', () => {
  const calls = paths({ 'main > run > either > next > end': 40, 'main > run > end': 40, 'main > run > either > last': 20 })
  const jumps = paths({ 'main > run > ?next > end': 20, 'main > run > ?end': 20, 'main > ?*other > end': 20, 'main > run > ?*next > *last': 40 })
  const { unsure, lost, wrong, others } = comparePaths(jumps, calls)
  expect([unsure, lost, wrong].map((share) => Number(share.toFixed(6)))).toEqual([0.4, 0.2, 0.4])
  expect(others.map(({ path, isWrong }) => [path, isWrong])).toEqual([
    ['main > run > next > last', true],
    ['main > other > end', false],
  ])
})

it('counts a function that calls itself once, but not across a place where several tail calls are possible', () => {
  const store = 'main a.c:1 > walk a.c:2 > walk a.c:3 > walk a.c:4 > visit a.c:9'
  const kill = 'main a.c:1 > walk a.c:2 > (several tail calls possible) > walk a.c:3'
  const tables = profileFromStacks(`${store} KILLED_BY ${kill} 10`)
  const ends = [tables.pairs.source[0]!, tables.pairs.target[0]!]
  const executed = { length: 2, node: Int32Array.from(ends), instructions: Float64Array.of(6, 4), waits: new Uint8Array(2) }
  const found = [...callPaths({ ...tables, executed } as Profile).values()]
  expect(found.map(({ functions, gaps, instructions }) => ({ functions, gaps, instructions }))).toEqual([
    { functions: ['main', 'walk', 'visit'], gaps: [], instructions: 6 },
    { functions: ['main', 'walk', 'walk'], gaps: [2], instructions: 4 },
  ])
})
