/** Functions, modules, files, loops or lines of two runs, the largest difference in own waste first. */
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import type { ComparedFlatRow, FlatLevel, Normalisation } from '../../../shared/comparison.ts'
import type { Profile } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { ComparedModel, jointProfile } from '../../services/query/tree_models/compared_model.ts'

/** @param profile the new run's */
export function comparedFlat(runs: ComparedRuns, profile: Profile, tool: Tool, normalisation: Normalisation, by: FlatLevel): ComparedFlatRow[] {
  const model = new ComparedModel(runs, jointProfile(runs, profile, tool), 'flat', normalisation)
  const found: ComparedFlatRow[] = []
  const pending = Array.from(model.roots())
  for (let row = pending.pop(); row !== undefined; row = pending.pop()) {
    const { kind, label, file, module } = model.describe(row)
    if (kind === by) {
      const compared = model.compared(row)
      found.push({
        ...compared,
        name: label,
        file,
        module: module ?? '',
        oldLine: compared.places.old?.line ?? null,
        newLine: compared.places.new?.line ?? null,
      })
    }
    // Only loops and lines are below a function; they take longer than everything else.
    if (kind !== by || kind === 'loop') for (const child of model.children(row)) pending.push(child)
  }
  const impact = ({ wasteExclusive, wasteInclusive }: ComparedFlatRow): number =>
    Math.abs(wasteExclusive.change) || Math.abs(wasteInclusive.change) * Number.EPSILON
  return found.sort((a, b) => impact(b) - impact(a) || b.wasteExclusive.old - a.wasteExclusive.old || a.name.localeCompare(b.name, 'en'))
}
