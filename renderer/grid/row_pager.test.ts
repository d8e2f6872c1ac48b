import { expect, test, vi } from 'vitest'
import { RowPager } from './row_pager.ts'

/** A table of numbers; answers wait until `answer` lets them go. */
function createTable(rowCount: number) {
  const asked: Array<{ start: number; count: number; answer(version?: number): Promise<void>; fail(message: string): Promise<void> }> = []
  const pager = new RowPager<number>(
    (start, count) =>
      new Promise((resolve, reject) => {
        const settled = async (): Promise<void> => {
          await Promise.resolve()
          await Promise.resolve()
          await Promise.resolve()
        }
        asked.push({
          start,
          count,
          answer(version = 1) {
            resolve({ version, rowCount, rows: Array.from({ length: Math.max(0, Math.min(count, rowCount - start)) }, (_, offset) => start + offset) })
            return settled()
          },
          fail(message) {
            reject(new Error(message))
            return settled()
          },
        })
      }),
  )
  pager.reset(1, rowCount)
  return { pager, asked }
}

test('rows are there after they were requested, and subscribers are notified', async () => {
  const { pager, asked } = createTable(1000)
  const heard = vi.fn()
  pager.subscribe(heard)
  expect(pager.rows(10, 3)).toBeNull()
  pager.request(10, 3)
  await asked[0]?.answer()
  expect(pager.rows(10, 3)).toEqual([10, 11, 12])
  expect(heard).toHaveBeenCalled()
})

test('rows at the end of the table are clipped', async () => {
  const { pager, asked } = createTable(130)
  pager.request(125, 20)
  await asked[0]?.answer()
  expect(pager.rows(125, 20)).toEqual([125, 126, 127, 128, 129])
})

test('only the last place asked for is fetched while an answer is under way', async () => {
  const { pager, asked } = createTable(1_000_000)
  pager.request(0, 20)
  for (let start = 10_000; start <= 900_000; start += 10_000) pager.request(start, 20)
  expect(asked).toHaveLength(1)
  await asked[0]?.answer()
  expect(asked).toHaveLength(2)
  expect(asked[1]?.start).toBeLessThanOrEqual(900_000)
  expect((asked[1]?.start ?? 0) + (asked[1]?.count ?? 0)).toBeGreaterThan(900_020)
})

test('rows that are seen are asked for before those around them', async () => {
  const { pager, asked } = createTable(10_000)
  pager.request(1000, 40)
  const [first] = asked
  expect(first!.start).toBeGreaterThan(1000 - 64)
  expect(first!.start + first!.count).toBeLessThan(1040 + 64)
  await first!.answer()
  expect(pager.rows(1000, 40)).not.toBeNull()
  await asked[1]?.answer()
  await asked[2]?.answer()
  expect(asked).toHaveLength(3)
  expect(pager.rows(900, 240)).not.toBeNull()
})

test('the first rows can be awaited before a view shows them', async () => {
  const { pager, asked } = createTable(1000)
  const heard = vi.fn()
  void pager.begin().then(heard)
  expect(asked).toMatchObject([{ start: 0 }])
  await new Promise((resolve) => setTimeout(resolve))
  expect(heard).not.toHaveBeenCalled()
  await asked[0]?.answer()
  await asked[0]?.answer()
  expect(heard).toHaveBeenCalled()
  expect(pager.rows(0, 10)).not.toBeNull()
})

test('the first rows of a table without any are not asked for', () => {
  const { pager, asked } = createTable(0)
  void pager.begin()
  expect(asked).toEqual([])
})

test('an answer to a question before a reset is dropped', async () => {
  const { pager, asked } = createTable(1000)
  pager.request(0, 10)
  pager.reset(2, 1000)
  await asked[0]?.answer(1)
  expect(pager.rows(0, 10)).toBeNull()
  await asked[1]?.answer(2)
  expect(pager.rows(0, 10)).not.toBeNull()
  expect(pager.version).toBe(2)
})

test('a failure is reported once, and only other rows, or a new table, are requested again', async () => {
  const { pager, asked } = createTable(1000)
  pager.subscribe(() => pager.request(0, 10))
  pager.request(0, 10)
  await asked[0]?.fail('The file is gone.')
  expect(pager.failure).toBe('The file is gone.')
  expect(asked).toHaveLength(1)
  pager.request(600, 10)
  expect(asked).toHaveLength(2)
  await asked[1]?.answer()
  expect(pager.failure).toBeNull()
  await asked[2]?.fail('The file is gone.')
  pager.reset(2, 1000)
  expect(asked).toHaveLength(4)
})

test('a failure of what was asked for before a reset is dropped', async () => {
  const { pager, asked } = createTable(1000)
  pager.request(0, 10)
  pager.reset(2, 1000)
  await asked[0]?.fail('There is no such view.')
  expect(pager.failure).toBeNull()
  await asked[1]?.answer(2)
  expect(pager.rows(0, 10)).not.toBeNull()
})

test('the number of kept rows stays small after any scrolling', async () => {
  const { pager, asked } = createTable(1_000_000)
  for (let start = 0; start < 100_000; start += 128) {
    pager.request(start, 20)
    for (let open = asked.shift(); open !== undefined; open = asked.shift()) await open.answer()
  }
  expect(pager.rows(0, 10)).toBeNull()
  expect(pager.rows(99_900, 20)).not.toBeNull()
})
