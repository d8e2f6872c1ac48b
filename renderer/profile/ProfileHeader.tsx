import { Popover } from 'radix-ui'
import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { Tool, Totals } from '../../shared/report.ts'
import { Percent } from '../components/Figures.tsx'
import { countText, durationText, percentText, quantityText } from '../format/quantities.ts'
import './profile.css'

const toolNames: Record<Tool, string> = {
  'dead-stores': 'dead stores', 'silent-stores': 'silent stores', 'redundant-loads': 'redundant loads', 'reuse-distance': 'reuse distance', 'false-sharing': 'false sharing',
}

/** What was run, how it was measured, and the three figures to judge it by. */
export function ProfileHeader({ summary }: { summary: ProfileSummary }) {
  const { run, stats } = summary
  const drivenBy = run.driver === 'cpu-time' ? ' (time-weighted)' : ''
  return (
    <section className="profile-header" aria-label="The run">
      <div className="profile-run selectable">
        <code className="profile-command" title={`${run.command.join(' ')}\nin ${run.workingDirectory}`}>{run.command.join(' ')}</code>
        <span title={run.engineReason}>{run.tools.map((tool) => toolNames[tool]).join(', ')} · {run.engine}{drivenBy}</span>
        <span>· {durationText(run.duration)}</span>
        <span>· {countText(stats.samples)} samples</span>
        <span className="dim">· {run.host}, {new Date(run.startedAt).toLocaleString()}</span>
      </div>
      <div className="profile-figures">
        {(Object.entries(summary.totals) as Array<[Tool, Totals]>).map(([tool, totals]) => (
          <TotalsLine key={tool} totals={totals} summary={summary} tool={Object.keys(summary.totals).length > 1 ? toolNames[tool] : null} />
        ))}
        <span title={`Longest run of samples that could not be watched: ${countText(stats.blindSpot.longest)}. Share of samples in runs longer than one.`}>
          blind spot <Percent share={stats.blindSpot.share} />
        </span>
        <span title="CPU time inside the profiler's handlers, as a share of the program's">overhead in handlers <Percent share={stats.handlerShare} /></span>
        {summary.partial === null ? null : <span className="chip" role="status">partial: {summary.partial}</span>}
        <Notes notes={summary.notes} />
      </div>
    </section>
  )
}

function TotalsLine({ totals, summary, tool }: { totals: Totals; summary: ProfileSummary; tool: string | null }) {
  const { unit } = summary.run
  const few = totals.traps < FEWEST_TRAPS
  return (
    <>
      {tool === null ? null : <span className="dim">{tool}</span>}
      <span className={few ? 'few' : ''} title={`${quantityText(totals.waste, unit)} of waste${totals.ci95 === null ? '' : `; 95 % interval ${percentText(totals.ci95[0])} to ${percentText(totals.ci95[1])}`}; ${countText(totals.traps)} traps`}>
        <span className="waste">waste</span> <Percent share={totals.fraction} interval={totals.ci95} />
      </span>
      <span className={few ? 'few' : ''} title={`${quantityText(totals.use, unit)} of use`}>
        <span className="use">used</span> <Percent share={totals.fraction === null ? null : 1 - totals.fraction} />
      </span>
      <span className="dim" title="Samples that no trap ever decided">undecided {quantityText(totals.unaccounted, unit)}</span>
      {few ? <span className="chip">few samples: {totals.traps} traps</span> : null}
    </>
  )
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
        <Popover.Content className="menu profile-notes-list selectable" align="start" collisionPadding={8}>
          <ul>{notes.map((note) => <li key={note}>{note}</li>)}</ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
