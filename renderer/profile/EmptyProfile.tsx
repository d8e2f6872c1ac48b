import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { countText } from '../format/quantities.ts'

/** Why a profile has no rows, and the one action that helps. */
export function EmptyProfile({ summary }: { summary: ProfileSummary }) {
  const application = useApplication()
  const { samples, traps } = summary.stats
  const reason =
    samples === 0
      ? 'No sample was taken: the program ended before the first one, or used hardly any CPU time.'
      : traps === 0
        ? `${countText(samples)} samples were taken, but no watchpoint fired: what the program stored was not touched again while it was watched.`
        : 'No waste was found in what was sampled.'
  return (
    <div className="state">
      <strong>Nothing to show.</strong>
      <span>{reason}</span>
      {summary.partial === null ? null : <span>{summary.partial}</span>}
      <button type="button" className="action" onClick={() => application.runCommand(traps === 0 ? 'record.new' : 'view.statistics')}>
        {traps === 0 ? 'Record again, longer or at a higher rate…' : 'See the statistics'}
      </button>
    </div>
  )
}
