import { capitalized } from '../../shared/names/capitalized.ts'
import { machineName } from '../../shared/machine.ts'
import { counterValue } from '../../shared/profile/counters.ts'
import type { Quality } from '../../shared/quality.ts'
import type { RunDescription, Statistics } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { countText, durationText } from '../format/quantities.ts'

/** Why the chosen tool was measured as well as it was, how, and with which caveats. */
export function QualityReasons({ summary, quality: { level, reasons }, word }: { summary: ProfileSummary; quality: Quality; word: string }) {
  const { run, stats, notes } = summary
  return (
    <>
      <h4>{level === 'nothing measured' ? 'Why nothing was measured' : `Why a ${word}`}</h4>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <h4>Recording</h4>
      <p>{recordingText(run, stats)}</p>
      {notes.length === 0 ? null : (
        <>
          <h4>Caveats</h4>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function recordingText(run: RunDescription, stats: Statistics): string {
  const count = (name: string): number => counterValue(stats.counters, name)
  const weighting = run.driver === 'cpu-time' ? ', weighted by CPU time' : run.reweighted === undefined ? '' : ', access-weighted by a counting run'
  const seen =
    run.engine === 'exhaustive' ? `${countText(count('loads'))} loads and ${countText(count('stores'))} stores` : `${countText(stats.samples)} samples`
  return `${seen} in ${durationText(run.duration)}, by the ${run.engine} engine${weighting}; on ${machineName(run)}, ${new Date(run.startedAt).toLocaleString()}. ${capitalized(run.engineReason.replace(new RegExp(`^${run.engine}( engine)?: `), ''))}`
}
