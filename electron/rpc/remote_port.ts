import { WebSocket } from 'ws'
import type { Port } from '../../shared/rpc/wire.ts'
import { tokenParameter, unportedCookie } from '../serve/access.ts'
import { webSocketPort } from './web_socket_port.ts'

/**
 * A port to a serve host behind a forwarded socket, as a page of its own would have it. Texts wait until it is open; where it
 * never opens, it closes.
 * @param address of RemoteHost; its token travels in a header of the loopback connection only
 */
export function remotePort(address: string): Port & { close(): void } {
  const { host, origin, searchParams } = new URL(address)
  const socket = new WebSocket(`ws://${host}/rpc`, { origin, headers: { Cookie: `${unportedCookie}=${searchParams.get(tokenParameter) ?? ''}` }, perMessageDeflate: false, autoPong: false })
  const port = webSocketPort(socket)
  const waiting: string[] = []
  socket.once('open', () => {
    for (const text of waiting.splice(0)) port.post(text)
  })
  return {
    ...port,
    post(text) {
      if (socket.readyState === socket.CONNECTING) waiting.push(text)
      else if (socket.readyState === socket.OPEN) port.post(text)
    },
    close: () => socket.close(),
  }
}
