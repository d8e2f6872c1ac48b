/** Data objects of two runs by name, without the line of their allocation, which moves with earlier lines. */
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import { compareNumbers } from '../../../shared/compare/numbers.ts'
import { nameWithoutLine } from '../../../shared/compare/object_name.ts'
import type { ComparedObject, Normalisation } from '../../../shared/comparison.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import type { ObjectReport } from '../../../shared/report.ts'
import type { Tool } from '../../../shared/run.ts'
import { objectReports } from '../objects.ts'

/** The largest difference in waste first. */
export function comparedObjects(runs: ComparedRuns, tool: Tool, normalisation: Normalisation): ComparedObject[] {
  const factor = runs.factor(tool, normalisation) ?? 1
  const found = new Map<string, { shown: ObjectReport; sums: Record<Side, Pick<ObjectReport, 'waste' | 'use' | 'traps' | 'pairs'>> }>()
  for (const side of ['new', 'old'] as const) {
    for (const report of objectReports(runs.profiles[side])) {
      if (report.tool !== tool) continue
      const key = nameWithoutLine(report.name)
      const known = found.get(key) ?? { shown: report, sums: { old: nothing(), new: nothing() } }
      found.set(key, known)
      for (const name of ['waste', 'use', 'traps', 'pairs'] as const) known.sums[side][name] += report[name]
    }
  }
  const objects = Array.from(found.values(), ({ shown, sums }): ComparedObject => {
    const estimate = (side: Side, name: 'waste' | 'use') => {
      const { waste, use, traps } = sums[side]
      return runs.evidence(side, tool).estimate(sums[side][name], waste + use > 0 ? (traps * sums[side][name]) / (waste + use) : 0)
    }
    return {
      tool,
      name: shown.name,
      module: shown.module,
      waste: compareNumbers(estimate('old', 'waste'), estimate('new', 'waste'), factor),
      use: compareNumbers(estimate('old', 'use'), estimate('new', 'use'), factor),
      traps: { old: sums.old.traps, new: sums.new.traps },
      pairs: { old: sums.old.pairs, new: sums.new.pairs },
    }
  })
  return objects.sort((a, b) => Math.abs(b.waste.change) - Math.abs(a.waste.change) || b.waste.old - a.waste.old)
}

function nothing(): Pick<ObjectReport, 'waste' | 'use' | 'traps' | 'pairs'> {
  return { waste: 0, use: 0, traps: 0, pairs: 0 }
}
