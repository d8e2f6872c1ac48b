import { useStore } from 'zustand'
import type { MethodName } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'

const TITLES: Partial<Record<MethodName, string>> = {
  'profile.open': 'Opening the profile',
  'profile.findings': 'Gathering the findings',
  'tree.create': 'Building the tree',
  'tree.sort': 'Sorting the tree',
  'tree.expand': 'Opening rows',
  'tree.search': 'Searching the tree',
  'pairs.rows': 'Looking through the pairs',
  'pairs.groups': 'Grouping the pairs',
  'flame.read': 'Drawing the flame graph',
  'compare.open': 'Comparing the runs',
  'compare.findings': 'Comparing the findings',
}

/** The host's tasks that take longer than a moment, each with a way to stop it. */
export function WorkBar() {
  const { works } = useApplication()
  const shown = useStore(works)
  if (shown.length === 0) return null
  // A landmark: all that a page shows belongs to one.
  return (
    <section aria-label="Work in progress">
      {shown.map(({ id, method, share, cancel }) => {
        const title = TITLES[method] ?? 'Working'
        return (
          <div className="notice" key={id}>
            <span>{title}</span>
            <progress value={share} max={1} aria-label={title} />
            <span className="dim">{Math.floor(100 * share)} %</span>
            <span className="toolbar-space" />
            <button type="button" className="action" onClick={cancel}>
              Cancel
            </button>
          </div>
        )
      })}
    </section>
  )
}
