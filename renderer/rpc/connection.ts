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
  /** Resolves, with what to tell the person, when the host is gone. */
  lost: Promise<string>
}

/** Electron ends a page together with its own main process: what can go away is another machine's. */
const goneMachine =
  'The connection to the other machine has ended: its host, or the network in between, is gone. Close this window and connect again; nothing that was recorded there is lost.'
const goneServer =
  'The connection to Hagstone is lost: the server ended, or the network in between broke. If it still runs, reload this page; if not, start it again and open its new address.'

/** Rejects with one line if the host cannot be reached. */
export function connect(): Promise<Connection> {
  return window.hagstone === undefined ? connectSocket() : Promise.resolve(connectPort(window.hagstone))
}

function connectPort(port: Port): Connection {
  const { promise: lost, resolve } = Promise.withResolvers<string>()
  return { client: createClient(withCloseListener(port, () => resolve(goneMachine))), lost }
}

function connectSocket(): Promise<Connection> {
  const { protocol, host } = window.location
  const key = window.localStorage.getItem(storedKey) ?? ''
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc?${keyParameter}=${key}`)
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>()
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve({ client: createClient(withCloseListener(portOf(socket), () => lose(goneServer))), lost }), { once: true })
    socket.addEventListener(
      'close',
      () =>
        reject(
          new Error(
            'Hagstone does not answer here: it has ended, or this browser has no access to it any more. Open a new address: press Enter in the terminal where Hagstone runs, or run “hagstone serve --address” there.',
          ),
        ),
      { once: true },
    )
  })
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
