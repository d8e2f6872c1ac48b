/** How this window reaches its host: the preload's port inside Electron, a WebSocket everywhere else. */
import type { WindowBridge } from '../../shared/rpc/bridge.ts'
import { createClient } from '../../shared/rpc/client.ts'
import type { RpcClient } from '../../shared/rpc/contract.ts'
import { keyParameter, storedKey } from '../../shared/rpc/session.ts'
import type { Port } from '../../shared/rpc/wire.ts'

declare global {
  interface Window {
    /** Put there by the preload script. */
    hagstone?: WindowBridge
  }
}

export interface Connection {
  client: RpcClient
  /** Resolves, with a message for the person, when the host is gone. */
  lost: Promise<string>
}

/** Electron ends a page together with its own main process: only another machine's host can go away. */
const goneMachine =
  'The connection to the other machine has ended: its host ended, or the network failed. Close this window and connect again. No recording is lost.'
const goneServer =
  'The connection to Hagstone is lost: the server ended, or the network failed. This page reconnects when a server of yours answers at this address. To continue now, start “hagstone serve”, or run “hagstone serve --address” where it still runs, and open its address in this browser: a link to it then appears here.'

/** Rejects with one line if the host cannot be reached. */
export function connect(): Promise<Connection> {
  return window.hagstone === undefined ? connectSocket() : Promise.resolve(connectPort(window.hagstone))
}

function connectPort(port: Port): Connection {
  const { promise: lost, resolve } = Promise.withResolvers<string>()
  return { client: createClient(withCloseListener(port, () => resolve(goneMachine))), lost }
}

function connectSocket(): Promise<Connection> {
  const socket = new WebSocket(socketAddress())
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>()
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve({ client: createClient(withCloseListener(portOf(socket), () => lose(goneServer))), lost }), { once: true })
    socket.addEventListener(
      'close',
      () =>
        reject(
          new Error(
            'Hagstone does not answer: it has ended, or this browser no longer has access. Open a new address: press Enter in the terminal where Hagstone runs, or run “hagstone serve --address” there.',
          ),
        ),
      { once: true },
    )
  })
}

/** ms between two tries. */
const pause = 2000

/**
 * Resolves when a host takes this window's key at this address: after a restart the same port may have another one of the same user.
 * Never in Electron, which ends a page together with its host.
 */
export async function answersAgain(): Promise<void> {
  if (window.hagstone !== undefined) return new Promise(() => {})
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (await answers()) return
  }
}

function answers(): Promise<boolean> {
  const socket = new WebSocket(socketAddress())
  return new Promise((resolve) => {
    socket.addEventListener('close', () => resolve(false), { once: true })
    socket.addEventListener(
      'open',
      () => {
        resolve(true)
        socket.close()
      },
      { once: true },
    )
  })
}

function socketAddress(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc?${keyParameter}=${window.localStorage.getItem(storedKey) ?? ''}`
}

function portOf(socket: WebSocket): Port {
  return {
    post: (text) => socket.send(text),
    onMessage(listener) {
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') listener(data)
      })
    },
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
  }
}

function withCloseListener(port: Port, closed: () => void): Port {
  return {
    post: (text) => port.post(text),
    onMessage: (listener) => port.onMessage(listener),
    onClose: (listener) =>
      port.onClose(() => {
        listener()
        closed()
      }),
  }
}
