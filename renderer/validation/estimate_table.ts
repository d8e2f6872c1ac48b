/** A validation as a table for CSV. */
import type { SeededEstimate, Validation } from '../../shared/validation.ts'
import { csvText } from '../../shared/tables/table_text.ts'

const columns = [
  'tool',
  'period',
  'registers',
  'reservoir',
  'attribution',
  'kernel',
  'skid',
  'seed',
  'samples',
  'traps',
  'truth',
  'estimate',
  'low',
  'high',
  'difference in points',
  'truth within',
  'ranked pairs',
  'edit distance',
  'missed pairs',
  'leaders',
  'leaders found',
  'by chance',
  'weight difference',
  'time S',
  'time smoothed S',
  'stack S',
  'stack smoothed S',
  'blind share',
  'undecided share',
  'partial share',
]

/** Every run of every setting beside the ground truth, as CSV: one row each, shares from 0 to 1. */
export function estimateTable({ tools }: Validation): string {
  const rows = tools.flatMap(({ tool, truth, estimates }) =>
    estimates.flatMap(({ settings, runs }) => {
      const { period, registers, reservoir, attribution, kernel, skid } = settings
      return runs.map((run) => [
        tool,
        period,
        registers,
        reservoir,
        attribution,
        kernel ? 'seen' : 'not seen',
        skid,
        run.seed,
        run.samples,
        run.traps,
        truth.fraction,
        ...figures(run),
      ])
    }),
  )
  return csvText([columns, ...rows])
}

function figures({
  fraction,
  ci95,
  difference,
  covered,
  ranks,
  reuse,
  blindShare,
  unaccountedShare,
  partialShare,
}: SeededEstimate): Array<string | number | null> {
  return [
    fraction,
    ci95?.[0] ?? null,
    ci95?.[1] ?? null,
    difference,
    covered === null ? null : covered ? 'yes' : 'no',
    ranks?.pairs ?? null,
    ranks?.editDistance ?? null,
    ranks?.setDifference ?? null,
    ranks?.leaders?.pairs ?? null,
    ranks?.leaders?.found ?? null,
    ranks?.leaders?.byChance ?? null,
    ranks?.weightDifference ?? null,
    reuse?.time.s ?? null,
    reuse?.time.smoothed ?? null,
    reuse?.stack.s ?? null,
    reuse?.stack.smoothed ?? null,
    blindShare,
    unaccountedShare,
    partialShare,
  ]
}
