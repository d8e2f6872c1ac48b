import type { TreeRow } from '../../../shared/rpc/trees.ts'
import { useApplication } from '../../application/context.ts'
import type { GridColumn } from '../../grid/columns.ts'
import { ColumnMenu } from '../../grid/ColumnMenu.tsx'
import { TreeSearch } from '../../tree/TreeSearch.tsx'
import { ExportMenu } from '../../components/ExportMenu.tsx'
import type { TreeModel } from '../../tree/tree_model.ts'

/** Search with its matches, the focus on a subtree, and the choice of columns. */
export function ComparedTreeToolbar({ tree, columns, gridId }: { tree: TreeModel; columns: Array<GridColumn<TreeRow>>; gridId: string }) {
  const application = useApplication()
  const { focusPath } = tree
  return (
    <div className="toolbar" role="toolbar" aria-label="Tree">
      <TreeSearch tree={tree} />
      {focusPath.length === 0 ? null : (
        <span className="chip">
          only {focusPath.at(-1)}
          <button
            type="button"
            className="plain"
            aria-label="Show the whole tree again"
            title="Show the whole tree again (F)"
            onClick={() => void tree.unfocus(0)}
          >
            ✕
          </button>
        </span>
      )}
      <span className="toolbar-space" />
      <button type="button" className="plain" title="Show the selected row's subtree alone (f)" onClick={() => application.runCommand('tree.focus')}>
        Focus on selection
      </button>
      {tree.hasWaste ? (
        <button
          type="button"
          className="plain"
          title="Follow the child whose waste differs most between the runs (h)"
          onClick={() => application.runCommand('tree.hot-path')}
        >
          hot path ↓
        </button>
      ) : null}
      <ExportMenu
        what="the functions of both runs"
        choices={[
          { title: 'Save as CSV', run: () => application.runCommand('export.flat') },
          { title: 'Copy as Markdown', run: () => application.runCommand('compare.copy-functions') },
        ]}
      />
      <ColumnMenu gridId={gridId} columns={columns} />
    </div>
  )
}
