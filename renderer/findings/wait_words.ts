import type { Findings } from '../../shared/findings/finding.ts'
import type { Wait } from '../../shared/findings/waits/wait.ts'
import { wholeOf } from '../../shared/names/cost_names.ts'
import { percentText } from '../format/quantities.ts'

/** How much of the run waits, in one line. Threads that sleep take no part of it. */
export function waitsLine({ waits = [], measure }: Pick<Findings, 'waits' | 'measure'>): string {
  const share = waits.reduce((sum, { shareOfRun }) => sum + shareOfRun, 0)
  const much = share === 0 ? '' : `: ${percentText(share)} of ${wholeOf({ measure })}`
  return `Waiting for other threads${much}, in neither waste nor use`
}

/** One place with its share. */
export function waitText({ shareOfRun, text }: Wait, findings: Pick<Findings, 'measure'>): string {
  return shareOfRun === 0 ? text : `${percentText(shareOfRun)} of ${wholeOf(findings)}: ${text}`
}
