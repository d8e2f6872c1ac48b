/** The last progress of a recording that made no profile: it failed, or was discarded, and its files are deleted then. */
import { existsSync, rmSync } from 'node:fs'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { messageOf } from '../../failure.ts'
import { removeRecording } from '../../record/finishing/finish.ts'
import type { PreparedRecording } from '../../record/recording_layout.ts'

/** @param discarding aborted if the recording is discarded @param isMade whether the recording has made its profile; otherwise an older profile may be at that path */
export function endWithoutProfile(prepared: PreparedRecording, error: unknown, discarding: AbortSignal, isMade: boolean): Partial<LaunchProgress> {
  return discarding.aborted ? deleted(prepared, isMade) : { state: 'failed', error: messageOf(error) }
}

function deleted({ place: { recordingDirectory, profile } }: PreparedRecording, isMade: boolean): Partial<LaunchProgress> {
  try {
    if (existsSync(recordingDirectory)) removeRecording(recordingDirectory)
    if (isMade) rmSync(profile, { force: true })
    return { state: 'discarded' }
  } catch (error) {
    return { state: 'failed', error: `The recording was discarded, but ${recordingDirectory} cannot be deleted (${messageOf(error)}); delete it yourself.` }
  }
}
