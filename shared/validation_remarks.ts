/** The possible biases of an estimate whose intervals miss the ground truth: intervals cover variance, not bias. */
import type { ToolValidation } from './validation.ts'

/** A 95 % interval misses the ground truth now and then. */
const USUALLY_COVERED = 0.9
/** Share of samples or bytes that can move a fraction by something one sees. */
const NOTABLE = 0.01

/** One sentence; null where the intervals of the requested settings contain the ground truth about as often as they should, or there are none. @param percent writes a share */
export function biasRemark({ truth, estimates }: ToolValidation, percent: (share: number) => string): string | null {
  const asked = estimates[0]?.summary
  if (!asked || asked.covered === null || asked.covered >= USUALLY_COVERED) return null
  const kernel = estimates.find(({ variation }) => variation === 'kernel')?.summary
  const found = [
    asked.unaccountedShare > NOTABLE
      ? `${percent(asked.unaccountedShare)} of the samples stayed unresolved: they were taken in contexts whose watchpoints seldom saw a later access`
      : null,
    asked.partialShare > NOTABLE
      ? `${percent(asked.partialShare)} of the bytes were judged by at most 8 bytes of a wider or unaligned access, which spoke for all of it`
      : null,
    kernel && Math.abs(kernel.difference) < Math.abs(asked.difference) / 2 ? 'what system calls do to memory is not seen by hardware' : null,
    truth.interleavedShare > NOTABLE
      ? `another thread accessed ${percent(truth.interleavedShare)} of the bytes in between, which each thread's own watchpoints do not see`
      : null,
  ].filter((line) => line !== null)
  const known = found.length === 0 ? 'none of the known biases explains it' : found.join('; ')
  return `The ground truth is outside the interval in ${percent(1 - asked.covered)} of the runs: ${known}.`
}
