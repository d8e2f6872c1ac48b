/** Handling by `record` of processes that continue after the program that started them. */
import { describeEnd } from '../../record/finishing/finish.ts'
import type { TargetEnd } from '../../record/recorder.ts'
import { stopRecording } from '../../record/recording_layout.ts'
import type { PreparedRecording } from '../../record/recording_layout.ts'
import { settled } from '../../record/finishing/settled.ts'
import { interrupted } from '../../record/signals.ts'
import { describeSurvivors, waitForSurvivors } from '../../record/finishing/survivors.ts'
import { say } from '../terminal.ts'

/**
 * Resolves when no process is recorded any more, the user ends the recording, or `signal` aborts.
 * @param since see waitForSurvivors
 */
export async function waitForDescendants(prepared: PreparedRecording, since: number, end: TargetEnd, signal: AbortSignal): Promise<void> {
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
