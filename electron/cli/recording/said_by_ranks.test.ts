/** Ranks that fail the same way say so once. */
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { privateDirectory } from '../../private_directory.ts'
import { localRanks, sayOnceForRanks } from './said_by_ranks.ts'

const job = `test-${process.pid}`
const sockets = (): string[] => readdirSync(privateDirectory()).filter((name) => name.endsWith('.refusal'))

it('prints a refusal of all ranks once, and others by themselves, and leaves nothing', async () => {
  const printed: string[] = []
  const refuse = (rank: number, message: string, ranks: number): Promise<void> =>
    sayOnceForRanks(message, { rank, count: 4, job }, ranks, () => printed.push(message))
  await Promise.all([0, 1, 2, 3].map((rank) => refuse(rank, `/tmp/x/rank-${rank} exists: an earlier run recorded rank ${rank} there`, 4)))
  expect(printed).toHaveLength(1)
  await Promise.all([refuse(0, 'Unknown option --a', 1), refuse(1, 'Unknown option --b', 1)])
  expect(printed.slice(1).toSorted()).toEqual(['Unknown option --a', 'Unknown option --b'])
  expect(sockets()).toEqual([])
})

it('says it if the rank that has the word was killed, or never answers', async () => {
  let said = 0
  const refuse = (): Promise<void> => sayOnceForRanks('refused', { rank: 0, count: 2, job }, 2, () => said++, 100)
  const first = refuse()
  await expect.poll(sockets).toHaveLength(1)
  const path = join(privateDirectory(), sockets()[0]!)
  await first
  expect(said).toBe(1)
  writeFileSync(path, '')
  await refuse()
  expect([said, sockets()]).toEqual([2, []])
  const silent = createServer({ allowHalfOpen: true }, (socket) => void socket.on('error', () => {}))
  silent.listen(path)
  await once(silent, 'listening')
  await refuse()
  expect(said).toBe(3)
  silent.close()
})

it.each(['SIGTERM', 'SIGINT'] as const)('does not wait for other ranks after %s', async (signal) => {
  // Those of Vite, which other files of this process may have loaded, end the process.
  const others = process.listeners(signal)
  process.removeAllListeners(signal)
  try {
    await sayOnceForRanks(`refused before ${signal}`, { rank: 0, count: null, job }, Infinity, () => process.emit(signal, signal), 2 ** 31 - 1)
    expect([sockets(), process.listeners(signal)]).toEqual([[], []])
  } finally {
    for (const other of others) process.on(signal, other)
  }
})

it('knows how many ranks a machine has', () => {
  const rank = { rank: 0, count: 8, job: null }
  expect(localRanks({ OMPI_COMM_WORLD_LOCAL_SIZE: '2' }, rank)).toBe(2)
  expect(localRanks({ MPI_LOCALNRANKS: '3' }, rank)).toBe(3)
  expect(localRanks({}, rank)).toBe(8)
})
