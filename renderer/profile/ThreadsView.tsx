import { FEWEST_TRAPS } from '../../shared/metrics/bootstrap.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import { Amount, Percent } from '../components/Figures.tsx'
import { countText, durationText } from '../format/quantities.ts'

/** One line per recorded thread, most waste first. */
export function ThreadsView({ summary }: { summary: ProfileSummary }) {
  if (summary.threads.length === 0) {
    return <div className="table-view"><div className="state">No thread of the program was recorded: it ended before its first sample.</div></div>
  }
  const { unit } = summary.run
  const threads = [...summary.threads].sort((a, b) => b.waste - a.waste)
  return (
    <div className="table-view selectable" tabIndex={0}>
      <table className="figures">
        <thead>
          <tr>
            <th>thread</th><th className="end">process</th><th className="end">thread id</th><th className="end">CPU time</th><th className="end">samples</th>
            <th className="end">traps</th><th className="end">waste</th><th className="end">use</th><th className="end">fraction</th>
          </tr>
        </thead>
        <tbody>
          {threads.map((thread) => (
            <tr key={`${thread.process}-${thread.thread}`} className={thread.traps < FEWEST_TRAPS ? 'few' : ''} title={thread.traps < FEWEST_TRAPS ? 'few samples' : undefined}>
              <td>{thread.name}</td>
              <td className="end">{thread.process}</td>
              <td className="end">{thread.thread}</td>
              <td className="end">{durationText(thread.cpuSeconds)}</td>
              <td className="end">{countText(thread.samples)}</td>
              <td className="end">{countText(thread.traps)}</td>
              <td className="end"><Amount value={thread.waste} unit={unit} /></td>
              <td className="end"><Amount value={thread.use} unit={unit} /></td>
              <td className="end"><Percent share={thread.waste + thread.use === 0 ? null : thread.waste / (thread.waste + thread.use)} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
