import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { statusFields } from '../../process_status.ts'

/**
 * Whether a processor is free for work that must not slow down other programs. Never with only one processor: a
 * process that begins to run would have to share it. @param processors that this process may use
 * @param own threads of this process
 */
export function hasIdleProcessor(processors = availableParallelism(), loadFile = '/proc/loadavg', own = '/proc/self/task'): boolean {
  if (processors < 2) return false
  try {
    const running = / (\d+)\/\d+ /.exec(readFileSync(loadFile, 'utf8'))?.[1]
    if (running === undefined) return false
    // Includes the caller.
    if (Number(running) <= processors) return true
    // The threads that compile and collect garbage for the caller run for moments, and say nothing about other programs.
    return Number(running) - runningIn(own) + 1 <= processors
  } catch {
    return false
  }
}

/** Threads of a process that run or are ready to; at least one, the caller. */
function runningIn(threads: string): number {
  return Math.max(1, readdirSync(threads).filter((thread) => isRunning(join(threads, thread, 'stat'))).length)
}

function isRunning(statusFile: string): boolean {
  try {
    return statusFields(readFileSync(statusFile, 'latin1'))[0] === 'R'
  } catch {
    // It has just ended.
    return false
  }
}
