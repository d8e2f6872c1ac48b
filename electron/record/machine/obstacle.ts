/** What prevents a recording, and the remedy. */
import type { Remedy } from '../../../shared/rpc/host.ts'

/** The problem in one line without a full stop. */
export interface Obstacle extends Remedy {
  problem: string
  remedy: string
}

/** Where events open and never fire, no setting of the machine helps. */
export const withoutDebugExceptions =
  'add --engine exhaustive, which counts every access and takes 10 to 100 times as long; to sample, record on the host, on bare metal or under another hypervisor'

/** The remedy with its command, as the end of a sentence or a line; '' if nothing is to be done. */
export function remedyText({ remedy, command }: Remedy): string {
  return command === undefined ? (remedy ?? '') : `${remedy}: ${command}`
}

/** Without the problem. */
export function remedyOf<T extends string | null>({ remedy, command }: Remedy & { remedy: T }): Remedy & { remedy: T } {
  return command === undefined ? { remedy } : { remedy, command }
}

/** One line for an error message. */
export function obstacleText(obstacle: Obstacle): string {
  return `${obstacle.problem}; ${remedyText(obstacle)}.`
}
