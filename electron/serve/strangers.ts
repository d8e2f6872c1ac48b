/** Connections without credentials so far: any user of the machine can open them, so they are few and short-lived. */
import type { Duplex } from 'node:stream'

/** A browser opens about six for a page, and authenticates each with its first request. */
const mostStrangers = 128
/** Until a whole request has arrived, in ms. */
const patience = 10_000

export class Strangers {
  /** In the order of their arrival. */
  readonly #connections = new Map<Duplex, NodeJS.Timeout>()

  /** A new connection. The oldest is closed: opening many does not keep others out. */
  add(connection: Duplex): void {
    // Node's own handlers are removed with the HTTP parser, and an unhandled error ends the process.
    connection.on('error', () => connection.destroy())
    connection.once('close', () => this.#forget(connection))
    this.#connections.set(connection, setTimeout(() => connection.destroy(), patience).unref())
    const [oldest] = this.#connections.keys()
    if (oldest !== undefined && this.#connections.size > mostStrangers) {
      this.#forget(oldest)
      oldest.destroy()
    }
  }

  /** It belongs to a window. */
  recognise(connection: Duplex): void {
    this.#forget(connection)
  }

  #forget(connection: Duplex): void {
    clearTimeout(this.#connections.get(connection))
    this.#connections.delete(connection)
  }
}
