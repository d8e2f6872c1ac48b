import { useEffect, useState, type ReactNode } from 'react'
import { patience } from './patience.ts'

/**
 * Stands where something will be, and does not stay silent for ever.
 * @param part a part of the page itself is on its way, not an answer
 * @param inline it stands among other content, not in place of it
 * @param children absent: nothing is shown at first
 */
export function Waiting({ part = false, inline = false, children }: { part?: boolean; inline?: boolean; children?: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  const look = inline ? 'state state-inline' : 'state'
  if (!isLate) return children === undefined ? null : <div className={`${look} dim pulse`}>{children}</div>
  return (
    <div className={look} role="status">
      <span className="dim pulse">{children}</span>
      <span>
        {part
          ? 'A part of this page has not arrived after 10 s: the connection is slow, or Hagstone does not answer. Wait, or reload the page.'
          : 'Hagstone has not answered after 10 s. Large profiles and slow disks take longer. If nothing changes, reload the page.'}
      </span>
      <button type="button" className="action" onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </div>
  )
}
