import type { RecentRun } from '../../shared/rpc/host.ts'
import { tickedInOrder } from '../application/comparisons.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { commandName } from './run_names.ts'

/** The runs that are ticked, the older first, and the way to compare them. */
export function TickedRuns() {
  const application = useApplication()
  const recent = useAppState((state) => state.recent)
  const tickedRuns = useAppState((state) => state.tickedRuns)
  const [old, present] = tickedInOrder({ recent, tickedRuns })
  if (old === undefined) return null
  return (
    <section className="ticked-runs" aria-label="Runs to compare">
      <Ticked which="old" run={old} />
      {present === undefined ? <span className="dim">Tick a second run to compare.</span> : <Ticked which="new" run={present} />}
      <div className="row">
        <button type="button" className="action primary" disabled={present === undefined} onClick={() => application.runCommand('compare.ticked')}>
          Compare
        </button>
        <button type="button" className="plain" onClick={() => application.store.setState({ tickedRuns: [] })}>
          Cancel
        </button>
      </div>
    </section>
  )
}

function Ticked({ which, run }: { which: string; run: RecentRun }) {
  return (
    <span className="ticked-run" title={run.path}>
      <span className="dim">{which}</span> {commandName(run.title)}{' '}
      <span className="dim">{new Date(run.startedAt).toLocaleTimeString(undefined, { timeStyle: 'short' })}</span>
    </span>
  )
}
