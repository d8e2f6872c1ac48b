/** A window's access to a server, for programs: the app on another machine's host, and tests. */
import { WebSocket } from 'ws'
import { keyParameter } from '../../shared/rpc/session.ts'
import { Failure, exitStatus, messageOf } from '../failure.ts'
import { keyHeader } from './pages.ts'

export interface WindowSession {
  origin: string
  /** Value in the header Cookie. */
  cookie: string
  key: string
}

/** Uses up an address. @throws Failure 3 if it is not valid */
export async function openSession(address: string, signal?: AbortSignal): Promise<WindowSession> {
  const answer = await fetch(address, { redirect: 'manual', ...(signal === undefined ? {} : { signal }) }).catch((error: unknown) => {
    throw new Failure(exitStatus.machineUnable, `The host does not answer (${messageOf(error)}).`)
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  const key = answer.headers.get(keyHeader)
  await answer.body?.cancel()
  if (cookie === undefined || key === null)
    throw new Failure(
      exitStatus.machineUnable,
      `The host gives no access by its own address (status ${answer.status}); it may be of another version of Hagstone.`,
    )
  return { origin: new URL(address).origin, cookie, key }
}

/** The same connection that a page of this session makes. */
export function openWebSocket({ origin, cookie, key }: WindowSession): WebSocket {
  return new WebSocket(`${origin.replace(/^http/, 'ws')}/rpc?${keyParameter}=${key}`, {
    origin,
    headers: { Cookie: cookie },
    perMessageDeflate: false,
    autoPong: false,
  })
}
