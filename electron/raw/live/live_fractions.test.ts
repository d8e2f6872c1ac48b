import { expect, it } from 'vitest'
import { countedFraction, liveFractions } from './live_fractions.ts'

function halfWidthOf(traps: number, wasteful: number): number | null | undefined {
  const log = {
    time: Float64Array.from({ length: traps }, (_, trap) => trap),
    credit: new Float64Array(traps).fill(1),
    wasted: Uint8Array.from({ length: traps }, (_, trap) => (trap % Math.ceil(traps / Math.max(1, wasteful)) === 0 && wasteful > 0 ? 1 : 0)),
  }
  return liveFractions({ tools: { 'dead-stores': { waste: wasteful, use: traps - wasteful, traps, decided: null, log } } })['dead-stores']?.halfWidth
}

it('of counted accesses lies between the results of two looks, and is not reported while these are far apart', () => {
  const look = (waste: number, accessed: number) => ({ tools: { 'dead-stores': { waste } }, accessed: { 'dead-stores': accessed } })
  expect(countedFraction(look(500, 800), look(540, 1000), 'dead-stores')).toBe(0.52)
  expect(countedFraction(look(100, 200), look(540, 1000), 'dead-stores')).toBeNull()
  expect(countedFraction(null, look(540, 1000), 'dead-stores')).toBeNull()
  // Not summed since the last look: the time of the waste is unknown.
  expect(countedFraction(look(500, 1000), look(540, 1000), 'dead-stores')).toBeNull()
})

it('claims little if hardly any trap is of one kind', () => {
  // Exact binomial: 0 of 20 up to 16.8 %, 1 of 30 from 0.1 % to 17.2 %.
  expect(halfWidthOf(20, 0)).toBeCloseTo(0.0842, 4)
  expect(halfWidthOf(30, 1)).toBeCloseTo(0.0857, 4)
})

it('is that of the blocks if both kinds are frequent', () => {
  expect(halfWidthOf(1000, 500)).toBeLessThan(0.05)
})

it('knows nothing of fewer than ten traps', () => {
  expect(halfWidthOf(9, 3)).toBeNull()
})
