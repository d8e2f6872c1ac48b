import { Popover } from 'radix-ui'
import { counterValue } from '../../shared/profile/counters.ts'
import { qualityOf, type QualityLevel } from '../../shared/quality.ts'
import type { RunDescription, Statistics, Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { countText, durationText } from '../format/quantities.ts'

const levelWords: Record<QualityLevel, string> = {
  good: 'good measurement',
  fair: 'fair measurement',
  poor: 'poor measurement',
  'nothing measured': 'nothing measured',
}

/** How well the chosen tool was measured in one word, and on wish why, how, and with which caveats. */
export function QualityButton({ summary, tool }: { summary: ProfileSummary; tool: Tool }) {
  const application = useApplication()
  const { run, stats, notes } = summary
  const { level, reasons } = qualityOf(summary, tool)
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className={`plain quality quality-${level.split(' ')[0]}`} title={[...reasons, ...notes].join('\n')}>
          {levelWords[level]} ▾
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu quality-reasons selectable" align="start" collisionPadding={8} aria-label="Quality of the measurement">
          <h4>{level === 'nothing measured' ? 'Why nothing was measured' : `Why a ${levelWords[level]}`}</h4>
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
          <Popover.Close asChild>
            <button type="button" className="action" onClick={() => application.runCommand('view.statistics')}>
              Show all counters
            </button>
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function capitalised(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}

function recordingText(run: RunDescription, stats: Statistics): string {
  const count = (name: string): number => counterValue(stats.counters, name)
  const weighting = run.driver === 'cpu-time' ? ', weighted by CPU time' : run.reweighted === undefined ? '' : ', access-weighted by a counting run'
  const seen =
    run.engine === 'exhaustive' ? `${countText(count('loads'))} loads and ${countText(count('stores'))} stores` : `${countText(stats.samples)} samples`
  return `${seen} in ${durationText(run.duration)}, by the ${run.engine} engine${weighting}; on ${run.host}, ${new Date(run.startedAt).toLocaleString()}. ${capitalised(run.engineReason.replace(new RegExp(`^${run.engine}( engine)?: `), ''))}`
}
