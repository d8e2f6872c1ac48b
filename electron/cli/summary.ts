import { basename } from 'node:path'
import { leafOf, type LeafFrame, type Report } from '../../shared/report.ts'
import { openProfile } from '../profile/open_profile.ts'
import { quoted } from '../record/shell_words.ts'
import { buildReport } from '../report/report.ts'

/** What a recording came to, for stderr: five lines with the worst pair and how to go on. */
export function summaryLines(profile: string): string[] {
  const opened = openProfile(profile)
  try {
    return summarize(buildReport(opened.profile, { top: 1 }), opened.profile.partial, profile)
  } finally {
    opened.close()
  }
}

/** @param partial why the recording is not whole, null if it is */
export function summarize(report: Report, partial: string | null, profile: string): string[] {
  const { run, stats } = report
  const tool = run.tools[0] ?? 'dead-stores'
  const totals = report.totals[tool]
  const worst = report.pairs.find((pair) => pair.waste > 0)
  const weighted = run.driver === 'cpu-time' ? 'time-weighted' : 'by bytes'
  const share = totals?.fraction == null ? 'no sampled access was decided' : `waste ${percent(totals.fraction)}${interval(totals.ci95)}, ${weighted}`
  return [
    ...(partial === null ? [] : [partial]),
    `${tool}: ${share}.`,
    `${count(stats.samples, 'sample')}, ${count(stats.traps, 'trap')} in ${run.duration.toPrecision(3)} s; ${run.engineReason}`,
    ...(worst === undefined
      ? ['No wasteful pair was seen.']
      : [
          `Worst pair, ${percent(worst.shareOfWaste ?? 0)} of the waste${worst.fewSamples ? ` (few samples: ${worst.traps})` : ''}:`,
          `  ${place(leafOf(worst.source))} ${worst.relation} ${place(leafOf(worst.target))}`,
        ]),
    `hagstone view ${quoted(profile)}`,
  ]
}

function place(leaf: LeafFrame): string {
  if (leaf.file === null || leaf.line === null) return `${leaf.function} (${basename(leaf.module)} ${leaf.address})`
  return `${leaf.function} ${basename(leaf.file)}:${leaf.line}`
}

function percent(share: number): string {
  return `${(share * 100).toPrecision(3)} %`
}

function interval(ci95: [number, number] | null): string {
  return ci95 === null ? '' : ` (95 % interval ${percent(ci95[0])} to ${percent(ci95[1])})`
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
