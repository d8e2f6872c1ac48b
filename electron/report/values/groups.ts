/** Value tables by source line and by function. */
import { meanInvariances, tablesOf, totalExecutions, type InvarianceColumns, type ValueProfile } from '../../../shared/metrics/values/invariance.ts'
import type { ValueGroup, ValueKind } from '../../../shared/values.ts'

/** The most executed first. Unknown lines are left out. */
export function valueGroups(profile: ValueProfile, columns: InvarianceColumns, kind: ValueKind, by: 'line' | 'function'): ValueGroup[] {
  const {
    valueTables: { functionIndex, file, line },
    functions,
    files,
    modules,
  } = profile
  const tables = tablesOf(profile, kind)
  const all = totalExecutions(profile, tables)
  const grouped = Map.groupBy(by === 'line' ? tables.filter((table) => file[table]! >= 0 && line[table]! > 0) : tables, (table) =>
    by === 'line' ? `${functionIndex[table]} ${file[table]} ${line[table]}` : String(functionIndex[table]),
  )
  const groups = [...grouped.values()].map((own): ValueGroup => {
    const described = functions[functionIndex[own[0]!]!]!
    const executions = totalExecutions(profile, own)
    return {
      function: described.name,
      file: files[by === 'line' ? file[own[0]!]! : described.file] ?? null,
      line: by === 'line' ? line[own[0]!]! : null,
      module: modules[described.module]?.path ?? '',
      sites: own.length,
      executions,
      share: all > 0 ? executions / all : 0,
      ...meanInvariances(profile, columns, own),
    }
  })
  return groups.sort((a, b) => b.executions - a.executions)
}
