/** Words for the states of a recording. */
import type { LaunchProgress } from '../../shared/rpc/recordings.ts'

const ofRecordings: Record<LaunchProgress['state'], string> = {
  starting: 'Starting…',
  running: 'Recording',
  counting: 'Counting accesses',
  analysing: 'Building the profile',
  discarding: 'Discarding…',
  finished: 'Finished',
  failed: 'Failed',
  discarded: 'Discarded',
}
const ofValidations: Partial<Record<LaunchProgress['state'], string>> = {
  running: 'Counting and sampling',
  analysing: 'Comparing estimates with the ground truth',
}

/** The word for a launched program's state. */
export function stateWord(state: LaunchProgress['state'], validates: boolean): string {
  return (validates ? ofValidations[state] : undefined) ?? ofRecordings[state]
}
