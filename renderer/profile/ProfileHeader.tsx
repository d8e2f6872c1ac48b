import { Popover } from 'radix-ui'
import type { Statistics } from '../../shared/run.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { useProfile } from '../application/context.ts'
import { recordedTools } from '../application/profiles.ts'
import { countText, durationText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'
import { Coverage } from './Coverage.tsx'
import { Evidence } from './Evidence.tsx'
import { ToolSwitch } from './ToolSwitch.tsx'
import { ToolTotals } from './ToolTotals.tsx'
import './profile.css'

/** What was run, how it was measured, and the figures of the chosen tool to judge it by. */
export function ProfileHeader({ summary }: { summary: ProfileSummary }) {
  const { run, stats } = summary
  const tool = useProfile((profile) => profile.tool)
  const tools = recordedTools(summary)
  const totals = summary.totals[tool]
  const drivenBy = run.driver === 'cpu-time' ? ' (time-weighted)' : run.reweighted === undefined ? '' : ' (access-weighted by a counting run)'
  return (
    <section className="profile-header" aria-label="The run">
      <div className="profile-run selectable">
        <code className="profile-command" title={`${run.command.join(' ')}\nin ${run.workingDirectory}`}>{run.command.join(' ')}</code>
        <span title={run.engineReason}>{tools.length === 1 ? `${tools.map((only) => toolWords[only].name).join()} · ` : ''}{run.engine}{drivenBy}</span>
        <span>· {durationText(run.duration)}</span>
        <span>· {run.engine === 'exhaustive' ? `${countText(counter(stats, 'loads'))} loads, ${countText(counter(stats, 'stores'))} stores` : `${countText(stats.samples)} samples`}</span>
        {run.ranks === undefined || run.ranks.length === 0 ? null : <span title={`ranks ${run.ranks.join(', ')}`}>· {countText(run.ranks.length)} ranks</span>}
        <span className="dim">· {run.host}, {new Date(run.startedAt).toLocaleString()}</span>
      </div>
      {tools.length > 1 ? <ToolSwitch summary={summary} /> : null}
      <div className="profile-figures">
        {tool === 'values' ? <span className="dim">value tables of the whole run: see Values</span> : totals === undefined ? <span className="dim">nothing was seen of {toolWords[tool].name}</span> : <ToolTotals tool={tool} totals={totals} stats={stats} run={run} />}
        {run.engine === 'exhaustive' ? <Coverage run={run} /> : <Evidence stats={stats} />}
        {run.stoppedBy == null ? null : <span className="chip" title="What ended the recording before the program did">{run.stoppedBy}</span>}
        {summary.partial === null ? null : <span className="chip" role="status">partial: {summary.partial}</span>}
        <Notes notes={summary.notes} />
      </div>
    </section>
  )
}

function counter({ counters }: Statistics, name: string): number {
  return counters.find((candidate) => candidate.name === name)?.value ?? 0
}

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="plain profile-notes" title={notes.join('\n')}>
          {notes.length} {notes.length === 1 ? 'note' : 'notes'}: {notes[0]}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu profile-notes-list selectable" align="start" collisionPadding={8} aria-label="Notes">
          <ul>{notes.map((note) => <li key={note}>{note}</li>)}</ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
