/** A signal for work that holds its thread, in which no message arrives by itself. */
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { CancelSignal } from '../../../shared/rpc/contract.ts'

/** Each look at `aborted` first takes the messages that wait at the port. @param signal that a message aborts */
export function polledSignal(port: MessagePort, signal: AbortSignal, take: (message: unknown) => void): CancelSignal {
  return {
    get aborted() {
      for (let waiting = receiveMessageOnPort(port); waiting !== undefined; waiting = receiveMessageOnPort(port))
        take((waiting as { message: unknown }).message)
      return signal.aborted
    },
    addEventListener: (type, listener) => signal.addEventListener(type, listener),
    removeEventListener: (type, listener) => signal.removeEventListener(type, listener),
  }
}
