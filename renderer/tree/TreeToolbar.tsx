import type { TreeRow } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import { SearchField } from '../components/SearchField.tsx'
import { countText } from '../format/quantities.ts'
import type { GridColumn } from '../grid/columns.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import { FormulaEditor } from './FormulaEditor.tsx'
import { TreeShapeMenu } from './TreeShapeMenu.tsx'
import type { TreeModel } from './tree_model.ts'

/** Search with its matches, the ways into a subtree, what the tree shows, and the choice of columns. */
export function TreeToolbar({ tree, columns, gridId }: { tree: TreeModel; columns: Array<GridColumn<TreeRow>>; gridId: string }) {
  const application = useApplication()
  const { search } = tree
  return (
    <div className="toolbar" role="toolbar" aria-label="Tree">
      <SearchField
        text={search?.text ?? ''}
        regularExpression={search?.regularExpression ?? false}
        placeholder="Search functions, files  /"
        label="Search functions, files and lines"
        onSearch={({ text, regularExpression }) => void tree.searchFor(text, regularExpression)}
        onEnter={(backwards) => application.runCommand(backwards ? 'tree.previous-match' : 'tree.next-match')}
      />
      {search === null || search.text === '' ? null : (
        <>
          <span className="chip">
            {countText(search.matchCount)} {search.matchCount === 1 ? 'match' : 'matches'}
            <button type="button" className="plain" aria-label="End the search" onClick={() => void tree.searchFor('', search.regularExpression)}>✕</button>
          </span>
          <button type="button" className="plain" title="Previous match (N)" onClick={() => application.runCommand('tree.previous-match')}>↑ previous</button>
          <button type="button" className="plain" title="Next match (n)" onClick={() => application.runCommand('tree.next-match')}>↓ next</button>
        </>
      )}
      <span className="toolbar-space" />
      <button type="button" className="plain" title="Show the selected row's subtree alone (f)" onClick={() => application.runCommand('tree.focus')}>focus ⤢</button>
      {tree.hasWaste ? <button type="button" className="plain" title="Follow the child with the most waste, and its pair to the other side (h)" onClick={() => application.runCommand('tree.hot-path')}>hot path ↓</button> : null}
      {tree.kind === 'flat' ? (
        <>
          <button type="button" className="plain" title="Save the flat profile as CSV" onClick={() => application.runCommand('export.flat')}>CSV</button>
          <button type="button" className="plain" title="Copy the flat profile as a Markdown table" onClick={() => application.runCommand('copy-table.flat')}>Markdown</button>
        </>
      ) : null}
      <TreeShapeMenu hasWaste={tree.hasWaste} />
      {tree.hasWaste ? <FormulaEditor /> : null}
      <ColumnMenu gridId={gridId} columns={columns} />
    </div>
  )
}
