import { Popover } from 'radix-ui'
import { lazyPart } from '../components/loading/lazy_part.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Suspense } from 'react'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { profileStem } from '../format/paths.ts'
import type { GridColumn } from '../grid/columns.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import { TreeSearch } from './TreeSearch.tsx'
import { TreeShapeMenu } from './TreeShapeMenu.tsx'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { TakeTable } from '../tables/TakeTable.tsx'
import type { TreeModel } from './tree_model.ts'

const FormulaForm = lazyPart(async () => ({ default: (await import('./FormulaForm.tsx')).FormulaForm }))

/** Search with its matches, the ways into a subtree, the view options, and the choice of columns. */
export function TreeToolbar({ tree, columns, gridId }: { tree: TreeModel; columns: Array<GridColumn<TreeRow>>; gridId: string }) {
  const application = useApplication()
  const summary = useProfile((profile) => profile.summary)
  return (
    <div className="toolbar" role="toolbar" aria-label="Tree">
      <TreeSearch tree={tree} />
      <span className="toolbar-space" />
      <button type="button" className="plain" title="Show the selected row's subtree alone (f)" onClick={() => application.runCommand('tree.focus')}>
        Focus on selection
      </button>
      {tree.hasWaste ? (
        <button
          type="button"
          className="plain"
          title="Follow the child with the most waste, and its pair to the other side (h)"
          onClick={() => application.runCommand('tree.hot-path')}
        >
          hot path ↓
        </button>
      ) : null}
      {tree.kind === 'flat' ? (
        <ExportMenu
          what="the flat profile"
          choices={[
            { title: 'Save as CSV', run: () => application.runCommand('export.flat') },
            { title: 'Copy as Markdown', run: () => application.runCommand('copy-table.flat') },
          ]}
        />
      ) : (
        <TakeTable
          name="the rows of the tree"
          fileName={`${profileStem(summary.path)}-${tree.kind}`}
          rows={async () => (await import('./tree_table.ts')).treeTable(tree, summary.run.unit)}
        />
      )}
      <TreeShapeMenu hasWaste={tree.hasWaste} />
      {tree.hasWaste ? <FormulaEditor /> : null}
      <ColumnMenu gridId={gridId} columns={columns} />
    </div>
  )
}

/** Columns by formula. */
function FormulaEditor() {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="plain" title="Columns by formula">
          formula ƒ
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu formula-editor" align="end" collisionPadding={8} aria-label="Columns by formula">
          <Suspense fallback={<Waiting part inline />}>
            <FormulaForm />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
