import type { ComparedPair, ComparedPairFilter, ComparedTotals, Direction } from '../../../shared/comparison.ts'
import type { Tool } from '../../../shared/run.ts'
import { useApplication } from '../../application/context.ts'
import { SearchField } from '../../components/SearchField.tsx'
import { Switch } from '../../components/Switch.tsx'
import { countText } from '../../format/quantities.ts'
import { ColumnMenu } from '../../grid/ColumnMenu.tsx'
import type { GridColumn } from '../../grid/columns.ts'
import { isNeutral } from '../../tools/tools.ts'
import { statusWords } from './compared_pair_columns.tsx'
import { ExportMenu } from '../../components/ExportMenu.tsx'
import type { ComparedPairs } from '../open_comparison.ts'

type StatusChoice = 'all' | NonNullable<ComparedPairFilter['status']>
const statuses: StatusChoice[] = ['all', 'new', 'gone', 'changed', 'moved', 'unchanged']
const directions: Record<Direction, string> = { all: 'all', wins: '▾ wins', losses: '▴ losses' }
const directionTitles: Record<Direction, string> = {
  all: 'Wins and losses',
  wins: 'Less waste in the new run, beyond the noise',
  losses: 'More waste in the new run, beyond the noise',
}

interface ComparedPairToolbarProps {
  pairs: ComparedPairs
  tool: Tool
  totals: ComparedTotals | undefined
  columns: Array<GridColumn<ComparedPair>>
  gridId: string
}

/** Filters of the pairs, their number by status, and the ways to export them. */
export function ComparedPairToolbar({ pairs, tool, totals, columns, gridId }: ComparedPairToolbarProps) {
  const application = useApplication()
  const { filter } = pairs
  const change = (part: Partial<ComparedPairFilter>): void => void pairs.filterBy(part)
  const counted = (status: StatusChoice): string => (status === 'all' || totals === undefined ? status : `${status} ${countText(totals.pairs[status])}`)
  const described = (status: StatusChoice): string =>
    status === 'all'
      ? 'Every pair'
      : status === 'moved'
        ? 'Pairs that moved to another place; they are also in the other groups'
        : statusWords[status].description
  const words = (of: (status: StatusChoice) => string): Record<StatusChoice, string> =>
    Object.fromEntries(statuses.map((status) => [status, of(status)])) as Record<StatusChoice, string>
  return (
    <div className="toolbar" role="toolbar" aria-label="Pairs of both runs">
      <SearchField
        text={filter.search}
        regularExpression={filter.regularExpression}
        placeholder="Filter functions, files  /"
        label="Filter pairs by function, file or object"
        onSearch={({ text, regularExpression }) => change({ search: text, regularExpression })}
      />
      <Switch
        label="Status"
        value={filter.status ?? 'all'}
        options={words(counted)}
        titles={words(described)}
        onChange={(status) => change({ status: status === 'all' ? null : status })}
      />
      <Switch label="Direction" value={filter.direction} options={directions} titles={directionTitles} onChange={(direction) => change({ direction })} />
      {isNeutral(tool) ? null : (
        <label>
          <input type="checkbox" checked={!filter.wastefulOnly} onChange={(event) => change({ wastefulOnly: !event.target.checked })} /> also use
        </label>
      )}
      {filter.search === '' && filter.status === null && filter.direction === 'all' ? null : (
        <span className="chip">
          {countText(pairs.pager.rowCount)} shown
          <button
            type="button"
            className="plain"
            aria-label="Clear the filter"
            onClick={() => change({ ...pairs.noFilter, wastefulOnly: filter.wastefulOnly })}
          >
            ✕
          </button>
        </span>
      )}
      <span className="toolbar-group">
        <ExportMenu
          what="the pairs that are shown"
          choices={[
            { title: 'Save as CSV', run: () => application.runCommand('export.pairs') },
            { title: 'Copy as Markdown', run: () => application.runCommand('compare.copy-pairs') },
          ]}
        />
        <ColumnMenu gridId={gridId} columns={columns} />
      </span>
    </div>
  )
}
