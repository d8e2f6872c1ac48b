import { useEffect } from 'react'
import { useApplication, useAppState } from '../application/context.ts'
import { needDoctor } from '../application/host_facts.ts'
import { Failure } from '../components/Failure.tsx'
import { EngineLine } from '../launch/EngineLine.tsx'

/** Actions that need no profile. */
export function StartPage() {
  const application = useApplication()
  const openFailure = useAppState((state) => state.openFailure)
  const host = useAppState((state) => state.host)
  const inApp = useAppState((state) => state.desktop !== null)
  // At the start of a window, a profile may be about to open.
  const isStarted = useAppState((state) => state.started)
  useEffect(() => {
    if (isStarted) needDoctor(application)
  }, [application, isStarted])
  return (
    <main className="start">
      <div className="state">
        <span className="start-title">Find wasted work in programs.</span>
        <span>
          Hagstone finds memory accesses that do useless work. It shows the wasted access and the one that made it useless, side by side in the source.
        </span>
        {openFailure === null ? null : (
          <div>
            <div className="mono selectable">{openFailure.path}</div>
            <Failure text={openFailure.message} />
          </div>
        )}
        <div className="row">
          <button type="button" className="action primary" onClick={() => application.runCommand('record.new')}>
            New recording…
          </button>
          <button type="button" className="action" onClick={() => application.runCommand('file.open')}>
            Open a profile…
          </button>
          <button
            type="button"
            className="action"
            title="Tick two runs on the left, or choose two files here"
            onClick={() => application.runCommand('compare.with')}
          >
            Compare two profiles…
          </button>
          {inApp ? (
            <button type="button" className="action" title="Shows the runs of another machine, over ssh" onClick={() => application.runCommand('file.connect')}>
              Connect to a machine…
            </button>
          ) : null}
        </div>
        <span className="dim">
          {host?.kind === 'electron' ? 'A profile can also be dropped here.' : 'The path of a profile can also be dropped here.'} <kbd>?</kbd> shows the keys.
        </span>
        <EngineLine />
      </div>
    </main>
  )
}
