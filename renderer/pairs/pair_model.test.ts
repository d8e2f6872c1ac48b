import { beforeEach, expect, test } from 'vitest'
import { createFakeHost } from '../testing/fake_host.ts'
import { PairModel } from './pair_model.ts'

let pairs: PairModel
let selected: number[]

beforeEach(async () => {
  selected = []
  pairs = new PairModel({ client: createFakeHost(), profile: 1, tool: 'dead-stores', onSelect: (pair) => void selected.push(pair), onFailure: (error) => { throw error } })
  await pairs.load()
})

const marked = async (): Promise<number | null> => (pairs.selectedIndex === null ? null : (await pairs.pager.row(pairs.selectedIndex))!.pair)

test('the selected pair stays marked wherever order and filter put it', async () => {
  await pairs.select(1)
  const pair = await marked()
  await pairs.sortBy({ column: 'waste', descending: false })
  expect(await marked()).toBe(pair)
  expect(pairs.selectedIndex).toBeGreaterThan(1)
  await pairs.filterBy({ ...pairs.filter, search: 'no such function' })
  expect(await marked()).toBeNull()
  await pairs.filterBy(pairs.noFilter)
  expect(await marked()).toBe(pair)
  // That it was found again chooses nothing.
  expect(selected).toEqual([pair])
})

test('so does one that was selected elsewhere', async () => {
  await pairs.reveal(3)
  expect(await marked()).toBe(3)
  await pairs.sortBy({ column: 'waste', descending: false })
  expect(await marked()).toBe(3)
  expect(selected).toEqual([])
})
