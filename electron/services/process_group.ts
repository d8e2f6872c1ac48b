import type { ChildProcess } from 'node:child_process'
import { systemErrorCode } from '../failure.ts'

/** How long a target may tidy up after SIGTERM, in ms. */
const graceAfterTerminate = 5000

/** SIGTERM to the leader of a process group and all others in it, SIGKILL after a grace. */
export function endGroup(leader: ChildProcess): void {
  signalGroup(leader, 'SIGTERM')
  const killing = setTimeout(() => signalGroup(leader, 'SIGKILL'), graceAfterTerminate)
  leader.once('exit', () => clearTimeout(killing))
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}
