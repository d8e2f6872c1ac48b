import { openProfile } from '../profile/open_profile.ts'
import { buildReport } from '../report/report.ts'
import { quoted } from '../record/recorder.ts'
import type { PairReport, Report } from '../../shared/report.ts'

/** What a recording came to, for stderr: five lines with the worst pair and how to go on. */
export async function summaryLines(profile: string): Promise<string[]> {
  const opened = openProfile(profile)
  try {
    return summarize(buildReport(opened.profile, { top: 1 }), profile)
  } finally {
    opened.close()
  }
}

export function summarize(report: Report, profile: string): string[] {
  const { run, stats } = report
  const tool = run.tools[0] ?? 'dead-stores'
  const totals = report.totals[tool]
  const worst = report.pairs[0]
  const share = totals?.fraction == null ? 'no store was decided' : `${percent(totals.fraction)} of the sampled stores were dead${interval(totals.ci95)}`
  return [
    `${tool}: ${share}, weighted by ${run.driver === 'cpu-time' ? 'time' : 'bytes'}.`,
    `${count(stats.samples, 'sample')}, ${count(stats.traps, 'trap')} in ${run.duration.toPrecision(3)} s; ${run.engineReason}`,
    worst === undefined || worst.waste === 0 ? 'No dead store was seen.' : `worst pair, ${percent(worst.shareOfWaste ?? 0)} of the waste${worst.fewSamples ? ' (few samples)' : ''}:`,
    ...(worst === undefined || worst.waste === 0 ? [] : [`  ${place(worst, 'sourceLeaf')} ${worst.relation} ${place(worst, 'targetLeaf')}`]),
    `hagstone view ${quoted(profile)}`,
  ]
}

function place(pair: PairReport, side: 'sourceLeaf' | 'targetLeaf'): string {
  const leaf = pair[side]
  const file = leaf.file?.slice(leaf.file.lastIndexOf('/') + 1)
  return file === undefined || leaf.line === null ? `${leaf.function} (${leaf.module})` : `${leaf.function} ${file}:${leaf.line}`
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
