/** Findings of two profiles side by side, each with a pair that both runs' tables know. */
import type { ComparedRuns } from '../../../shared/compare/compared_runs.ts'
import { rowOfPair } from '../../../shared/compare/pair_matching.ts'
import type { ComparedFindingList } from '../../../shared/comparison.ts'
import type { Side } from '../../../shared/compare/compared_number.ts'
import { compareFindings, type ComparedFinding, type ComparedFindings, type WasteByTool } from '../../../shared/findings/compare_findings.ts'
import type { Findings } from '../../../shared/findings/finding.ts'

/** @param findings of the profiles of `runs` */
export function comparedFindings(runs: ComparedRuns, findings: Record<Side, Findings>): ComparedFindings {
  const of = (side: Side) => ({ run: runs.profiles[side].run, totals: runs.totals[side], findings: findings[side] })
  return compareFindings({ old: of('old'), new: of('new') }, wastedTime(runs))
}

function wastedTime(runs: ComparedRuns): WasteByTool {
  if (runs.profiles.old.run.unit !== 'ns' || runs.profiles.new.run.unit !== 'ns') return {}
  return Object.fromEntries(
    [...runs.tools].flatMap((tool) => {
      const totals = runs.compareTotals(tool, 'run')
      return totals === null ? [] : [[tool, totals.waste]]
    }),
  )
}

/** The same as a window's list. */
export function comparedFindingList(runs: ComparedRuns, findings: Record<Side, Findings>): ComparedFindingList {
  const { verdict, unit, findings: compared } = comparedFindings(runs, findings)
  return {
    verdict,
    unit,
    findings: compared.map((finding) => {
      const { status, amount, old, new: recent } = finding
      const pair = pairOf(runs, finding)
      return {
        status,
        amount,
        title: (recent ?? old)!.title,
        places: { old: old?.places ?? null, new: recent?.places ?? null },
        pair: { ...runs.pairs.row(pair, 1), node: rowOfPair(runs.pairs.matched, 'source', pair) },
      }
    }),
  }
}

function pairOf({ pairs }: ComparedRuns, finding: Pick<ComparedFinding, Side>): number {
  const numbers = (side: Side): number[] => finding[side]?.contexts.map(({ pair }) => pairs.matched.numberOf[side][pair]!) ?? []
  const [old, recent] = [numbers('old'), numbers('new')]
  return recent.find((pair) => old.includes(pair)) ?? (recent[0] ?? old[0])!
}
