/** The calling contexts of two runs as text, opened where there is a difference. */
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import type { Normalisation } from '../../../shared/comparison.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { ComparedModel, jointProfile } from '../../services/query/tree_models/compared_model.ts'
import { treeText } from '../../services/query/trees/tree_text.ts'
import { TreeView } from '../../services/query/trees/tree_view.ts'

/** Share of the larger run's waste that a row must hold to be opened. */
const LEAST_SHARE = 0.01

/** @param profile the new run's @param top most rows */
export function comparedTreeLines(runs: ComparedRuns, profile: Profile, tool: Tool, normalisation: Normalisation, top: number): string[] {
  const loaded = jointProfile(runs, profile, tool)
  const view = new TreeView(new ComparedModel(runs, loaded, 'top-down', normalisation), { column: 'wasteInclusive', descending: true, side: 'impact' })
  const held = (index: number): number => {
    const { old, new: recent } = view.window(index, 1).rows[0]!.compared!.wasteInclusive
    return Math.max(old, recent)
  }
  const least = held(0) * LEAST_SHARE
  for (let index = 0; index < Math.min(view.rowCount, top); index++) {
    const row = view.window(index, 1).rows[0]!
    if (row.expandable && !row.expanded && held(index) >= least) view.expand(index, true, false)
  }
  const [header, ...lines] = treeText(view, 0, loaded).trimEnd().split('\n')
  const shown = lines.slice(0, top)
  return [header!, ...shown, ...(lines.length > shown.length ? [`${lines.length - shown.length} more rows (--top ${lines.length} shows them)`] : [])]
}
