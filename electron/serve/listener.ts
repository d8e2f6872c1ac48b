/** Where the server listens: a port of the loopback interface, or a unix socket of its user. */
import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { connect as connectTo } from 'node:net'
import type { Server } from 'node:net'
import { Failure, exitStatus, messageOf, systemErrorCode } from '../failure.ts'

export const loopback = '127.0.0.1'

/** @returns the TCP port; null for a unix socket. @throws Failure 3 when it cannot be had */
export async function listenOn(server: Server, listen: { port: number } | { socket: string }): Promise<number | null> {
  const mask = process.umask()
  try {
    if ('socket' in listen) await removeStaleSocket(listen.socket)
    // The socket exists from bind on: with this mask no other user can connect before chmod.
    process.umask(0o177)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen('socket' in listen ? { path: listen.socket } : { host: loopback, port: listen.port }, () => resolve())
    })
    if ('socket' in listen) chmodSync(listen.socket, 0o600)
  } catch (error) {
    const where = 'socket' in listen ? listen.socket : `port ${listen.port}`
    const reason = systemErrorCode(error) === 'EADDRINUSE' ? 'is in use' : `cannot be used (${systemErrorCode(error) ?? messageOf(error)})`
    throw new Failure(exitStatus.machineUnable, `${where} ${reason}; choose another with ${'socket' in listen ? '--socket' : '--port'}.`)
  } finally {
    process.umask(mask)
  }
  if ('socket' in listen) return null
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no TCP address')
  return address.port
}

/** A socket left by a killed server would make every later bind fail; no process listens on it. */
async function removeStaleSocket(path: string): Promise<void> {
  try {
    if (!lstatSync(path).isSocket()) return
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return
    throw error
  }
  if (!(await answers(path))) unlinkSync(path)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = connectTo({ path })
    attempt.once('connect', () => {
      attempt.destroy()
      resolve(true)
    })
    attempt.once('error', (error) => resolve(systemErrorCode(error) !== 'ECONNREFUSED'))
  })
}
