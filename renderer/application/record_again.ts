/** The way from a profile to its next recording: the launch form with the same program, and with the missing choices made. */
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { Application } from './application.ts'
import type { RecordChoice } from './state.ts'

export function recordAgain({ store }: Application, { run }: Pick<ProfileSummary, 'run'>, choice: RecordChoice = {}): void {
  store.setState({ screen: 'launch', recordWish: { ...choice, run } })
}
