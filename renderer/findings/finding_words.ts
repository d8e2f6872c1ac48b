/** Words for the figures and places of a finding, in the window, on paper and in copied text. */
import { wholeOf } from '../../shared/names/cost_names.ts'
import { intervalText } from '../../shared/names/interval_text.ts'
import type { Finding, FindingPlace, Findings } from '../../shared/findings/finding.ts'
import type { Tool } from '../../shared/run.ts'
import { placeText } from '../format/paths.ts'
import { percentText } from '../format/quantities.ts'

/** Characters of a function's name in a title, whose tooltip has all of it. */
export const mostOfTitle = 40

/** The denominator of a tool's shares. */
const measuredOf: Record<Tool, string> = {
  'dead-stores': 'all stores',
  'silent-stores': 'all stores',
  'redundant-loads': 'all loads',
  'spatial-loads': 'all loads',
  registers: 'all register writes',
  'false-sharing': 'all sampled accesses',
  'reuse-distance': 'the time for memory',
  values: 'all values',
}

/** "34.6 % of all stores" */
export function shareText({ share, tools: [tool] }: Pick<Finding, 'share' | 'tools'>): string {
  return `${percentText(share)} of ${tool === undefined ? 'all accesses' : measuredOf[tool]}`
}

/** The figure that findings are ordered by: an upper bound of the run's share, else the share of the tool's measurements. */
export function costOf(finding: Finding, findings: Pick<Findings, 'measure'>): { share: number; text: string; interval: string } {
  const { shareOfRun, interval, share, onSeveral } = finding
  if (shareOfRun === null) return { share, text: shareText(finding), interval: '' }
  return {
    share: shareOfRun,
    text: onSeveral?.text ?? `at most ${percentText(shareOfRun)} of ${wholeOf(findings)}`,
    interval: interval === null ? '' : intervalText(interval),
  }
}

/** "solver.c:118" */
export function findingPlaceText({ file, line }: FindingPlace): string {
  return placeText(file, line) || 'no source'
}
