/** Exit statuses of the command line, as its help states them. */
export const exitStatus = {
  failure: 1,
  wrongUse: 2,
  machineUnable: 3,
  badFile: 4,
  /** `record` only: its own failures, so that 1 to 124 stay the target's. */
  recordFailure: 125,
  notExecutable: 126,
  notFound: 127,
} as const

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/** A failure that a user can act on. The message is one line: the event, the reason, and the remedy. */
export class Failure extends Error {
  readonly status: ExitStatus
  constructor(status: ExitStatus, message: string) {
    super(message)
    this.name = 'Failure'
    this.status = status
  }
}

/** errno name of a system error, or null. */
export function systemErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What a person is told of an error that no part of Hagstone expected: an own fault gets a remedy. */
export function unexpectedMessage(error: unknown): string {
  const message = messageOf(error).split('\n')[0]!
  const isOwnFault = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
  return isOwnFault
    ? `${message}. This is a fault of Hagstone, and nothing recorded is lost: set HAGSTONE_DEBUG=1, repeat the command, and report what it prints.`
    : message
}
