import { TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { Tool } from '../../shared/run.ts'

/** How many pairs of a tool the profile has. */
export function pairCount({ pairs }: Pick<ProfileTables, 'pairs'>, tool: Tool): number {
  const wanted = TOOLS.indexOf(tool)
  return pairs.tool.reduce((count, each) => count + Number(each === wanted), 0)
}
