import type { ExitStatus } from '../../shared/run.ts'

/** "with status 3", "by SIGSEGV". */
export function exitText(exit: ExitStatus): string {
  if (exit.signal !== null) return `by ${exit.signal}`
  return exit.code === null ? exit.state : `with status ${exit.code}`
}
