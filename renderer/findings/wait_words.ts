import type { Findings } from '../../shared/findings/finding.ts'
import type { Wait } from '../../shared/findings/waits/wait.ts'
import { wholeOf } from '../../shared/names/cost_names.ts'
import { percentText } from '../format/quantities.ts'

/** How much of the run waits, in one line. */
export function waitsLine({ waits = [], measure }: Pick<Findings, 'waits' | 'measure'>): string {
  return `Waiting for other threads: ${percentText(waits.reduce((sum, { shareOfRun }) => sum + shareOfRun, 0))} of ${wholeOf({ measure })}, in neither waste nor use`
}

/** One place with its share. */
export function waitText({ shareOfRun, text }: Wait, findings: Pick<Findings, 'measure'>): string {
  return shareOfRun === 0 ? text : `${percentText(shareOfRun)} of ${wholeOf(findings)}: ${text}`
}
