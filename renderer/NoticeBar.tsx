import { useStore } from 'zustand'
import { useApplication, useAppState } from './application/context.ts'
import { addressAt } from './application/reload.ts'
import { useNewerHost } from './rpc/newer_host.ts'
import { Failure } from './components/Failure.tsx'

/** The line at the bottom: the last error or result, and whether the host is still there. */
export function NoticeBar() {
  const application = useApplication()
  const notice = useAppState((state) => state.notice)
  const disconnected = useAppState((state) => state.disconnected)
  const silent = useStore(application.silent)
  const newerHost = useNewerHost(disconnected !== null)
  return (
    <div aria-live="polite">
      {disconnected === null ? null : (
        <div className="notice">
          <Failure text={disconnected} />
          {newerHost === null ? (
            <button type="button" className="action" onClick={() => window.location.reload()}>
              Reload
            </button>
          ) : (
            <a className="action" href={addressAt(newerHost, application)}>
              Continue at {new URL(newerHost).host}
            </a>
          )}
        </div>
      )}
      {silent && disconnected === null ? (
        <div className="notice">
          Hagstone has not answered for 10 s: it is busy or suspended, or the connection is slow. This page continues when it answers.
        </div>
      ) : null}
      {notice === null ? null : (
        <div className="notice">
          {notice.kind === 'failure' ? <Failure text={notice.text} /> : <span>{notice.text}</span>}
          <span className="toolbar-space" />
          <button type="button" className="plain" title="Dismiss (Escape)" onClick={() => application.store.setState({ notice: null })}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  )
}
