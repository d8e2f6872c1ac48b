import { expect, test } from 'vitest'
import { SeededRandom } from '../../metrics/statistics/random.ts'
import { orderByValues } from './stable_order.ts'

test('positions come in the order of their values, equal ones as they were, of few and of many alike', () => {
  const random = new SeededRandom(5)
  const odd = [0, -0, Infinity, -Infinity, 1e-310, -1e-310, Number.MAX_VALUE, -1.5, 3, 2 ** 40]
  for (const length of [0, 1, 5, 1023, 1024, 70_000]) {
    const values = Float64Array.from({ length }, () => (random.nextUnit() < 0.3 ? odd[random.nextBelow(odd.length)]! : random.nextBelow(1000) - 500))
    const start = Int32Array.from({ length }, (_, position) => length - 1 - position).filter((position) => position % 7 !== 3)
    for (const descending of [false, true]) {
      const order = start.slice()
      orderByValues(order, values, descending)
      const compare = (a: number, b: number): number => {
        const [one, other] = [values[a]!, values[b]!]
        return one === other ? 0 : (one < other ? -1 : 1) * (descending ? -1 : 1)
      }
      expect(order).toEqual(Int32Array.from([...start].sort(compare)))
    }
  }
})
