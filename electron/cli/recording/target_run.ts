/** One run of a recorded program, with the processes it starts, from its start to the end of the last one. */
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { watchLimits } from '../../record/finishing/limit_watch.ts'
import { startTarget, targetEnd, type TargetEnd } from '../../record/recorder.ts'
import { describeEnd } from '../../record/finishing/finish.ts'
import { stopRecording, type PreparedLaunch, type PreparedRecording } from '../../record/recording_layout.ts'
import { settled } from '../../record/finishing/settled.ts'
import { forwardSignals, interrupted } from '../../record/signals.ts'
import { describeSurvivors, startTicks, waitForSurvivors } from '../../record/finishing/survivors.ts'
import type { CopiedOutput } from './copied_output.ts'
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

/**
 * Resolves when no process is recorded any more, the user ends the recording, or `signal` aborts.
 * @param since see waitForSurvivors
 */
async function waitForDescendants(prepared: PreparedRecording, since: number, end: TargetEnd, signal: AbortSignal): Promise<void> {
  const { place, name, description } = prepared
  const interruption = interrupted()
  const ending = new AbortController()
  signal.addEventListener('abort', () => ending.abort())
  // A job waits for its ranks, and so for this one.
  const waits = place.rank === null
  let told = false
  void interruption.signal.then(() => ending.abort())
  try {
    const left = await waitForSurvivors(place.recordingDirectory, since, ending.signal, (survivors) => {
      if (told) return
      told = true
      const going = describeSurvivors(survivors)
      if (waits) say(`${name} has ended (${describeEnd(end)}), ${going}: the recording ends with the last of them, or by SIGINT (Ctrl-C).`)
      else say(`${name} has ended (${describeEnd(end)}), ${going} without being recorded; record such a process with hagstone record --pid.`)
      if (!waits) ending.abort()
    })
    if (left.length === 0 || signal.aborted || description.stoppedBy) return
    const reason = waits ? await interruption.signal : 'the end of the rank'
    stopRecording(prepared, reason)
    if (waits) say(`The recording ends at ${reason}; ${describeSurvivors(left)}.`)
    await settled(place.recordingDirectory)
  } finally {
    interruption.end()
  }
}
