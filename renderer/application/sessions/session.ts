/** The view state of a profile. */
import type { PairId } from '../../../shared/rpc/identifiers.ts'
import type { PairGrouping } from '../../../shared/rpc/pairs.ts'
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
  /** As the person grouped the tool's pairs; null: each pair alone; absent: not chosen, or kept by an earlier version. */
  grouping?: PairGrouping | null | undefined
}
