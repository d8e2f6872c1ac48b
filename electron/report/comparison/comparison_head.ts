/** The overall facts about two runs, and their differences as messages. */
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import { compareRatios } from '../../../shared/compare/numbers.ts'
import { incomparable } from '../../../shared/compare/run_evidence.ts'
import type { ComparisonHead } from '../../../shared/comparison.ts'
import type { ComparedRatio, Side } from '../../../shared/compare/compared_number.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import type { RunDescription } from '../../../shared/run.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { percentText } from '../format.ts'

/** @throws RpcError refused if the runs' numbers cannot be compared */
export function requireComparable(profiles: Record<Side, Pick<ProfileTables, 'run'>>): void {
  const reason = incomparable(profiles.old.run, profiles.new.run)
  if (reason !== null) throw new RpcError('refused', reason)
}

export function comparisonHead(runs: ComparedRuns, paths: Record<Side, string>): ComparisonHead {
  const { old, new: recent } = { old: runs.profiles.old.run, new: runs.profiles.new.run }
  return {
    old: { path: paths.old, run: old },
    new: { path: paths.new, run: recent },
    unit: old.unit,
    tools: runs.tools,
    onlyOld: old.tools.filter((tool) => !recent.tools.includes(tool)),
    onlyNew: recent.tools.filter((tool) => !old.tools.includes(tool)),
    normalisations: runs.normalisations(),
    cost: {
      wallSeconds: measured(old.duration, recent.duration),
      cpuSeconds: measured(old.targetCpuSeconds, recent.targetCpuSeconds),
      energy: measured(old.energy ?? null, recent.energy ?? null),
    },
    spent: spentByRuns(runs),
    notes: differences(old, recent),
  }
}

function spentByRuns(runs: ComparedRuns): ComparisonHead['spent'] {
  const spent = runs.spent()
  if (spent === null) return null
  const { measure, total, waiting } = spent
  return { measure, ...total, ...(waiting === null || waiting.old + waiting.new === 0 ? {} : { waiting }) }
}

/** From a single run each, so the random part of a difference is unknown. */
function measured(old: number | null, recent: number | null): ComparedRatio {
  const estimate = (value: number | null): { value: number; interval: null; exact: false } | null =>
    value === null ? null : { value, interval: null, exact: false }
  return compareRatios(estimate(old), estimate(recent))
}

/** Machines of a cluster or a cloud may share a name. */
function differentMachines(old: RunDescription, recent: RunDescription): boolean {
  if (old.host !== recent.host) return true
  const [before, after] = [old.processors, recent.processors]
  return before !== undefined && after !== undefined && (before.model !== after.model || before.count !== after.count)
}

function differences(old: RunDescription, recent: RunDescription): string[] {
  const notes: string[] = []
  const differ = (what: string, a: string | number | undefined, b: string | number | undefined): void => {
    if (a !== b) notes.push(`The ${what} differ: ${a ?? 'none'} in the old run, ${b ?? 'none'} in the new one.`)
  }
  differ('command lines', old.command.slice(1).join(' '), recent.command.slice(1).join(' '))
  differ('engines', old.engine, recent.engine)
  differ('tolerances', percentText(old.tolerance), percentText(recent.tolerance))
  differ('granularities of reuse distances', old.granularity, recent.granularity)
  differ('numbers of threads', old.threads, recent.threads)
  if (differentMachines(old, recent)) notes.push('The runs were recorded on different machines, so their times do not compare.')
  if (old.tools.length !== recent.tools.length && old.engine !== 'exhaustive') notes.push('The runs dealt their samples among different numbers of tools.')
  for (const [name, run] of [
    ['old', old],
    ['new', recent],
  ] as const) {
    if (run.windows)
      notes.push(
        `The ${name} run was measured in windows, ${percentText(run.windows.covered)} of its instructions: its counts have no intervals, and differences may come from what was passed over.`,
      )
    else if (run.exit.state !== 'finished' && run.exit.state !== 'stopped') notes.push(`The ${name} run did not end by itself (${run.exit.state}).`)
  }
  if (old.engine === 'exhaustive' || recent.engine === 'exhaustive')
    notes.push('Run and CPU times are those under Valgrind where the exhaustive engine recorded, not those of the program alone.')
  if (old.energy === undefined || recent.energy === undefined) notes.push('Energy was not recorded: at least one machine does not let it be read (powercap).')
  return notes
}
