/** The view state of a profile. */
import type { PairId } from '../../../shared/rpc/identifiers.ts'
import type { Tool } from '../../../shared/run.ts'
import type { FlameChoices } from '../../flame/flame_choices.ts'
import type { ChosenShape, ProfileView } from '../state.ts'

export interface Session {
  /** Tells another run that was recorded under the same path. */
  startedAt: string
  tool: Tool
  view: ProfileView
  shape: ChosenShape
  flame: FlameChoices
  pair: PairId | null
}
