import { measuredPart, observationsOf, partText } from '../../shared/outcome.ts'
import { capitalized } from '../../shared/names/capitalized.ts'
import { COST_NAMES } from '../../shared/names/cost_names.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { labelOf, useAppState, useProfile } from '../application/context.ts'
import { recordedTools } from '../application/profiles.ts'
import { Percent } from '../components/Figures.tsx'
import { baseName } from '../format/paths.ts'
import { countText, durationText, percentText } from '../format/quantities.ts'
import { isFew } from '../tools/evidence.ts'
import { headlineOf } from './headline.ts'
import { QualityButton } from './QualityButton.tsx'
import { ToolSwitch } from './ToolSwitch.tsx'
import './profile.css'

/** Share of the run: smaller ones are only in columns. */
const largeShare = 0.1

function largeWaiting({ runCost }: ProfileSummary): string | null {
  const share = runCost?.waiting === undefined || runCost.amount === 0 ? 0 : runCost.waiting / runCost.amount
  return share < largeShare ? null : percentText(share)
}

/** The run in one sentence: the program, the chosen tool's result, and how well that was measured. All counters are in Statistics. */
export function ProfileHeader({ summary }: { summary: ProfileSummary }) {
  const { run } = summary
  const label = useAppState((state) => labelOf(state, summary.path))
  const tool = useProfile((profile) => profile.tool)
  const part = measuredPart(summary, tool)
  const { share, text } = headlineOf(summary, tool, part !== null)
  const [program = '', ...words] = run.command
  const waiting = largeWaiting(summary)
  const few = isFew(run, observationsOf(summary, tool))
  return (
    <section className="profile-header" aria-label="The run">
      <div className="profile-run selectable">
        {label === undefined ? null : <strong className="run-named">{label}</strong>}
        <code className="profile-command" title={`${run.command.join(' ')}\nin ${run.workingDirectory}`}>
          {[baseName(program), ...words].join(' ')}
        </code>
        <span className={`profile-headline${few ? ' few' : ''}`} title={part === null ? undefined : partText(part)}>
          ·{' '}
          {share === null ? (
            text
          ) : (
            <Percent share={share.fraction} interval={share.interval} exact={share.exact}>
              {text}
            </Percent>
          )}
        </span>
        <span>·</span> <QualityButton summary={summary} tool={tool} />
        {waiting === null ? null : (
          <span
            className="chip"
            title={`${waiting} of ${COST_NAMES[summary.runCost!.measure].whole} waits for other threads, in neither waste nor use. Findings say where.`}
          >
            {waiting} waiting
          </span>
        )}
        {run.stoppedBy == null ? null : (
          <span className="chip" title="The reason that recording ended before the program">
            {run.stoppedBy}
          </span>
        )}
        <span className="dim profile-when" title={new Date(run.startedAt).toLocaleString()}>
          {run.ranks === undefined || run.ranks.length === 0 ? '' : `${countText(run.ranks.length)} ranks, `}
          {durationText(run.duration)}, {run.engine}
        </span>
      </div>
      {summary.partial === null ? null : (
        <p className="profile-ended selectable" role="status">
          <strong>{capitalized(summary.partial)}.</strong>
        </p>
      )}
      {recordedTools(summary).length > 1 ? <ToolSwitch summary={summary} /> : null}
    </section>
  )
}
