/** One run of a recorded program, with the processes it starts, from its start to the end of the last one. */
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { watchLimits } from '../../record/finishing/limit_watch.ts'
import { startTarget, targetEnd, type TargetEnd } from '../../record/recorder.ts'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { settled } from '../../record/finishing/settled.ts'
import { forwardSignals } from '../../record/signals.ts'
import { startTicks } from '../../record/finishing/survivors.ts'
import type { CopiedOutput } from './copied_output.ts'
import { waitForDescendants } from './descendants.ts'
import { say } from '../terminal.ts'

export interface TargetRun {
  /** In the form of spawn(). */
  descriptors: StdioOptions
  /** Keeps the program's output; null: its streams are `descriptors`. */
  copied: CopiedOutput | null
  /** Names this run if the recording has earlier ones: it stays if this one cannot be started. */
  kept?: string
  /** The program runs. */
  onStart?: () => void
  /** A limit was reached while the program continues. */
  onLimit: (limit: string) => void
  /** After that, once the raw files are settled. @param allEnded resolves when the last process has ended */
  afterLimit: (allEnded: Promise<unknown>) => Promise<void>
}

/** @returns how the program ended, and whether a limit ended the recording first */
export async function runTarget(
  prepared: PreparedLaunch,
  { descriptors, copied, kept, onStart, onLimit, afterLimit }: TargetRun,
): Promise<{ end: TargetEnd; finishedBefore: boolean }> {
  const forwarding = forwardSignals()
  try {
    const target: ChildProcess = await startTarget(prepared, {
      stdio: copied?.descriptors(descriptors) ?? descriptors,
      ownGroup: false,
      ...(kept === undefined ? {} : { kept }),
    }).finally(() => copied?.started())
    const ended = targetEnd(target)
    const since = startTicks(target.pid ?? 'self') ?? startTicks('self') ?? 0
    forwarding.to(target)
    const watch = watchLimits(prepared, say)
    onStart?.()
    const waiting = new AbortController()
    const allEnded = ended.then(async (end) => {
      forwarding.stop()
      await waitForDescendants(prepared, since, end, waiting.signal)
      return null
    })
    const limit = await Promise.race([watch.reached, allEnded])
    watch.end()
    waiting.abort()
    if (limit !== null) {
      onLimit(limit)
      await settled(prepared.place.recordingDirectory)
      await afterLimit(allEnded).catch((error: unknown) => ended.then(() => Promise.reject(error)))
    }
    return { end: await ended, finishedBefore: limit !== null }
  } finally {
    forwarding.stop()
  }
}
