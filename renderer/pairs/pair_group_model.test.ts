import { expect, test } from 'vitest'
import { createFakeHost } from '../testing/fake_host.ts'
import { PairModel } from './pair_model.ts'

test('a group that is clicked while groups are sorted is not marked in the new order', async () => {
  const chosen: number[] = []
  const pairs = new PairModel({
    client: createFakeHost(),
    profile: 1,
    tool: 'dead-stores',
    onSelect: (pair) => void chosen.push(pair),
    onFailure: (error) => {
      throw error
    },
  })
  await pairs.groupBy('source-function')
  const { groups } = pairs
  await groups.pager.begin()
  const [group] = groups.pager.rows(0, 1) ?? []
  const sorted = groups.sortBy({ column: 'waste', descending: false })
  await groups.select(0, group)
  expect(groups.selectedIndex).toBe(0)
  await sorted
  expect(groups.selectedIndex).toBeNull()
  expect(chosen).toEqual([group?.heaviest])
})
