/** A pair of connected RPC ports without a transport. */
import type { Port } from '../../shared/rpc/wire.ts'

export interface TestPort extends Port {
  close(): void
}

const nothing = (): void => {}

/** Two connected ports in one process; texts arrive in a later microtask, as over a real transport. */
export function connectedPorts(): [window: TestPort, host: TestPort] {
  const listeners = [nothing as (text: string) => void, nothing as (text: string) => void]
  const closings = [nothing, nothing]
  const makePort = (own: number, other: number): TestPort => ({
    post: (text) => queueMicrotask(() => listeners[other]?.(text)),
    onMessage: (listener) => (listeners[own] = listener),
    onClose: (listener) => (closings[own] = listener),
    close: () => closings.forEach((closing) => closing()),
  })
  return [makePort(0, 1), makePort(1, 0)]
}
