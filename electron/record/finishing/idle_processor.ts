import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * Whether a processor is free for work that must not slow down other programs. Never with only one processor: a
 * process that begins to run would have to share it. @param processors that this process may use
 */
export function hasIdleProcessor(processors = availableParallelism(), loadFile = '/proc/loadavg'): boolean {
  if (processors < 2) return false
  try {
    // Includes the caller.
    const running = / (\d+)\/\d+ /.exec(readFileSync(loadFile, 'utf8'))?.[1]
    return running !== undefined && Number(running) <= processors
  } catch {
    return false
  }
}
