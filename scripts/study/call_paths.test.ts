/** Chains of calls of two builds: what is the same, what is lost, and what is wrong. */
import { expect, it } from 'vitest'
import { comparePaths } from './call_paths.ts'

type Paths = Parameters<typeof comparePaths>[0]

/** "main > *middle > leaf": an asterisk before what a jump reached, a question mark where several chains are possible. */
function paths(drawn: Record<string, number>): Paths {
  return new Map(
    Object.entries(drawn).map(([text, instructions]) => {
      const names = text.replace('?', '').split(' > ')
      const restored = names.flatMap((name, at) => (name.startsWith('*') ? [at] : []))
      return [text, { functions: names.map((name) => name.replace('*', '')), restored, instructions, isUnsure: text.startsWith('?') }]
    }),
  )
}

it('holds chains against those of the build without tail calls', () => {
  const calls = paths({ 'main > middle > leaf': 40, 'main > other > leaf': 20, 'main > pointed > last': 20, 'main > either > end': 20 })
  const jumps = paths({ 'main > middle > *leaf': 60, 'main > last': 20, '?main > end': 20 })
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
