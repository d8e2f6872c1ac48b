import type { Findings, LeftOut } from '../../shared/findings/finding.ts'
import { leftOutAs } from '../../shared/findings/wording/no_findings_words.ts'
import { wholeOf } from '../../shared/names/cost_names.ts'
import { percentText } from '../format/quantities.ts'

/** How much is left out, in one line. */
export function leftOutLine({ leftOut, measure }: Pick<Findings, 'leftOut' | 'measure'>): string {
  const small = leftOut.filter(({ reason }) => reason === 'small')
  const unavoidable = leftOut.filter(({ reason }) => reason !== 'small')
  const ofRun = unavoidable.map(({ shareOfRun }) => shareOfRun)
  // Each share is an upper bound: together they can exceed the run.
  const sum = ofRun.every((share) => share !== null)
    ? Math.min(
        1,
        ofRun.reduce((total, share) => total + share, 0),
      )
    : null
  const amount =
    sum === null
      ? `up to ${percentText(Math.max(...unavoidable.map(({ share }) => share)))} of a tool's accesses`
      : `up to ${percentText(sum)} of ${wholeOf({ measure })}`
  return `Left out: ${[...(unavoidable.length === 0 ? [] : [`${amount}: ${leftOutAs(unavoidable)}`]), ...small.map(({ text }) => text)].join('; ')}`
}

/** One reason with its share. */
export function leftOutText({ shareOfRun, share, text }: LeftOut, findings: Pick<Findings, 'measure'>): string {
  return `${shareOfRun === null ? `${percentText(share)} of a tool's accesses` : `${percentText(shareOfRun)} of ${wholeOf(findings)}`}: ${text}`
}
