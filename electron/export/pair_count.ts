import { TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { Tool } from '../../shared/run.ts'

/** How many pairs of a tool the profile has. */
export function pairCount({ pairs }: Pick<ProfileTables, 'pairs'>, tool: Tool): number {
  const wanted = TOOLS.indexOf(tool)
  let count = 0
  const { tool: tools } = pairs
  for (let pair = 0; pair < tools.length; pair++) if (tools[pair] === wanted) count++
  return count
}
