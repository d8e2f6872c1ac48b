import type { ChildProcess } from 'node:child_process'
import { systemErrorCode } from '../../failure.ts'

/** How long processes may clean up after SIGTERM, in ms. */
const graceAfterTerminate = 5000

/** SIGTERM to the leader of a process group and all others in it, SIGKILL after a grace period. */
export function endGroup(leader: ChildProcess): void {
  // No process is left to wait for; the number may soon be another group's.
  if (!signalGroup(leader, 'SIGTERM')) return
  const killing = setTimeout(() => signalGroup(leader, 'SIGKILL'), graceAfterTerminate)
  leader.once('exit', () => clearTimeout(killing))
}

/** @returns whether the group has a process that this user may end: programs that became another user's do not count */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error
    return false
  }
}
