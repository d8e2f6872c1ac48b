/** One page on two hosts: the app's own for the app's methods, another machine's for everything else. */
import type { Port } from '../../shared/rpc/wire.ts'
import { decodeClientMessage, encode } from '../../shared/rpc/wire.ts'

/** The beginning of an event that `encode` wrote: sequence numbers of two hosts would collide in the page. */
const eventStart = /^\{"type":"event","sequence":(\d+)/

/**
 * Both ports together serve `page`: a request goes to one host by its method, a cancellation to both, since only one
 * knows it, and the confirmation of an event to the host that sent it.
 * @param page its listeners are taken
 */
export function splitPort(page: Port, isLocal: (method: string) => boolean): { local: Port; remote: Port } {
  const listeners = { local: (_text: string): void => {}, remote: (_text: string): void => {} }
  const closed: Array<() => void> = []
  page.onMessage((text) => {
    const message = decodeClientMessage(text)
    if (message === null) return
    if (message.type === 'request') return listeners[isLocal(message.method) ? 'local' : 'remote'](text)
    if (message.type === 'received')
      return listeners[message.sequence % 2 === 0 ? 'local' : 'remote'](encode({ type: 'received', sequence: Math.floor(message.sequence / 2) }))
    listeners.local(text)
    listeners.remote(text)
  })
  page.onClose(() => closed.forEach((close) => close()))
  const half = (which: 'local' | 'remote'): Port => ({
    post: (text) =>
      page.post(text.replace(eventStart, (_, sequence: string) => `{"type":"event","sequence":${Number(sequence) * 2 + (which === 'local' ? 0 : 1)}`)),
    onMessage: (listener) => (listeners[which] = listener),
    onClose: (listener) => closed.push(listener),
  })
  return { local: half('local'), remote: half('remote') }
}

/** Joins two ends of a wire. */
export function join(near: Port, far: Port & { close(): void }, farClosed: () => void): void {
  near.onMessage((text) => far.post(text))
  far.onMessage((text) => near.post(text))
  near.onClose(() => far.close())
  far.onClose(farClosed)
}
