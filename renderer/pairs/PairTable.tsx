import { ContextMenu } from 'radix-ui'
import { useCallback, useMemo } from 'react'
import { measuredPart } from '../../shared/outcome.ts'
import type { PairColumn, PairRow } from '../../shared/rpc/pairs.ts'
import { useApplication, useCaches, useProfile } from '../application/context.ts'
import { CommandMenu } from '../commands/CommandMenu.tsx'
import { countText } from '../format/quantities.ts'
import { mostCharacters } from '../components/FittingName.tsx'
import { namesApart, type NamesApart } from '../components/names_apart.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import { Grid } from '../grid/Grid.tsx'
import { useRows } from '../grid/use_rows.ts'
import { EmptyProfile } from '../profile/EmptyProfile.tsx'
import { useWasteWhole } from '../tools/use_waste_whole.ts'
import { pairColumns } from './pair_columns.tsx'
import { useGroupColumns } from './pair_group_columns.tsx'
import { PairGroupTable } from './PairGroupTable.tsx'
import { PairToolbar } from './PairToolbar.tsx'

const rowKey = (row: PairRow): string => String(row.pair)
const accessesApart = (rows: readonly PairRow[]): NamesApart =>
  namesApart(
    rows.flatMap(({ sourceFunction, targetFunction }) => [sourceFunction, targetFunction]),
    mostCharacters,
  )
const rowClass = (row: PairRow): string =>
  `${row.fewSamples ? 'few-traps' : ''} ${row.note?.status === 'fixed' || row.note?.status === 'ignored' ? 'pair-settled' : ''}`

export function PairTable() {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const pairs = useProfile((profile) => profile.pairs)
  const caches = useCaches()
  useRows(pairs.pager)
  const { wastefulOnly } = pairs.filter
  const whole = useWasteWhole()
  const columns = useMemo(
    () => pairColumns(tool, summary.run, summary.totals[tool], caches, wastefulOnly, measuredPart(summary, tool), whole),
    [whole, tool, summary, caches, wastefulOnly],
  )
  const groupColumns = useGroupColumns(pairs)
  const onSelect = useCallback((index: number, row?: PairRow) => void pairs.select(index, row), [pairs])
  const gridId = `pairs-${tool}`
  const groupGridId = `pair-groups-${pairs.groups.by}`
  const hidden = (pairs.totalCount ?? 0) - pairs.pager.rowCount
  return (
    <div className="view">
      <PairToolbar key={gridId} pairs={pairs}>
        {pairs.grouped ? <ColumnMenu gridId={groupGridId} columns={groupColumns} /> : <ColumnMenu gridId={gridId} columns={columns} />}
      </PairToolbar>
      <ContextMenu.Root modal={false}>
        <ContextMenu.Trigger asChild>
          <div className="view-body">
            {pairs.grouped ? (
              <PairGroupTable pairs={pairs} columns={groupColumns} gridId={groupGridId} />
            ) : (
              <Grid<PairRow>
                key={`${summary.profile}-${tool}`}
                id={gridId}
                label="Pairs of accesses"
                source={pairs.pager}
                columns={columns}
                sort={pairs.sort}
                onSort={({ column, descending }) => void pairs.sortBy({ column: column as PairColumn, descending })}
                selectedIndex={pairs.selectedIndex}
                onSelect={onSelect}
                onActivate={() => application.runCommand('pair.source')}
                onContextMenu={onSelect}
                rowKey={rowKey}
                namesApart={accessesApart}
                rowClass={rowClass}
                empty={
                  hidden > 0 ? (
                    <div className="state">
                      <span>{countText(hidden)} pairs are there, but the filter lets none through.</span>
                      <button type="button" className="action" onClick={() => void pairs.filterBy({ ...pairs.noFilter, wastefulOnly: false })}>
                        Show all pairs
                      </button>
                    </div>
                  ) : (
                    <EmptyProfile summary={summary} tool={tool} />
                  )
                }
              />
            )}
          </div>
        </ContextMenu.Trigger>
        <CommandMenu menu="pairs" />
      </ContextMenu.Root>
    </div>
  )
}
