import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, exitStatus, systemErrorCode } from '../../failure.ts'
import { statusFields } from '../../process_status.ts'

/** ms between two looks whether a process still runs. */
const lookEvery = 100

export interface RunningProcess {
  id: number
  /**
   * Clock ticks since boot (proc(5), field 22 of stat): process numbers are reused, this distinguishes one process from
   * the next.
   */
  startTime: string
  command: string[]
  workingDirectory: string
}

/** Throws Failure 125 for a process that no user could attach to; refusals by ptrace are the tracer's to report. */
export function findProcess(id: number): RunningProcess {
  const refuse = (why: string): Failure => new Failure(exitStatus.recordFailure, `process ${id}: ${why}.`)
  const startTime = startTimeOf(id)
  if (startTime === null) throw refuse('there is no such process; ps -e lists running processes')
  if (id === process.pid) throw refuse('that is hagstone itself; name another process')
  try {
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').slice(0, -1)
    if (command.length === 0) throw refuse('it is a kernel thread or has ended already; name a program')
    return { id, startTime, command, workingDirectory: readlinkSync(`/proc/${id}/cwd`) }
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'EACCES' || code === 'EPERM')
      throw refuse(
        process.geteuid?.() === 0
          ? 'it is protected, also from root here; attach from outside of the container'
          : "it is another user's process; attach as that user or as root",
      )
    if (code === 'ENOENT' || code === 'ESRCH') throw refuse('it has just ended; ps -e lists running processes')
    throw error
  }
}

export function isRunning({ id, startTime }: Pick<RunningProcess, 'id' | 'startTime'>): boolean {
  return startTimeOf(id) === startTime
}

/** Resolves when the process is gone, or `signal` aborts. */
export async function untilGone(process: Parameters<typeof isRunning>[0], signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isRunning(process)) await sleep(lookEvery)
}

/** Null without such a process; a zombie does not count. */
export function startTimeOf(id: number): string | null {
  try {
    const fields = statusFields(readFileSync(`/proc/${id}/stat`, 'latin1'))
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
