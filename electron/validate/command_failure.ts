import { Failure, exitStatus } from '../failure.ts'

/**
 * The statuses of `record` separate its own failures from a program's; a command that does not pass on a program's
 * status needs no such distinction.
 */
export async function asCommandFailure<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.status === exitStatus.recordFailure ? exitStatus.machineUnable : exitStatus.wrongUse, error.message)
  }
}
