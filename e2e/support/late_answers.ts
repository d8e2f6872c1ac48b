/**
 * A host that answers late, as one does at the far end of a slow network or beside a slow disk.
 *
 * HAGSTONE_LATE_ANSWERS=SEED[:MOST] holds each answer back for a random time of at most MOST ms (400 where it is absent). Answers may
 * pass one another, since a host answers when it can; events stay where they were among all messages, since a network keeps the order.
 */
import type { BrowserContext } from '@playwright/test'

export const lateAnswersVariable = 'HAGSTONE_LATE_ANSWERS'

interface Lateness {
  seed: number
  /** ms */
  most: number
}

function wanted(): Lateness | null {
  const text = process.env[lateAnswersVariable]
  if (text === undefined || text === '') return null
  const [, seed, most = '400'] = /^(\d+)(?::(\d+))?$/.exec(text) ?? []
  if (seed === undefined) throw new Error(`${lateAnswersVariable}=${text}: not SEED or SEED:MOST`)
  return { seed: Number(seed), most: Number(most) }
}

/** A fixed sequence of numbers in [0, 1) for each seed: a linear congruential generator (Numerical Recipes, section 7.1). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** The messages of one host on their way to one window. */
class LateMessages {
  readonly #random: () => number
  readonly #most: number
  /** Settles once all messages up to the last event have arrived. */
  #events: Promise<unknown> = Promise.resolve()
  /** Messages since the last event that are on their way. */
  readonly #underway = new Set<Promise<void>>()
  /** The last message of each request: progress comes before the answer. */
  readonly #ofRequest = new Map<unknown, Promise<void>>()

  constructor({ seed, most }: Lateness) {
    this.#random = randomNumbers(seed)
    this.#most = most
  }

  send(text: string, arrive: () => void): void {
    const { type, id } = JSON.parse(text) as { type: string; id?: unknown }
    const delay = new Promise((done) => setTimeout(done, this.#random() * this.#most))
    if (type === 'event') {
      this.#events = Promise.all([delay, this.#events, ...this.#underway]).then(arrive)
      return
    }
    const arrival = Promise.all([delay, this.#events, this.#ofRequest.get(id)]).then(() => {
      this.#underway.delete(arrival)
      if (this.#ofRequest.get(id) === arrival) this.#ofRequest.delete(id)
      arrive()
    })
    this.#underway.add(arrival)
    this.#ofRequest.set(id, arrival)
  }

  /** Resolves when all messages so far have arrived. */
  async arrived(): Promise<void> {
    await Promise.all([this.#events, ...this.#underway])
  }
}

/** Null where answers are wanted as they come. */
export function lateMessages(): LateMessages | null {
  const lateness = wanted()
  return lateness === null ? null : new LateMessages(lateness)
}

/** Lets all windows of a browser's context meet a late host, where that is wanted. */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (wanted() === null) return
  await context.routeWebSocket(/\/rpc\b/, (window) => {
    const host = window.connectToServer()
    const late = lateMessages()!
    host.onMessage((message) => late.send(message.toString(), () => window.send(message)))
    host.onClose(
      (code, reason) => void late.arrived().then(() => window.close({ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) })),
    )
  })
}
