/** Data objects that pairs are about, the largest waste first. */
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { ObjectReport } from '../../shared/report.ts'

export function objectReports({ pairs, objects, modules }: ProfileTables): ObjectReport[] {
  const reports = new Map<string, ObjectReport>()
  for (let pair = 0; pair < pairs.length; pair++) {
    const object = objects[pairs.object[pair]!]
    if (!object) continue
    const tool = TOOLS[pairs.tool[pair]!]!
    const key = `${pairs.object[pair]} ${tool}`
    const report = reports.get(key) ?? { name: object.name, module: modules[object.module]?.path ?? null, tool, waste: 0, use: 0, traps: 0, pairs: 0 }
    const relation = RELATIONS[pairs.relation[pair]!]!
    if (isWasteful(relation)) report.waste += pairs.amount[pair]!
    else if (isUse(relation)) report.use += pairs.amount[pair]!
    report.traps += pairs.traps[pair]!
    report.pairs++
    reports.set(key, report)
  }
  return [...reports.values()].sort((a, b) => b.waste - a.waste || b.traps - a.traps)
}
