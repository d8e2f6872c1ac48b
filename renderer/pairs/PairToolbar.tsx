import type { PairFilter, PairRow } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { SearchField } from '../components/SearchField.tsx'
import { countText } from '../format/quantities.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import type { GridColumn } from '../grid/columns.ts'
import type { PairModel } from './pair_model.ts'

/** The filter of the pair table, what it hides, and the choice of columns. */
export function PairToolbar({ pairs, columns, gridId }: { pairs: PairModel; columns: Array<GridColumn<PairRow>>; gridId: string }) {
  const application = useApplication()
  const { filter } = pairs
  const change = (part: Partial<PairFilter>): void => void pairs.filterBy({ ...pairs.filter, ...part })
  const filtered = filter.search !== '' || filter.side !== 'either'
  return (
    <div className="toolbar" role="toolbar" aria-label="Pairs">
      <SearchField
        text={filter.search}
        regularExpression={filter.regularExpression}
        placeholder="Filter functions, files  /"
        label="Filter pairs by function or file"
        onSearch={({ text, regularExpression }) => change({ search: text, regularExpression })}
      />
      <select aria-label="Side the filter looks at" value={filter.side} onChange={(event) => change({ side: event.target.value as PairFilter['side'] })}>
        <option value="either">either side</option>
        <option value="source">earlier access</option>
        <option value="target">later access</option>
      </select>
      {pairs.noFilter.wastefulOnly ? (
        <label><input type="checkbox" checked={!filter.wastefulOnly} onChange={(event) => change({ wastefulOnly: !event.target.checked })} /> also pairs of use</label>
      ) : null}
      {filtered && pairs.totalCount !== null ? (
        <span className="chip">
          {countText(pairs.pager.rowCount)} of {countText(pairs.totalCount)}
          <button type="button" className="plain" aria-label="Clear the filter" onClick={() => change({ ...pairs.noFilter, wastefulOnly: filter.wastefulOnly })}>✕</button>
        </span>
      ) : null}
      <span className="toolbar-space" />
      <button type="button" className="plain" title="Save the pairs as CSV" onClick={() => application.runCommand('export.pairs')}>CSV</button>
      <ColumnMenu gridId={gridId} columns={columns} />
    </div>
  )
}
