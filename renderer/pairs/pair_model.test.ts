import { expect, test } from 'vitest'
import { createFakeHost } from '../testing/fake_host.ts'
import { PairModel } from './pair_model.ts'

/** Dead stores of the made-up profile, and the selected pairs. */
async function prepare() {
  const host = createFakeHost()
  const chosen: number[] = []
  const pairs = new PairModel({
    client: host,
    profile: 1,
    tool: 'dead-stores',
    onSelect: (pair) => void chosen.push(pair),
    onFailure: (error) => {
      throw error
    },
  })
  await pairs.load()
  await pairs.pager.begin()
  return { host, pairs, chosen }
}

test('the pairs with the most waste come first', async () => {
  const { pairs } = await prepare()
  const waste = (pairs.pager.rows(0, pairs.pager.rowCount) ?? []).map((row) => row.waste)
  expect(new Set(waste).size).toBeGreaterThan(1)
  expect(waste).toEqual(waste.toSorted((one, other) => other - one))
})

test('another order or filter is shown from its beginning: no row is marked that the table would scroll to', async () => {
  const { pairs } = await prepare()
  for (const change of [() => pairs.sortBy({ column: 'waste', descending: false }), () => pairs.filterBy({ ...pairs.filter, wastefulOnly: false })]) {
    await pairs.select(1)
    expect(pairs.selectedIndex).toBe(1)
    await change()
    expect(pairs.selectedIndex).toBeNull()
  }
})

test('a row that is clicked while others are on their way is the one that was drawn, and no other is marked in its place', async () => {
  const { pairs, chosen } = await prepare()
  const [first, second] = pairs.pager.rows(0, 2) ?? []
  expect(first?.pair).not.toBe(second?.pair)
  const sorted = pairs.sortBy({ column: 'waste', descending: false })
  await pairs.select(1, second)
  expect(pairs.selectedIndex).toBe(1)
  await sorted
  expect(pairs.selectedIndex).toBeNull()
  // The grid still draws the previous rows: those of the new order are not here yet.
  await pairs.select(0, first)
  expect(chosen).toEqual([second?.pair, first?.pair])
  expect(pairs.selectedIndex).toBeNull()
})

test('of a new filter there are no rows before their number is known', async () => {
  const { host, pairs } = await prepare()
  const all = pairs.pager.rowCount
  let answer = (): void => {}
  const held = new Promise<void>((done) => (answer = done))
  const rows = createFakeHost()
  host.answer('pairs.rows', async (asked) => {
    if (asked.filter.search !== '' && asked.count === 1) await held
    return rows.call('pairs.rows', asked)
  })
  const filtered = pairs.filterBy({ ...pairs.filter, search: 'no function of this name' })
  expect((await pairs.pager.row(all - 1))?.pair).toBeDefined()
  pairs.pager.reset(-1, all)
  await pairs.pager.begin()
  expect(pairs.pager.rowCount).toBe(all)
  answer()
  await filtered
  expect(pairs.pager.rowCount).toBe(0)
})

test('several pairs of the same lines are grouped at first, and separate on request', async () => {
  const host = createFakeHost()
  host.answer('pairs.groups', ({ by }) => ({ rowCount: by === 'both-line' ? 1 : 2, rows: [] }))
  const pairs = new PairModel({
    client: host,
    profile: 1,
    tool: 'dead-stores',
    onSelect: () => {},
    onFailure: (error) => {
      throw error
    },
  })
  await pairs.load()
  expect([pairs.groups.by, pairs.grouped]).toEqual(['both-line', true])
  await pairs.groupBy(null)
  await pairs.filterBy({ ...pairs.filter, search: 'fill' })
  expect(pairs.grouped).toBe(false)
})

test('a pair that is looked for while the order changes is not marked at the place where it was', async () => {
  const { host, pairs } = await prepare()
  const [, second] = pairs.pager.rows(0, 2)!
  const rows = await host.call('pairs.rows', { profile: 1, filter: pairs.filter, sort: pairs.sort, start: 0, count: 500 })
  let answer = (): void => {}
  const held = new Promise<void>((done) => (answer = done))
  host.answer('pairs.rows', async ({ count }) => {
    if (count > 1) await held
    return { ...rows, rows: rows.rows.slice(0, count) }
  })
  const revealing = pairs.reveal(second!.pair)
  await pairs.sortBy({ column: 'waste', descending: false })
  answer()
  await revealing
  expect(pairs.selectedIndex).toBeNull()
})
