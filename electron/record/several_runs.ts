/** The description of a recording of several runs (`--runs`, or the launch form) names each as it begins. */
import type { RecordedRun } from '../../shared/recording.ts'
import { writeDescription } from './recording_description.ts'
import type { PreparedLaunch } from './recording_layout.ts'

/**
 * Call before the program of the next run is started; the processes of a run are those that begin after this.
 * @param paused the run is not sampled until the user resumes it
 * @returns where its end is to be noted
 */
export function beginRun({ description, place, control }: Pick<PreparedLaunch, 'description' | 'place' | 'control'>, paused = false): RecordedRun {
  const run: RecordedRun = { startedAt: new Date().toISOString(), exit: null }
  description.runs = [...(description.runs ?? []), run]
  writeDescription(place.recordingDirectory, description)
  control.request(paused ? 'pause' : 'record')
  return run
}
