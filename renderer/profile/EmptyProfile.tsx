import { outcomeOf } from '../../shared/outcome.ts'
import type { Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { recordAgain } from '../application/record_again.ts'
import { nothingText } from './nothing_text.ts'

/** Why nothing of a tool is there, and the one action that helps. */
export function EmptyProfile({ summary, tool }: { summary: ProfileSummary; tool: Tool }) {
  const application = useApplication()
  const outcome = outcomeOf(summary, tool)
  const isMeasured = outcome.kind !== 'not-measured'
  return (
    <div className="state">
      <strong>{isMeasured ? 'Nothing to show.' : 'Not measured.'}</strong>
      <span>{nothingText(summary, tool) ?? 'No results are shown here.'}</span>
      {summary.partial === null || summary.run.exit.state === 'unable' ? null : <span>{summary.partial}</span>}
      <button
        type="button"
        className="action"
        onClick={() =>
          outcome.kind === 'not-measured' ? recordAgain(application, summary, { action: outcome.action }) : application.runCommand('view.statistics')
        }
      >
        {isMeasured ? 'See the statistics' : 'Record again…'}
      </button>
    </div>
  )
}
