import { expect, test } from 'vitest'
import { leadersFoundByChance } from './leaders_by_chance.ts'

test('a pair is missed as often as its traps are no more than those of the next', () => {
  // Differences of two Poisson numbers (Skellam): of means 6 and 4 the first is the greater with probability 0.6820.
  const chance = leadersFoundByChance([0.6, 0.4], { traps: 10, found: 0, leaders: 1, lookedAt: 1 })
  // Five deviations of 400 draws.
  expect(Math.abs(chance - 0.318)).toBeLessThan(5 * Math.sqrt((0.318 * 0.682) / 400))
  // Normal numbers with the means 120 and 80: Φ(−40 / √200).
  expect(leadersFoundByChance([0.6, 0.4], { traps: 200, found: 0, leaders: 1, lookedAt: 1 })).toBeLessThan(0.03)
})

test('many traps never miss a clearly larger pair, and nearly always miss pairs of equal size', () => {
  const shares = [0.3, 0.2, 0.1, ...Array.from({ length: 400 }, () => 0.001)]
  expect(leadersFoundByChance(shares, { traps: 2000, found: 2, leaders: 3, lookedAt: 5 })).toBe(0)
  const equal = Array.from({ length: 200 }, () => 1 / 200)
  expect(leadersFoundByChance(equal, { traps: 2000, found: 2, leaders: 3, lookedAt: 5 })).toBeGreaterThan(0.95)
})

test('finding all pairs, or none without traps, is as good as chance allows', () => {
  expect(leadersFoundByChance([0.5, 0.3, 0.2], { traps: 50, found: 3, leaders: 3, lookedAt: 5 })).toBe(1)
  expect(leadersFoundByChance([0.5, 0.3, 0.2], { traps: 0, found: 0, leaders: 3, lookedAt: 5 })).toBe(1)
})
