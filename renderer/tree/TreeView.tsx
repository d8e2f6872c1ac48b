import { ContextMenu } from 'radix-ui'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Suspense, useCallback, useMemo } from 'react'
import type { TreeKind, TreeRow } from '../../shared/rpc/trees.ts'
import { useApplication, usePreference, useProfile } from '../application/context.ts'
import { CommandMenu } from '../commands/CommandMenu.tsx'
import { searchPattern } from '../components/pattern.ts'
import { Grid } from '../grid/Grid.tsx'
import type { GridHierarchy } from '../grid/hierarchy.ts'
import { useRows } from '../grid/use_rows.ts'
import { nothingText } from '../profile/nothing_text.ts'
import { isFew } from '../tools/evidence.ts'
import { isNeutral } from '../tools/tools.ts'
import { sortOfColumn, sortedColumnId } from './tool_columns.tsx'
import { treeColumns, treeScale } from './tree_columns.tsx'
import { isCharged } from './tree_shape.ts'
import { functionsApart } from './TreeLabel.tsx'
import { TreeState } from './TreeState.tsx'
import { TreeToolbar } from './TreeToolbar.tsx'
import './tree.css'

const EmptyProfile = lazyPart(async () => ({ default: (await import('../profile/EmptyProfile.tsx')).EmptyProfile }))

const rowKey = (row: TreeRow): string => row.key

export function TreeView({ kind }: { kind: TreeKind }) {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const tree = useProfile((profile) => profile.trees[kind])
  const charged = useProfile((profile) => isCharged(profile.shape))
  const ofThreads = useProfile((profile) => profile.shape.threads !== null)
  useRows(tree.pager)
  const gridId = isNeutral(tool) ? 'tree-neutral' : 'tree'
  const { search } = tree
  const nothing = nothingText(summary, tool)
  const formulas = usePreference((preferences) => preferences.formulas)
  const shareOf = usePreference((preferences) => preferences.shareOf)
  const columns = useMemo(
    () =>
      treeColumns(
        treeScale(summary, tool, charged, ofThreads, kind, shareOf),
        formulas,
        search === null || search.text === '' ? null : searchPattern(search.text, search.regularExpression),
      ),
    [summary, tool, charged, ofThreads, kind, shareOf, formulas, search],
  )
  const rowClass = useCallback(
    (row: TreeRow): string => `${row.link === null ? `tree-${row.kind}` : 'tree-link'} ${isFew(summary.run, row.metrics.traps) ? 'few-traps' : ''}`,
    [summary],
  )
  const hierarchy = useMemo<GridHierarchy<TreeRow>>(
    () => ({
      level: (row) => row.depth,
      expandable: (row) => row.expandable,
      expanded: (row) => row.expanded,
      onToggle: (index) => void tree.toggle(index),
    }),
    [tree],
  )
  const onSelect = useCallback((index: number, row?: TreeRow) => void tree.select(index, row), [tree])
  const onMove = useCallback((by: number | 'first' | 'last') => tree.moveLater(by), [tree])
  return (
    <div className="view">
      <TreeToolbar key={`${summary.profile}-${tool}-${kind}`} tree={tree} columns={columns} gridId={gridId} />
      <TreeState tree={tree} />
      {nothing === null || !kind.startsWith('top') ? null : (
        <p className="tree-nothing" role="status">
          {nothing}
        </p>
      )}
      <ContextMenu.Root modal={false}>
        <ContextMenu.Trigger asChild>
          <div className="view-body">
            <Grid<TreeRow>
              key={`${summary.profile}-${tool}-${kind}`}
              id={gridId}
              label={`Calling contexts, ${kind}`}
              source={tree.pager}
              columns={columns}
              sort={{ column: sortedColumnId(tree.sort), descending: tree.sort.descending }}
              onSort={({ column, descending }) => void tree.sortBy(sortOfColumn(column, descending))}
              selectedIndex={tree.selectedIndex}
              onSelect={onSelect}
              onMove={onMove}
              onActivate={() => application.runCommand('pair.source')}
              onContextMenu={onSelect}
              rowKey={rowKey}
              namesApart={functionsApart}
              rowClass={rowClass}
              hierarchy={hierarchy}
              empty={
                <Suspense fallback={<Waiting part inline />}>
                  <EmptyProfile summary={summary} tool={tool} />
                </Suspense>
              }
            />
          </div>
        </ContextMenu.Trigger>
        <CommandMenu menu="tree" />
      </ContextMenu.Root>
    </div>
  )
}
