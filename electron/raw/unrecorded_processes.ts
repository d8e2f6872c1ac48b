/** Messages about processes that could not create their raw file. */
import { counted } from '../../shared/names/counted.ts'
import type { UnrecordedProcess } from './raw_files.ts'

/** One sentence, with a remedy, for all processes of one user with the same error. */
export function describeUnrecorded(processes: readonly UnrecordedProcess[]): string[] {
  const alike = Map.groupBy(processes, ({ user, cause }) => `${user} ${cause}`)
  return [...alike.values()].map((group) => {
    const names = [...new Set(group.map(({ name }) => name))].slice(0, MOST_NAMES).join(', ')
    const { user, cause } = group[0]!
    return `${counted(group.length, 'process', 'processes')} (${names}; user ${user}) could not be recorded: ${reasonOf(cause)}.`
  })
}

/** With a remedy. @param cause errno */
export function reasonOf(cause: number): string {
  return REASONS[cause] ?? `the system gave error ${cause}; record them alone to see more`
}

const MOST_NAMES = 3

/** By errno on Linux. */
const REASONS: Record<number, string> = {
  12: 'the kernel provided no memory; give the program more',
  19: 'the file system cannot map files into memory, as some network and shared folders; choose a local place with --output',
  24: 'the limit on open files leaves the sampler none; raise it (ulimit -n) to 64 or more',
  27: 'the limit on file sizes leaves no room for a recording; raise it (ulimit -f)',
  28: 'the disk was full; free space or choose another place with --output',
  122: 'the disk quota of the user was used up; raise it or choose another place with --output',
}
