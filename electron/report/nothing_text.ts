/** What stands in the place of a tool's numbers where it has none. */
import { statisticsOf, totalsByTool } from '../../shared/metrics/totals.ts'
import { outcomeOf, outcomeText } from '../../shared/outcome.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import type { Tool } from '../../shared/run.ts'

/** A sentence. */
export function nothingText(profile: ProfileTables, tool: Tool): string {
  const text = outcomeText(outcomeOf({ run: profile.run, totals: totalsByTool(profile), stats: statisticsOf(profile.counters) }, tool))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
