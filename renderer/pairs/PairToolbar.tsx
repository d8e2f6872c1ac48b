import { useEffect, useRef, useState } from 'react'
import type { PairFilter, PairRow } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { countText } from '../format/quantities.ts'
import { patternProblem } from '../tree/pattern.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import type { GridColumn } from '../grid/columns.ts'
import type { PairModel } from './pair_model.ts'
import { noPairFilter } from './pair_model.ts'

const typingPause = 150

export function PairToolbar({ pairs, columns, gridId }: { pairs: PairModel; columns: Array<GridColumn<PairRow>>; gridId: string }) {
  const application = useApplication()
  const field = useRef<HTMLInputElement>(null)
  /** What is being typed; null once the filter has it. */
  const [draft, setDraft] = useState<string | null>(null)
  const change = (part: Partial<PairFilter>): void => void pairs.filterBy({ ...pairs.filter, ...part })
  useEffect(() => {
    application.focusSearch = () => field.current?.select()
  }, [application])
  const { filter } = pairs
  const text = draft ?? filter.search
  const problem = filter.regularExpression ? patternProblem(text) : null
  useEffect(() => {
    if (draft === null || problem !== null) return
    const timer = setTimeout(() => {
      setDraft(null)
      void pairs.filterBy({ ...pairs.filter, search: draft })
    }, typingPause)
    return () => clearTimeout(timer)
  }, [pairs, draft, problem])
  const filtered = filter.search !== '' || filter.side !== 'either'
  return (
    <div className="toolbar" role="toolbar" aria-label="Pairs">
      <input
        ref={field}
        type="search"
        value={text}
        placeholder="Filter functions, files  /"
        aria-label="Filter pairs by function or file"
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            setDraft('')
            application.grid.handle?.focus()
          }
        }}
      />
      <button type="button" className="plain" aria-pressed={filter.regularExpression} title="Regular expression" onClick={() => change({ regularExpression: !filter.regularExpression })}>.*</button>
      <select aria-label="Side the filter looks at" value={filter.side} onChange={(event) => change({ side: event.target.value as PairFilter['side'] })}>
        <option value="either">either side</option>
        <option value="source">earlier access</option>
        <option value="target">later access</option>
      </select>
      <label><input type="checkbox" checked={!filter.wastefulOnly} onChange={(event) => change({ wastefulOnly: !event.target.checked })} /> also pairs of use</label>
      {filtered && pairs.totalCount !== null ? (
        <span className="chip">
          {countText(pairs.pager.rowCount)} of {countText(pairs.totalCount)}
          <button type="button" className="plain" aria-label="Clear the filter" onClick={() => change({ ...noPairFilter, wastefulOnly: filter.wastefulOnly })}>✕</button>
        </span>
      ) : null}
      <span className="toolbar-space" />
      <ColumnMenu gridId={gridId} columns={columns} />
    </div>
  )
}
