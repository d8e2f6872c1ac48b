/** Conditions that must hold after each run of Hagstone, also after a failure. */
import { exitStatus } from '../../electron/failure.ts'
import type { RecordedProgram } from './programs.ts'
import type { Ended } from './processes.ts'

/** A line of a stack, or what Node, V8 and libc print of a process that crashes. */
const crashText =
  /^\s+at .*:\d+|^node:internal|^\w*Error\b.*:|UnhandledPromise|FATAL ERROR|Assertion .* failed|core dumped|Segmentation fault|unexpected error/m

/** Things that no run may print. @returns one line each */
export function crashFindings({ stderr }: Pick<Ended, 'stderr'>): string[] {
  const found = crashText.exec(stderr)
  return found === null ? [] : [`printed of a crash: ${lineAround(stderr, found.index)}`]
}

/**
 * Findings of `hagstone record`.
 * @param mayFail what befell the run may end the program or the recording: then a kill and Hagstone's own failure are no findings,
 *   but one line must report the failure
 */
export function recordFindings(ended: Ended, program: RecordedProgram, mayFail: boolean): string[] {
  const findings = crashFindings(ended)
  const own = ended.status === exitStatus.recordFailure
  if (own && !/^hagstone: \S/m.test(ended.stderr)) findings.push(`failed without a line that says why: ${JSON.stringify(ended.stderr.slice(-300))}`)
  if (mayFail && (own || ended.signal === 'SIGKILL' || ended.status === 137)) return findings
  if (ended.status !== program.status || ended.signal !== null)
    findings.push(`ended with ${ended.signal ?? ended.status} in place of ${program.status}: ${ended.stderr.slice(-300)}`)
  else if (ended.printed !== program.printed) findings.push('the program printed something else than it does alone')
  return findings
}

/** Findings of a command that reads: success, or (where it may fail) one line of Hagstone's about a bad file. */
export function readFindings(what: string, ended: Ended, mayFail: boolean): string[] {
  const findings = crashFindings(ended)
  const refused = mayFail && (ended.status === exitStatus.badFile || ended.status === exitStatus.failure) && /^hagstone: \S/m.test(ended.stderr)
  if (ended.status !== 0 && !refused) findings.push(`${what} ended with ${ended.signal ?? ended.status}: ${ended.stderr.slice(-300)}`)
  return findings
}

function lineAround(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1).split('\n', 1)[0]!
}
