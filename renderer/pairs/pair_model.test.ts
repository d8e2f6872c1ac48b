import { expect, test } from 'vitest'
import { createFakeHost } from '../testing/fake_host.ts'
import { PairModel } from './pair_model.ts'

test('another order or filter is shown from its beginning: no row is marked that the table would scroll to', async () => {
  const pairs = new PairModel({ client: createFakeHost(), profile: 1, tool: 'dead-stores', onSelect: () => {}, onFailure: (error) => { throw error } })
  await pairs.load()
  for (const change of [() => pairs.sortBy({ column: 'waste', descending: false }), () => pairs.filterBy({ ...pairs.filter, wastefulOnly: false })]) {
    await pairs.select(1)
    expect(pairs.selectedIndex).toBe(1)
    await change()
    expect(pairs.selectedIndex).toBeNull()
  }
})
