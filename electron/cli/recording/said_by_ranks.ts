/** One refusal for all ranks of a job on one machine: the first rank that fails prints it, and the others end with the same status. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Rank } from '../../record/ranks.ts'

/** After that, a rank that has not failed the same way is not waited for. */
const LONGEST_WAIT = 5000

/**
 * @param local ranks on this machine, at most
 * @param say prints the message
 * @returns when the message is printed, by this process or by another rank
 */
export async function sayOnceForRanks(message: string, { rank, job }: Rank, local: number, say: () => void): Promise<void> {
  // Ranks have directories of their own.
  const same = message.replaceAll(new RegExp(`\\brank([- ])${rank}\\b`, 'g'), 'rank$1N')
  const key = createHash('sha256')
    .update(`${job ?? process.ppid} ${same}`)
    .digest('hex')
    .slice(0, 32)
  // In the abstract namespace of Linux, so that no file is left.
  const name = `\0hagstone-${process.getuid?.() ?? 0}-${key}`
  const others: Socket[] = []
  const server = createServer((socket) => {
    others.push(socket)
    socket.on('error', () => {})
    socket.end()
    if (others.length >= local - 1) server.close()
  })
  try {
    const listening = once(server, 'listening')
    server.listen(name)
    await listening
  } catch {
    const isSaid = await hasAnswer(name)
    if (!isSaid) say()
    return
  }
  say()
  if (local < 2) server.close()
  // A starter ends all ranks when the first one fails: a late one would say the same again.
  const stay = (): void => {}
  process.on('SIGTERM', stay)
  const limit = setTimeout(() => server.close(), LONGEST_WAIT)
  await once(server, 'close')
  clearTimeout(limit)
  process.off('SIGTERM', stay)
}

/** The other rank takes a connection after it has printed. */
async function hasAnswer(name: string): Promise<boolean> {
  try {
    const socket = connect(name)
    await once(socket.resume(), 'end')
    socket.destroy()
    return true
  } catch {
    return false
  }
}

/** Ranks on this machine, or of the whole job where the starter does not say. */
export function localRanks(environment: Record<string, string | undefined>, { count }: Rank): number {
  const told = ['OMPI_COMM_WORLD_LOCAL_SIZE', 'MPI_LOCALNRANKS', 'MV2_COMM_WORLD_LOCAL_SIZE']
    .map((variable) => Number(environment[variable]))
    .find((each) => each > 0)
  return told ?? count ?? Infinity
}
