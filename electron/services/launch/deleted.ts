/** Deletes the files of a discarded recording. */
import { existsSync, rmSync } from 'node:fs'
import type { LaunchProgress } from '../../../shared/rpc/recordings.ts'
import { messageOf } from '../../failure.ts'
import { removeRecording } from '../../record/finishing/finish.ts'
import type { PreparedRecording } from '../../record/recording_layout.ts'

/**
 * @param isMade whether the recording has made its profile; otherwise an older profile may be at that path
 * @returns the result for the windows
 */
export function deleted({ place: { recordingDirectory, profile } }: PreparedRecording, isMade: boolean): Partial<LaunchProgress> {
  try {
    if (existsSync(recordingDirectory)) removeRecording(recordingDirectory)
    if (isMade) rmSync(profile, { force: true })
    return { state: 'discarded' }
  } catch (error) {
    return { state: 'failed', error: `The recording was discarded, but ${recordingDirectory} cannot be deleted (${messageOf(error)}); delete it yourself.` }
  }
}
