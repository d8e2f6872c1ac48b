/** `record --runs N`: runs the command several times, one after another, into one recording. */
import { describeEnd } from '../../record/finishing/finish.ts'
import type { TargetEnd } from '../../record/recorder.ts'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { beginRun } from '../../record/several_runs.ts'
import type { takeInheritedDescriptors } from '../../record/inherited_descriptors.ts'
import { interrupted } from '../../record/signals.ts'
import { inputKind, withInputAgain } from '../../record/standard_input.ts'
import type { CopiedOutput } from './copied_output.ts'
import { runTarget, type TargetRun } from './target_run.ts'
import { say } from '../terminal.ts'

/**
 * Limits apply to each run. A signal by which the user ends the recording ends the current run, and no other begins;
 * the recorded data stays.
 * @param descriptors as spawn() wants them @param onStart the program runs for the first time
 * @returns the outcome of the first failed run; else of the last one
 */
export async function runRepeatedly(
  prepared: PreparedLaunch,
  descriptors: ReturnType<typeof takeInheritedDescriptors>,
  runs: number,
  copied: CopiedOutput | null,
  onStart: () => void,
): Promise<TargetEnd> {
  if (inputKind() === 'stream') say('Standard input goes to the first run; the others read nothing from it.')
  const interruption = interrupted()
  let isInterrupted = false
  void interruption.signal.then(() => (isInterrupted = true))
  const ends: TargetEnd[] = []
  try {
    for (let run = 1; run <= runs && !isInterrupted; run++) {
      const begun = beginRun(prepared)
      const end =
        run === 1
          ? await runOnce(prepared, { descriptors, copied, onStart })
          : await withInputAgain((input) => runOnce(prepared, { descriptors: [input, ...descriptors.slice(1)], copied, kept: `run ${run} of ${runs}` }))
      begun.exit = end
      ends.push(end)
      if (end.code !== 0) say(`Run ${run} of ${runs} ended with ${describeEnd(end)}.`)
      // Repeats here the signal that ended the run.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    interruption.end()
  }
  if (ends.length < runs) say(`The recording ended in run ${ends.length} of ${runs}.`)
  return ends.find(({ code }) => code !== 0) ?? ends.at(-1)!
}

/** The program of a run that reached a limit continues unrecorded, and the next run begins after it. */
async function runOnce(prepared: PreparedLaunch, run: Omit<TargetRun, 'onLimit' | 'afterLimit'>): Promise<TargetEnd> {
  const { end } = await runTarget(prepared, {
    ...run,
    onLimit: () => {},
    afterLimit: async (allEnded) => void (await allEnded),
  })
  return end
}
