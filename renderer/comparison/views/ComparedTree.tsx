import { ContextMenu } from 'radix-ui'
import { useCallback, useMemo } from 'react'
import type { TreeKind, TreeRow } from '../../../shared/rpc/trees.ts'
import { useApplication } from '../../application/context.ts'
import { CommandMenu } from '../../commands/CommandMenu.tsx'
import { searchPattern } from '../../components/pattern.ts'
import { Grid } from '../../grid/Grid.tsx'
import type { GridHierarchy } from '../../grid/hierarchy.ts'
import { useRows } from '../../grid/use_rows.ts'
import { comparedBasis } from '../../tools/evidence.ts'
import { isNeutral, toolWords } from '../../tools/tools.ts'
import { functionsApart } from '../../tree/TreeLabel.tsx'
import { ComparedTreeToolbar } from './ComparedTreeToolbar.tsx'
import { comparedTreeColumns, nextTreeSort, shownTreeSort } from './compared_tree_columns.tsx'
import { useComparison } from '../use_comparison.ts'
import '../../tree/tree.css'

const rowKey = (row: TreeRow): string => row.key
const rowClass = (row: TreeRow): string => `tree-${row.kind} ${row.compared?.only === 'old' ? 'only-old' : ''}`

/** Both runs' contexts as one tree: old, new and the difference in every row. */
export function ComparedTree({ kind }: { kind: TreeKind }) {
  const application = useApplication()
  const summary = useComparison((open) => open.summary)
  const { comparison, unit } = summary
  const tool = useComparison((open) => open.tool)
  const tree = useComparison((open) => open.trees[kind])
  const totals = useComparison((open) => open.summary.totals[open.normalisation]?.[open.tool])
  useRows(tree.pager)
  const { search } = tree
  const own = kind !== 'top-down'
  const columns = useMemo(
    () =>
      comparedTreeColumns(
        tool,
        own,
        unit,
        totals,
        summary.spent,
        comparedBasis(summary, totals),
        search === null || search.text === '' ? null : searchPattern(search.text, search.regularExpression),
      ),
    [tool, own, unit, totals, summary, search],
  )
  const hierarchy = useMemo<GridHierarchy<TreeRow>>(
    () => ({ level: (row) => row.depth, expandable: (row) => row.expandable, expanded: (row) => row.expanded, onToggle: (index) => void tree.toggle(index) }),
    [tree],
  )
  const onSelect = useCallback((index: number, row?: TreeRow) => void tree.select(index, row), [tree])
  const onMove = useCallback((by: number | 'first' | 'last') => tree.moveLater(by), [tree])
  const gridId = isNeutral(tool) ? 'compared-tree-neutral' : own ? 'compared-tree-own' : 'compared-tree'
  const identity = `${comparison}-${tool}-${kind}`
  return (
    <div className="view">
      <ComparedTreeToolbar key={identity} tree={tree} columns={columns} gridId={gridId} />
      <ContextMenu.Root modal={false}>
        <ContextMenu.Trigger asChild>
          <div className="view-body">
            <Grid<TreeRow>
              key={identity}
              id={gridId}
              label={`Calling contexts of both runs, ${kind}`}
              source={tree.pager}
              columns={columns}
              sort={shownTreeSort(tree.sort)}
              onSort={(clicked) => void tree.sortBy(nextTreeSort(clicked, tree.sort))}
              selectedIndex={tree.selectedIndex}
              onSelect={onSelect}
              onMove={onMove}
              onActivate={() => application.runCommand('pair.source')}
              onContextMenu={onSelect}
              rowKey={rowKey}
              namesApart={functionsApart}
              rowClass={rowClass}
              hierarchy={hierarchy}
              empty={<div className="state">Neither run saw anything of {toolWords[tool].name}.</div>}
            />
          </div>
        </ContextMenu.Trigger>
        <CommandMenu menu="compared-tree" />
      </ContextMenu.Root>
    </div>
  )
}
