import { expect, it } from 'vitest'
import { SeededRandom } from '../metrics/statistics/random.ts'
import { PairKeys } from './pair_keys.ts'

it('numbers the keys of pairs by first appearance, each once', () => {
  const random = new SeededRandom(11)
  const keys = new PairKeys()
  const known = new Map<string, number>()
  for (let i = 0; i < 20_000; i++) {
    const [kind, source, target] = [random.nextBelow(3), random.nextBelow(100), random.nextBelow(100)] as const
    const name = `${kind} ${source} ${target}`
    const number = known.get(name) ?? known.size
    known.set(name, number)
    expect(keys.intern(kind, source, target)).toBe(number)
    expect([keys.kind(number), keys.source(number), keys.target(number)]).toEqual([kind, source, target])
  }
  expect(keys.length).toBe(known.size)
})
