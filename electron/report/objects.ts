/** Data objects that pairs are about, or whose loads were counted, the largest waste first. */
import { assignedVariable } from '../../shared/names/assigned_variable.ts'
import type { LineText } from './findings/line_texts.ts'
import { contextOf } from '../../shared/profile/frames.ts'
import { isUse, isWasteful, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { ObjectReport } from '../../shared/report.ts'
import type { Tool } from '../../shared/run.ts'

/**
 * Frames outwards from the call of the allocator that are searched for an assignment: a program's own allocator, and
 * its caller.
 */
const MOST_CALLERS = 3

/** @param top most objects */
export function objectReports(profile: ProfileTables, top = Infinity): ObjectReport[] {
  const { pairs, objects } = profile
  const reports = new Map<string, ObjectNumbers>()
  const reportOf = (object: number, tool: Tool): ObjectNumbers => {
    const key = `${object} ${tool}`
    let report = reports.get(key)
    if (!report) reports.set(key, (report = { object, tool, waste: 0, use: 0, traps: 0, pairs: 0 }))
    return report
  }
  for (let pair = 0; pair < pairs.length; pair++) {
    const object = pairs.object[pair]!
    if (object < 0) continue
    const report = reportOf(object, TOOLS[pairs.tool[pair]!]!)
    const relation = RELATIONS[pairs.relation[pair]!]!
    if (isWasteful(relation)) report.waste += pairs.amount[pair]!
    else if (isUse(relation)) report.use += pairs.amount[pair]!
    report.traps += pairs.traps[pair]!
    report.pairs++
  }
  objects.forEach(({ loads }, object) => {
    for (const [tool, counted] of Object.entries(loads)) {
      const report = reportOf(object, tool as Tool)
      report.loads = counted
      report.use = Math.max(0, counted.bytes - counted.precise.bytes - counted.approximate.bytes)
    }
  })
  return [...reports.values()]
    .sort((a, b) => b.waste - a.waste || b.traps - a.traps)
    .slice(0, top)
    .map((numbers) => describeObject(profile, numbers))
}

/** The same with the variables they are assigned to, if sources are available. */
export function withAssignments(objects: readonly ObjectReport[], lineText: LineText): ObjectReport[] {
  return objects.map((report) => {
    const assignedTo = assignmentOf(report, lineText)
    return assignedTo === null ? report : { ...report, assignedTo }
  })
}

/**
 * The variable that an object's memory is assigned to: at the call of the allocator, or of a function that only
 * forwards it. Null if no line says.
 */
export function assignmentOf({ allocation }: Pick<ObjectReport, 'allocation'>, lineText: LineText): string | null {
  for (const { file, line } of (allocation ?? []).slice(-MOST_CALLERS).toReversed()) {
    const text = file === null || line === null ? null : lineText(file, line)
    const variable = text === null ? null : assignedVariable(text)
    if (variable !== null) return variable
  }
  return null
}

type ObjectNumbers = Pick<ObjectReport, 'tool' | 'waste' | 'use' | 'traps' | 'pairs' | 'loads'> & { object: number }

function describeObject(profile: ProfileTables, { object, ...numbers }: ObjectNumbers): ObjectReport {
  const { name, module, kind, bytes, allocation } = profile.objects[object]!
  const context = allocation < 0 ? null : contextOf(profile, allocation)
  return {
    name,
    module: profile.modules[module]?.path ?? null,
    ...numbers,
    ...(kind === null ? {} : { kind, allocation: context && [...context.frames, context.leaf] }),
    ...(bytes < 0 ? {} : { bytes }),
  }
}
