/** The window's end of the contract, over any port. */
import type { EventName, Events, MethodName, Result, RpcClient } from './contract.ts'
import { RpcError } from './contract.ts'
import type { HostMessage, Port } from './wire.ts'
import { decodeHostMessage, encode } from './wire.ts'

interface PendingCall {
  resolve(result: unknown): void
  reject(error: RpcError): void
  progress(share: number): void
}

/** The window reports the remedy once, for all calls. */
export class ConnectionLost extends RpcError {
  constructor() {
    super('unable', 'Not loaded: the connection to Hagstone was lost.')
  }
}

/**
 * Calls reject with RpcError only. A cancelled call rejects at once with code "cancelled" and tells the host to stop;
 * after the port closes every call, unanswered or new, rejects with code "unable".
 */
export function createClient(port: Port): RpcClient {
  const pending = new Map<number, PendingCall>()
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  let nextId = 1
  let open = true

  port.onMessage((text) => {
    const message = decodeHostMessage(text)
    if (message !== null) receive(message)
  })
  port.onClose(() => {
    open = false
    const unanswered = [...pending.values()]
    pending.clear()
    for (const call of unanswered) call.reject(new ConnectionLost())
  })

  function receive(message: HostMessage): void {
    switch (message.type) {
      case 'response':
        settle(message.id)?.resolve(message.result)
        return
      case 'failure':
        settle(message.id)?.reject(new RpcError(message.code, message.message))
        return
      case 'progress':
        pending.get(message.id)?.progress(message.share)
        return
      case 'event':
        try {
          for (const listener of listeners.get(message.event) ?? []) listener(message.payload as never)
        } finally {
          if (open) port.post(encode({ type: 'received', sequence: message.sequence }))
        }
    }
  }

  function settle(id: number): PendingCall | undefined {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }

  return {
    call(method, parameters, options) {
      type M = typeof method
      const signal = options?.signal
      if (signal?.aborted) return Promise.reject(new RpcError('cancelled', `${method} was cancelled.`))
      if (!open) return Promise.reject(new ConnectionLost())
      const id = nextId++
      return new Promise<Result<M>>((resolve, reject) => {
        const cancel = (): void => {
          if (settle(id) === undefined) return
          port.post(encode({ type: 'cancel', id }))
          reject(new RpcError('cancelled', `${method} was cancelled.`))
        }
        pending.set(id, {
          resolve(result) {
            signal?.removeEventListener('abort', cancel)
            resolve(result as Result<M>)
          },
          reject(error) {
            signal?.removeEventListener('abort', cancel)
            reject(error)
          },
          progress: (share) => options?.onProgress?.(share),
        })
        signal?.addEventListener('abort', cancel)
        port.post(encode({ type: 'request', id, method: method satisfies MethodName, parameters }))
      })
    },
    on<E extends EventName>(event: E, listener: (payload: Events[E]) => void) {
      const registered = listeners.get(event) ?? new Set()
      listeners.set(event, registered)
      registered.add(listener)
      return () => {
        registered.delete(listener)
      }
    },
  }
}
