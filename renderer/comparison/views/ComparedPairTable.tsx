import { ContextMenu } from 'radix-ui'
import { useCallback, useMemo } from 'react'
import type { ComparedPairColumn, ComparedPairRow } from '../../../shared/comparison.ts'
import { useApplication } from '../../application/context.ts'
import { CommandMenu } from '../../commands/CommandMenu.tsx'
import { mostCharacters } from '../../components/FittingName.tsx'
import { namesApart, type NamesApart } from '../../components/names_apart.ts'
import { Grid } from '../../grid/Grid.tsx'
import { useRows } from '../../grid/use_rows.ts'
import { comparedBasis } from '../../tools/evidence.ts'
import { toolWords } from '../../tools/tools.ts'
import { nextSort, shownSort } from '../change_sort.ts'
import { comparedPairColumns } from './compared_pair_columns.tsx'
import { ComparedPairToolbar } from './ComparedPairToolbar.tsx'
import { useComparison } from '../use_comparison.ts'

const rowKey = (row: ComparedPairRow): string => String(row.pair)
const accessesApart = (rows: readonly ComparedPairRow[]): NamesApart =>
  namesApart(
    rows.flatMap(({ source, target }) => [source.function, target.function]),
    mostCharacters,
  )
const rowClass = (row: ComparedPairRow): string => (row.status === 'unchanged' ? 'compared-unchanged' : '')

/** The pairs of both runs: which are new, gone, moved, changed. */
export function ComparedPairTable() {
  const application = useApplication()
  const summary = useComparison((open) => open.summary)
  const { comparison, unit } = summary
  const tool = useComparison((open) => open.tool)
  const pairs = useComparison((open) => open.pairs)
  const totals = useComparison((open) => open.summary.totals[open.normalisation]?.[open.tool])
  useRows(pairs.pager)
  const columns = useMemo(() => comparedPairColumns(tool, unit, totals, comparedBasis(summary, totals)), [tool, unit, totals, summary])
  const onSelect = useCallback((index: number, row?: ComparedPairRow) => void pairs.select(index, row), [pairs])
  const gridId = `compared-pairs-${tool}`
  const { search, status, direction } = pairs.filter
  const filtered = search !== '' || status !== null || direction !== 'all' || pairs.filter.wastefulOnly
  return (
    <div className="view">
      <ComparedPairToolbar key={`${comparison}-${tool}`} pairs={pairs} tool={tool} totals={totals} columns={columns} gridId={gridId} />
      <ContextMenu.Root modal={false}>
        <ContextMenu.Trigger asChild>
          <div className="view-body">
            <Grid<ComparedPairRow>
              key={`${comparison}-${tool}`}
              id={gridId}
              label="Pairs of both runs"
              source={pairs.pager}
              columns={columns}
              sort={shownSort(pairs.sort, 'wasteChange')}
              onSort={({ column, descending }) =>
                void pairs.sortBy(nextSort({ column: column as ComparedPairColumn, descending }, pairs.sort, 'wasteChange') as typeof pairs.sort)
              }
              selectedIndex={pairs.selectedIndex}
              onSelect={onSelect}
              onActivate={() => application.runCommand('pair.source')}
              onContextMenu={onSelect}
              rowKey={rowKey}
              namesApart={accessesApart}
              rowClass={rowClass}
              empty={
                filtered ? (
                  <div className="state">
                    <span>The filter lets no pair of {toolWords[tool].name} through.</span>
                    <button type="button" className="action" onClick={() => void pairs.filterBy({ ...pairs.noFilter, wastefulOnly: false })}>
                      Show all pairs
                    </button>
                  </div>
                ) : (
                  <div className="state">Neither run has pairs of {toolWords[tool].name}.</div>
                )
              }
            />
          </div>
        </ContextMenu.Trigger>
        <CommandMenu menu="compared-pairs" />
      </ContextMenu.Root>
    </div>
  )
}
