/** `record --pid`: records a running process until it ends, a limit is reached or the user interrupts. */
import { attach, detach, prepareAttachment } from '../../record/attach.ts'
import { watchLimits } from '../../record/finishing/limit_watch.ts'
import type { AttachOptions } from '../../record/options.ts'
import { stopRecording } from '../../record/recording_layout.ts'
import type { PreparedRecording } from '../../record/recording_layout.ts'
import { isRunning, untilGone } from '../../record/program/running_process.ts'
import { settled } from '../../record/finishing/settled.ts'
import { interrupted } from '../../record/signals.ts'
import { say } from '../terminal.ts'

/**
 * Resolves when the recording has ended. Throws Failure 125 if the process cannot be recorded; it then continues as
 * before. @param onStart the process is being recorded
 */
export async function recordProcess(
  options: AttachOptions,
  workingDirectory: string,
  onStart: (prepared: PreparedRecording) => void,
): Promise<PreparedRecording> {
  const prepared = await prepareAttachment(options, workingDirectory)
  const interruption = interrupted()
  try {
    await attach(prepared)
    say(`Recording process ${options.processId} (${prepared.name}); SIGINT (Ctrl-C) ends it.`)
    onStart(prepared)
    const watch = watchLimits(prepared, say)
    const ended = new AbortController()
    const limit = await Promise.race([watch.reached, interruption.signal, untilGone(prepared.process, ended.signal).then(() => null)])
    watch.end()
    ended.abort()
    if (limit === null) say(`Process ${options.processId} has ended.`)
    else {
      if (prepared.description.stoppedBy === null) stopRecording(prepared, limit)
      say(`The recording ends at ${limit}; process ${options.processId} continues.`)
      await settled(prepared.place.recordingDirectory)
      const problem = await detach(prepared)
      if (problem !== null && isRunning(prepared.process)) say(`${problem}; it keeps the recording's descriptors until it ends.`)
    }
    return prepared
  } finally {
    interruption.end()
  }
}
