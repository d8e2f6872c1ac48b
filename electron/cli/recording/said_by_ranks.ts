/** One refusal for all ranks of a job on one machine: the first rank that fails prints it, and the others end with the same status. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { systemErrorCode } from '../../failure.ts'
import { privateDirectory } from '../../private_directory.ts'
import type { Rank } from '../../record/ranks.ts'

/** ms. After that, a rank that has not failed the same way is not waited for, nor one that does not answer. */
const LONGEST_WAIT = 5000
/** A starter ends all ranks by one of these when the first one fails, and a person who waits for the prompt by the other. */
const ENDING = ['SIGTERM', 'SIGINT'] as const

/**
 * @param local ranks on this machine, at most
 * @param say prints the message
 * @returns when the message is printed, by this process or by another rank; at once after SIGTERM or SIGINT, so that the
 * process ends with its own status
 */
export async function sayOnceForRanks(message: string, rank: Rank, local: number, say: () => void, longestWait = LONGEST_WAIT): Promise<void> {
  const path = meetingPlace(message, rank)
  const others: Socket[] = []
  const server = createServer((socket) => {
    others.push(socket)
    socket.on('error', () => {})
    socket.end()
    if (others.length >= local - 1) server.close()
  })
  if (path === null || !(await listens(server, path))) {
    if (path === null || !(await isSaid(path, longestWait))) say()
    return
  }
  const end = (): void => void server.close()
  for (const signal of ENDING) process.on(signal, end)
  say()
  if (local < 2) end()
  const limit = setTimeout(end, longestWait)
  await once(server, 'close')
  clearTimeout(limit)
  for (const signal of ENDING) process.off(signal, end)
}

/** A socket of this message, job and machine, which no other user can take; null where there is no place for it. */
function meetingPlace(message: string, { rank, job }: Rank): string | null {
  // Ranks have directories of their own.
  const same = message.replaceAll(new RegExp(`\\brank([- ])${rank}\\b`, 'g'), 'rank$1N')
  const key = createHash('sha256')
    .update(`${hostname()} ${job ?? process.ppid} ${same}`)
    .digest('hex')
    .slice(0, 32)
  try {
    return join(privateDirectory(), `${key}.refusal`)
  } catch {
    return null
  }
}

async function listens(server: Server, path: string): Promise<boolean> {
  const listening = once(server, 'listening')
  server.listen(path)
  return listening.then(
    () => true,
    () => false,
  )
}

/** The rank that listens takes a connection after it has printed. */
async function isSaid(path: string, longestWait: number): Promise<boolean> {
  const socket = connect(path)
  socket.setTimeout(longestWait, () => socket.destroy(new Error('no answer')))
  try {
    await once(socket.resume(), 'end')
    return true
  } catch (error) {
    // Left by a rank that was killed.
    if (systemErrorCode(error) === 'ECONNREFUSED') rmSync(path, { force: true })
    return false
  } finally {
    socket.destroy()
  }
}

/** Ranks on this machine, or of the whole job where the starter does not say. */
export function localRanks(environment: Record<string, string | undefined>, { count }: Rank): number {
  const told = ['OMPI_COMM_WORLD_LOCAL_SIZE', 'MPI_LOCALNRANKS', 'MV2_COMM_WORLD_LOCAL_SIZE']
    .map((variable) => Number(environment[variable]))
    .find((each) => each > 0)
  return told ?? count ?? Infinity
}
