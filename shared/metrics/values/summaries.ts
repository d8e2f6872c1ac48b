/** Tables 2 to 4 and Figure 2 of Calder, Feller and Eustace, and what convergent profiling came to (Tables 6 and 7). */
import { PARAMETER, VALUE_CLASSES } from '../../profile/value_names.ts'
import type { ConvergenceReport, InvarianceDistribution, ParameterReport, ValueKind, ValueKindReport, ValueTypeReport } from '../../values.ts'
import { executionsByInstruction, meanInvariances, tablesOf, totalExecutions, type InvarianceColumns, type ValueProfile } from './invariance.ts'

/** Share of all executed instructions; 0 if their number is not known. */
export function executedShare({ run }: Pick<ValueProfile, 'run'>, executions: number): number {
  const instructions = run.values?.instructions ?? 0
  return instructions > 0 ? Math.min(1, executions / instructions) : 0
}

/** Tables of one kind together; null where there are none. */
export function kindReport(profile: ValueProfile, columns: InvarianceColumns, kind: ValueKind): ValueKindReport | null {
  const tables = tablesOf(profile, kind)
  if (tables.length === 0) return null
  const { executions } = profile.valueTables
  let difference = 0
  let weight = 0
  for (const table of tables) {
    if (Number.isNaN(columns.inv1[table]!)) continue
    difference += executions[table]! * Math.abs(columns.mrv1[table]! - columns.inv1[table]!)
    weight += executions[table]!
  }
  return {
    kind,
    sites: tables.length,
    executions: totalExecutions(profile, tables),
    ...meanInvariances(profile, columns, tables),
    differenceMrvInv: weight > 0 ? difference / weight : null,
  }
}

/** Table 2: types that were executed, in the paper's order. */
export function typeReports(profile: ValueProfile, columns: InvarianceColumns): ValueTypeReport[] {
  const byClass = Map.groupBy(tablesOf(profile, 'instructions'), (table) => profile.valueTables.instructionClass[table]!)
  return VALUE_CLASSES.flatMap((instructionClass, position) => {
    const tables = byClass.get(position + 1)
    if (!tables) return []
    const counts = executionsByInstruction(profile, tables)
    const executions = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return [
      { instructionClass, sites: counts.size, executions, executedShare: executedShare(profile, executions), ...meanInvariances(profile, columns, tables) },
    ]
  })
}

const PARTS = 100

/** Figure 2; null where nothing of the kind was executed. */
export function distribution(profile: ValueProfile, columns: InvarianceColumns, kind: ValueKind): InvarianceDistribution | null {
  const tables = tablesOf(profile, kind).filter((table) => !Number.isNaN(columns.inv1[table]!))
  if (tables.length === 0) return null
  const parts = (invariance: Float64Array): number[] =>
    equalParts(
      tables.toSorted((a, b) => invariance[b]! - invariance[a]!),
      profile.valueTables.executions,
      invariance,
    )
  return { kind, inv1: parts(columns.inv1), inv5: parts(columns.inv5) }
}

/** Mean of `values` in each hundredth of the weight; a table that reaches over an edge counts on both sides of it. */
function equalParts(tables: Int32Array, weights: Float64Array, values: Float64Array): number[] {
  const size = tables.reduce((sum, table) => sum + weights[table]!, 0) / PARTS
  const means: number[] = []
  let filled = 0
  let sum = 0
  for (const table of tables) {
    let left = weights[table]!
    while (left > 0 && means.length < PARTS) {
      const taken = Math.min(left, size - filled)
      sum += taken * values[table]!
      filled += taken
      left -= taken
      // Rounding must not leave a sliver for a part of its own.
      if (filled < size * (1 - 1e-9)) continue
      means.push(sum / filled)
      filled = 0
      sum = 0
    }
  }
  if (means.length < PARTS && filled > 0) means.push(sum / filled)
  return means
}

const THRESHOLDS = [0.3, 0.5, 0.7, 0.9]

/** Table 3; null where parameters were not profiled. */
export function parameterReport(profile: ValueProfile, columns: InvarianceColumns): ParameterReport | null {
  const { valueTables } = profile
  const entries = Int32Array.from(valueTables.role.keys()).filter((table) => valueTables.role[table] === PARAMETER && valueTables.executions[table]! > 0)
  if (entries.length === 0) return null
  // Procedures without parameters are called too.
  const callsOf = executionsByInstruction(profile, entries)
  const highest = new Map<number, number>()
  for (const table of tablesOf(profile, 'parameters')) {
    const procedure = valueTables.instruction[table]!
    highest.set(procedure, Math.max(highest.get(procedure) ?? 0, columns.inv1[table]! || 0))
  }
  const calls = [...callsOf.values()].reduce((sum, count) => sum + count, 0)
  const above = THRESHOLDS.map((threshold) => {
    let reached = 0
    for (const [procedure, count] of callsOf) if ((highest.get(procedure) ?? 0) > threshold) reached += count
    return { threshold, share: reached / calls }
  })
  return { calls, callShare: executedShare(profile, calls), above }
}

/** Tables 6 and 7; null for a full profile. */
export function convergenceReport(profile: ValueProfile): ConvergenceReport | null {
  const { run, valueTables } = profile
  if (!run.values || run.values.profile === 'full') return null
  const sums = { executions: 0, profiled: 0, retried: 0, converged: 0, increasing: 0, decreasing: 0 }
  for (const table of [...tablesOf(profile, 'instructions'), ...tablesOf(profile, 'parameters'), ...tablesOf(profile, 'operands')]) {
    for (const name of Object.keys(sums) as Array<keyof typeof sums>) sums[name] += valueTables[name][table]!
  }
  const tests = sums.converged + sums.increasing + sums.decreasing
  const ofTests = (count: number): number | null => (tests > 0 ? count / tests : null)
  return {
    profiled: sums.executions > 0 ? sums.profiled / sums.executions : 0,
    tests,
    converged: ofTests(sums.converged),
    increasing: ofTests(sums.increasing),
    decreasing: ofTests(sums.decreasing),
    backOff: sums.profiled > 0 ? sums.retried / sums.profiled : null,
  }
}
