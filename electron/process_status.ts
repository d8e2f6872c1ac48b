/** Facts about processes from /proc/PID/stat (proc(5)). */
import { readFileSync } from 'node:fs'

/**
 * Fields from the state (field 3) on: [1] parent, [2] group, [5] foreground group of the terminal, [11] and [12] user and system
 * time, [17] threads, [19] start time. The name before them may contain blanks and brackets.
 * @param status content of the file
 */
export function statusFields(status: string): string[] {
  return status.slice(status.lastIndexOf(')') + 2).split(' ')
}

/** This process is in the foreground group of its controlling terminal. Throws a system error if /proc cannot be read. */
export function isForeground(): boolean {
  const fields = statusFields(readFileSync('/proc/self/stat', 'latin1'))
  return fields[5] !== undefined && fields[5] === fields[2]
}
