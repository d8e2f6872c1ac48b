import { Suspense } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { report } from '../application/application.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { refreshRecent } from '../application/host_facts.ts'
import { openProfile } from '../application/opening/open_profile.ts'
import { countedText } from '../format/quantities.ts'
import { RunRow } from './RunRow.tsx'
import './runs.css'

const TickedRuns = lazyPart(async () => ({ default: (await import('./TickedRuns.tsx')).TickedRuns }))

/** Recent runs by day, newest first. */
export function RunsSide() {
  const application = useApplication()
  const recent = useAppState((state) => state.recent)
  const gone = recent?.filter(({ missing }) => missing).length ?? 0
  const ticked = useAppState((state) => state.tickedRuns)
  const shownPath = useAppState((state) => state.profile?.summary.path ?? null)
  async function change(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask()
      await refreshRecent(application)
    } catch (error) {
      report(application, error)
    }
  }
  /** Two runs are compared: a third one takes the place of the first. */
  function tick(path: string, wanted: boolean): void {
    application.store.setState(({ tickedRuns }) => ({ tickedRuns: [...tickedRuns.filter((other) => other !== path), ...(wanted ? [path] : [])].slice(-2) }))
  }

  return (
    <aside className="runs" aria-label="Runs">
      <div className="runs-head">
        <h2>Runs</h2>
        <button type="button" className="plain" onClick={() => application.runCommand('record.new')}>
          + new
        </button>
      </div>
      {gone === 0 ? null : (
        <div className="runs-gone dim">
          <span>{countedText(gone, 'profile')} gone</span>
          <button type="button" className="plain" title="Remove these runs from the list" onClick={() => application.runCommand('file.forget-gone')}>
            Remove from list
          </button>
        </div>
      )}
      {recent === null ? (
        <Waiting>Reading…</Waiting>
      ) : recent.length === 0 ? (
        <div className="state dim">No runs yet. A recording made here or opened once is listed here.</div>
      ) : (
        [...Map.groupBy(recent, (run) => dayOf(run.startedAt))].map(([day, runs]) => (
          <section key={day}>
            <h3 className="runs-day">{day}</h3>
            <ul className="runs-list">
              {runs.map((run) => (
                <RunRow
                  key={run.path}
                  run={run}
                  shown={run.path === shownPath}
                  ticked={ticked.includes(run.path)}
                  onOpen={() => void openProfile(application, run.path)}
                  onTick={(wanted) => tick(run.path, wanted)}
                  onForget={() => void change(() => application.client.call('host.forgetRecent', { path: run.path }))}
                  onLabel={(label) => void change(() => application.client.call('host.labelRecent', { path: run.path, label }))}
                />
              ))}
            </ul>
          </section>
        ))
      )}
      {ticked.length === 0 ? null : (
        <Suspense fallback={null}>
          <TickedRuns />
        </Suspense>
      )}
    </aside>
  )
}

function dayOf(startedAt: string): string {
  const started = new Date(startedAt)
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(startedAt).setHours(0, 0, 0, 0)) / 86_400_000)
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : started.toLocaleDateString(undefined, { dateStyle: 'medium' })
}
