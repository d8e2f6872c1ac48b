import { useState } from 'react'
import { useApplication, useAppState, usePreference } from '../application/context.ts'
import { browserNotices } from '../application/notices.ts'
import { Setting } from './Setting.tsx'

/** A day, in seconds. */
const longestWait = 86_400

/** When the system notifies that a recording ended. */
export function NoticeSettings() {
  const { preferences } = useApplication()
  const notifyAfter = usePreference((chosen) => chosen.notifyAfter)
  // While it is typed there may be no number.
  const [typed, setTyped] = useState<string | null>(null)
  const inBrowser = useAppState((state) => state.desktop === null)
  const [permission, setPermission] = useState(browserNotices)
  return (
    <Setting title="End of a recording">
      <label className="row">
        <span>Notify me when a recording ends in the background after more than</span>
        <input
          type="number"
          className="setting-number"
          min={0}
          max={longestWait}
          step={1}
          value={typed ?? notifyAfter}
          onBlur={() => setTyped(null)}
          onChange={(event) => {
            setTyped(event.target.value)
            const seconds = event.target.valueAsNumber
            if (Number.isFinite(seconds)) preferences.setState({ notifyAfter: Math.min(longestWait, Math.max(0, Math.round(seconds))) })
          }}
        />
        <span>s (0: never)</span>
      </label>
      {!inBrowser || permission === 'granted' ? null : permission === null ? (
        <p className="dim">This browser blocks notifications for this address.</p>
      ) : (
        <div className="row">
          <button type="button" className="action" disabled={permission === 'denied'} onClick={() => void Notification.requestPermission().then(setPermission)}>
            Allow notifications in this browser
          </button>
          {permission === 'denied' ? <span className="dim">The browser refuses them for this page; allow them in its own settings.</span> : null}
        </div>
      )}
    </Setting>
  )
}
