import type { Port } from '../../shared/rpc/wire.ts'
import { openWebSocket } from '../serve/session.ts'
import type { WindowSession } from '../serve/session.ts'
import { webSocketPort } from './web_socket_port.ts'

/**
 * A port to a serve host behind a forwarded socket, like that of its own page. Texts wait until it is open; if it never
 * opens, it closes.
 */
export function remotePort(session: WindowSession): Port & { close(): void } {
  const socket = openWebSocket(session)
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
