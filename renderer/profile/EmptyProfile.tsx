import type { Tool } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { countText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'

/** Why nothing of a tool is there, and the one action that helps. */
export function EmptyProfile({ summary, tool }: { summary: ProfileSummary; tool: Tool }) {
  const application = useApplication()
  const { samples } = summary.stats
  const traps = summary.totals[tool]?.traps ?? 0
  const reason =
    samples === 0
      ? 'No sample was taken: the program ended before the first one, or used hardly any CPU time.'
      : traps === 0
        ? `${countText(samples)} samples were taken, but no watchpoint of ${toolWords[tool].name} fired: ${tool === 'false-sharing' ? 'no other thread was seen on a sampled cache line' : 'what was watched was not touched again in time'}.`
        : `${countText(traps)} watchpoints of ${toolWords[tool].name} fired, and none found waste.`
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
