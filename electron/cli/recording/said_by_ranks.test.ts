/** Ranks that fail the same way say so once. */
import { expect, it } from 'vitest'
import { localRanks, sayOnceForRanks } from './said_by_ranks.ts'

const job = `test-${process.pid}`

it('prints a refusal of all ranks once, and others by themselves', async () => {
  const printed: string[] = []
  const refuse = (rank: number, message: string, ranks: number): Promise<void> =>
    sayOnceForRanks(message, { rank, count: 4, job }, ranks, () => printed.push(message))
  await Promise.all([0, 1, 2, 3].map((rank) => refuse(rank, `/tmp/x/rank-${rank} exists: an earlier run recorded rank ${rank} there`, 4)))
  expect(printed).toHaveLength(1)
  await Promise.all([refuse(0, 'Unknown option --a', 1), refuse(1, 'Unknown option --b', 1)])
  expect(printed.slice(1).toSorted()).toEqual(['Unknown option --a', 'Unknown option --b'])
})

it('knows how many ranks a machine has', () => {
  const rank = { rank: 0, count: 8, job: null }
  expect(localRanks({ OMPI_COMM_WORLD_LOCAL_SIZE: '2' }, rank)).toBe(2)
  expect(localRanks({ MPI_LOCALNRANKS: '3' }, rank)).toBe(3)
  expect(localRanks({}, rank)).toBe(8)
})
