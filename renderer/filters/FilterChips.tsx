import { useEffect, useReducer } from 'react'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { activeFilters } from './active_filters.ts'

/** The filters of the shown view, a chip each; nothing where the view shows everything. */
export function FilterChips() {
  const application = useApplication()
  const profile = useProfile((open) => open)
  const { view, trees, pairs, findings } = profile
  const [, follow] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    // Each keeps its own filter.
    const stops = [
      findings.state.subscribe(follow),
      pairs.pager.subscribe(follow),
      ...(view in trees ? [trees[view as keyof typeof trees].pager.subscribe(follow)] : []),
    ]
    return () => stops.forEach((stop) => stop())
  }, [findings, pairs, trees, view])
  const filters = activeFilters(application, profile)
  if (filters.length === 0) return null
  const clear = (chosen: typeof filters) => async (): Promise<void> => {
    try {
      for (const filter of chosen) await filter.clear()
    } catch (error) {
      report(application, error)
    }
  }
  return (
    <div className="filter-chips" role="group" aria-label="Active filters">
      <span className="dim">Filtered by</span>
      {filters.map((filter) => (
        <span key={filter.id} className="chip" title={filter.title}>
          {filter.text}
          <button type="button" className="plain" aria-label={filter.remove} title={filter.remove} onClick={() => void clear([filter])()}>
            ✕
          </button>
        </span>
      ))}
      {filters.length < 2 ? null : (
        <button type="button" className="plain" onClick={() => void clear(filters)()}>
          Clear all
        </button>
      )}
    </div>
  )
}
