import type { EventName, Events } from '../../shared/rpc/contract.ts'
import type { HostMessage } from '../../shared/rpc/wire.ts'

/** Events sent and not yet confirmed by the window. More would only queue in the transport. */
const mostUnconfirmed = 4
/** A window that no longer confirms loses its oldest commands instead of filling the host's memory. */
const mostWaiting = 256

type EventMessage = Extract<HostMessage, { type: 'event' }>

/**
 * Events in transit to one window. While the window is behind, a new progress report replaces the queued one of the
 * same recording, in its place; other events wait in order.
 */
export class EventQueue {
  readonly #send: (message: EventMessage) => void
  readonly #waiting: Array<{ key: string | null; event: EventName; payload: unknown }> = []
  readonly #unconfirmed = new Set<number>()
  #nextSequence = 0

  constructor(send: (message: EventMessage) => void) {
    this.#send = send
  }

  add<E extends EventName>(event: E, payload: Events[E]): void {
    const key = replacementKey(event, payload)
    const superseded = key === null ? undefined : this.#waiting.find((waiting) => waiting.key === key)
    if (superseded !== undefined) superseded.payload = payload
    else this.#waiting.push({ key, event, payload })
    if (this.#waiting.length > mostWaiting) this.#waiting.shift()
    this.#flush()
  }

  confirm(sequence: number): void {
    this.#unconfirmed.delete(sequence)
    this.#flush()
  }

  #flush(): void {
    while (this.#unconfirmed.size < mostUnconfirmed) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      const sequence = this.#nextSequence++
      this.#unconfirmed.add(sequence)
      this.#send({ type: 'event', sequence, event: next.event, payload: next.payload })
    }
  }
}

/** Events with the same key report the state of the same thing: only the last one matters. */
function replacementKey<E extends EventName>(event: E, payload: Events[E]): string | null {
  return event === 'launch.progress' ? `launch.progress ${(payload as Events['launch.progress']).recording}` : null
}
