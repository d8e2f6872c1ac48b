import type { WebSocket } from 'ws'
import type { Port } from '../../shared/rpc/wire.ts'

/** A port over a WebSocket. Binary messages are none of ours and close the connection (RFC 6455 status 1003). */
export function webSocketPort(socket: WebSocket): Port {
  const unsupportedData = 1003
  return {
    post: (text) => socket.send(text),
    onMessage(listener) {
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (isBinary) socket.close(unsupportedData, 'text expected')
        else listener(data.toString('utf8'))
      })
    },
    onClose(listener) {
      socket.on('close', listener)
      // ws reports broken frames and oversized messages here, then closes.
      socket.on('error', () => socket.terminate())
    },
  }
}
