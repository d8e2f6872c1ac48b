/** The part of a profile that decides its outcomes. */
import { outcomeOf, measuredPart, type Recorded } from '../outcome.ts'
import type { ProfileTables } from '../profile/profile.ts'
import type { RunDescription, Statistics } from '../run.ts'
import { lackingModule } from './lacking_module.ts'
import { statisticsOf, totalsByTool, type TotalsByTool } from './totals.ts'

/** The module that lacks samples is looked for only where something is missing: the tables that tell may be large. */
export function recordedOf(
  profile: ProfileTables,
  totals: TotalsByTool = totalsByTool(profile),
): Recorded & { run: RunDescription; totals: TotalsByTool; stats: Statistics } {
  const recorded = { run: profile.run, totals, stats: statisticsOf(profile.counters) }
  const isWhole = profile.run.tools.every((tool) => measuredPart(recorded, tool) === null && outcomeOf(recorded, tool).kind !== 'not-measured')
  const lacking = isWhole ? null : lackingModule(profile)
  return lacking === null ? recorded : { ...recorded, lacking }
}
