/** The text in place of a tool's numbers if it has none. */
import { capitalized } from '../../../shared/names/capitalized.ts'
import { recordedOf } from '../../../shared/metrics/recorded.ts'
import { outcomeOf, outcomeText } from '../../../shared/outcome.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'

/** A sentence. */
export function nothingText(profile: ProfileTables, tool: Tool): string {
  return capitalized(outcomeText(outcomeOf(recordedOf(profile), tool)))
}
