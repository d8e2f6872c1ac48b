import type { ExitStatus } from '../../shared/run.ts'

/** "The program ended with status 3", "The program was killed by SIGSEGV". */
export function endText(exit: ExitStatus): string {
  if (exit.signal !== null) return `The program was killed by ${exit.signal}`
  return exit.code === null ? 'The exit status of the program is unknown' : `The program ended with status ${exit.code}`
}

/** "with status 3", "by SIGSEGV". */
export function exitText(exit: ExitStatus): string {
  if (exit.signal !== null) return `by ${exit.signal}`
  return exit.code === null ? exit.state : `with status ${exit.code}`
}
