import { expect, test } from 'vitest'
import { freedMemory } from './estimate.ts'

test('freed bytes bound what a sampler may find: all used, or all wasted, by the memory’s next owner', () => {
  expect(freedMemory({ waste: 20, use: 60 }, { accessed: 120, freed: 20 })).toEqual({ share: 20 / 120, leastFraction: 0.2, greatestFraction: 0.4 })
  expect(freedMemory({ waste: 1, use: 3 }, { accessed: 4, freed: 0 })).toEqual({ share: 0, leastFraction: 0.25, greatestFraction: 0.25 })
  expect(freedMemory({ waste: 0, use: 0 }, { accessed: 0, freed: 0 })).toBeUndefined()
})
