import { useCallback } from 'react'
import type { PairGroup, PairGroupColumn } from '../../shared/rpc/pairs.ts'
import { useProfile } from '../application/context.ts'
import type { GridColumn } from '../grid/columns.ts'
import { Grid } from '../grid/Grid.tsx'
import { isFew } from '../tools/evidence.ts'
import { groupsApart } from './pair_group_columns.tsx'
import type { PairModel } from './pair_model.ts'

const rowKey = (group: PairGroup): string => group.key

interface PairGroupTableProps {
  pairs: PairModel
  columns: Array<GridColumn<PairGroup>>
  gridId: string
}

/** Pairs that stand together, one row per group; a double click or Enter lists the pairs of one. */
export function PairGroupTable({ pairs, columns, gridId }: PairGroupTableProps) {
  const { run } = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const { groups } = pairs
  const rowClass = useCallback((group: PairGroup): string => (isFew(run, group.traps) ? 'few-traps' : ''), [run])
  const { by } = groups
  const apart = useCallback((rows: readonly PairGroup[]) => groupsApart(rows, by), [by])
  return (
    <Grid<PairGroup>
      key={`${tool}-${groups.by}`}
      id={gridId}
      label="Groups of pairs"
      source={groups.pager}
      columns={columns}
      sort={groups.sort}
      onSort={({ column, descending }) => void groups.sortBy({ column: column as PairGroupColumn, descending })}
      selectedIndex={groups.selectedIndex}
      onSelect={(index, group) => void groups.select(index, group)}
      onActivate={(_, group) => void pairs.openGroup(group)}
      rowKey={rowKey}
      namesApart={apart}
      rowClass={rowClass}
      empty={<div className="state">No pair matches the filter.</div>}
    />
  )
}
