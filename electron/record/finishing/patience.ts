/** How long to wait for the next action of a process: on a busy machine that takes any number of seconds. */
import { readFileSync, readdirSync } from 'node:fs'
import { systemErrorCode } from '../../failure.ts'
import { statusFields } from '../../process_status.ts'

export interface Activity {
  /** CPU time that the process has used, ms, to the clock tick. */
  cpuTime: number
  /** A thread of it runs, waits for a processor or for a disk. */
  runs: boolean
}

/** Clock ticks in a ms, in proc(5): USER_HZ of x86-64. */
const ticksPerMillisecond = 0.1

/** null: the process is gone. */
export function activityOf(id: number): Activity | null {
  try {
    const fields = readdirSync(`/proc/${id}/task`).map((thread) => statusFields(readFileSync(`/proc/${id}/task/${thread}/stat`, 'latin1')))
    const ticks = fields.reduce((sum, thread) => sum + Number(thread[11]) + Number(thread[12]), 0)
    return { cpuTime: ticks / ticksPerMillisecond, runs: fields.some(([state]) => state === 'R' || state === 'D') }
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}

/** Time counts only while the process uses a processor or wants none. One for each awaited event. */
export class Patience {
  readonly #limit: number
  readonly #activityOf: (id: number) => Activity | null
  readonly #known = new Map<number, { first: number; asleep: number }>()

  /** @param limit ms of CPU time, and ms asleep, after which a process will not act any more */
  constructor(limit: number, activity: (id: number) => Activity | null = activityOf) {
    this.#limit = limit
    this.#activityOf = activity
  }

  /** Whether the process may still do it. @param elapsed ms since the look before */
  lasts(id: number, elapsed: number): boolean {
    const activity = this.#activityOf(id)
    if (activity === null) return false
    const known = this.#known.get(id) ?? { first: activity.cpuTime, asleep: 0 }
    this.#known.set(id, known)
    if (!activity.runs) known.asleep += elapsed
    return known.asleep < this.#limit && activity.cpuTime - known.first < this.#limit
  }
}
