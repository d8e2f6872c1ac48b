import type { WebSocket } from 'ws'
import type { Port } from '../../shared/rpc/wire.ts'

/** RFC 6455, section 7.4.1. */
const unsupportedData = 1003
/** For the other end's half of the close handshake, in ms. */
const graceAfterClose = 1_000
/** Answers that wait for their reader, in bytes. Above this no further request is read. */
const mostUnread = 1 << 20
/** The same of answers to pings, which browsers never send. */
const mostUnreadPongs = 64 << 10

/**
 * A port over a WebSocket, which was opened with `autoPong: false`. Our windows send no binary messages; one closes the
 * connection.
 */
export function webSocketPort(socket: WebSocket): Port {
  // ws reports broken frames, oversized messages and lost connections here; without a handler they end the process.
  socket.on('error', () => socket.terminate())
  socket.on('ping', (data: Buffer) => {
    if (socket.bufferedAmount < mostUnreadPongs) socket.pong(data)
  })
  const goOn = (): void => {
    if (socket.isPaused && socket.bufferedAmount <= mostUnread) socket.resume()
  }
  return {
    post(text) {
      socket.send(text, goOn)
      if (socket.bufferedAmount > mostUnread) socket.pause()
    },
    onMessage(listener) {
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (!isBinary) return listener(data.toString('utf8'))
        socket.close(unsupportedData, 'text expected')
        setTimeout(() => socket.terminate(), graceAfterClose).unref()
      })
    },
    onClose(listener) {
      socket.on('close', listener)
    },
  }
}
