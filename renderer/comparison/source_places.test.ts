import { expect, test } from 'vitest'
import type { ComparedPair } from '../../shared/comparison.ts'
import { placesOfPair } from './source_places.ts'

test.each([
  ['unchanged', true],
  ['new', false],
] as const)('a run without observations of a pair that is %s may lack it by chance: %s', (status, unseen) => {
  const place = { files: { old: null, new: null } }
  const pair = { status, source: place, target: place } as unknown as ComparedPair
  expect(placesOfPair(pair, { old: null, new: null }, 'source').old).toMatchObject({ absent: true, unseen })
})
