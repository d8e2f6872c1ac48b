import { expect, test } from 'vitest'
import { createFakeHost } from '../testing/fake_host.ts'
import { fakeSites } from '../testing/fake_values.ts'
import { ValueModel } from './value_model.ts'

test('a table that is clicked while tables are sorted is looked at, and not marked in the new order', async () => {
  const host = createFakeHost()
  host.answer('values.rows', ({ start, count }) => ({ rowCount: fakeSites.length, totalCount: fakeSites.length, rows: fakeSites.slice(start, start + count) }))
  const values = new ValueModel({
    client: host,
    profile: 1,
    onFailure: (error) => {
      throw error
    },
  })
  await values.load()
  await values.pager.begin()
  const clicked = values.pager.rows(1, 1)![0]!
  const sorted = values.sortBy({ column: 'executions', descending: false })
  await values.select(1, clicked)
  expect([values.selectedIndex, values.selectedSite]).toEqual([1, clicked])
  await sorted
  expect([values.selectedIndex, values.selectedSite]).toEqual([null, clicked])
})
