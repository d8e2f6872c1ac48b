import { useEffect, useRef, useState } from 'react'
import type { TreeRow } from '../../shared/rpc/contract.ts'
import { useApplication } from '../application/context.ts'
import type { GridColumn } from '../grid/columns.ts'
import { ColumnMenu } from '../grid/ColumnMenu.tsx'
import { countText } from '../format/quantities.ts'
import { patternProblem } from './pattern.ts'
import type { TreeModel } from './tree_model.ts'

const typingPause = 150

/** Search with its matches, the focus on a subtree, the hot path, and the choice of columns. */
export function TreeToolbar({ tree, columns, gridId }: { tree: TreeModel; columns: Array<GridColumn<TreeRow>>; gridId: string }) {
  const application = useApplication()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(tree.search?.text ?? '')
  const [regularExpression, setRegularExpression] = useState(tree.search?.regularExpression ?? false)
  useEffect(() => {
    application.focusSearch = () => field.current?.select()
  }, [application])
  const problem = regularExpression ? patternProblem(text) : null
  useEffect(() => {
    if (problem !== null) return
    if ((tree.search?.text ?? '') === text && (tree.search?.regularExpression ?? regularExpression) === regularExpression) return
    const timer = setTimeout(() => void tree.searchFor(text, regularExpression), typingPause)
    return () => clearTimeout(timer)
  }, [tree, text, regularExpression, problem])
  return (
    <div className="toolbar" role="toolbar" aria-label="Tree">
      <input
        ref={field}
        type="search"
        value={text}
        placeholder="Search functions, files  /"
        aria-label="Search functions, files and lines"
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') application.runCommand(event.shiftKey ? 'tree.previous-match' : 'tree.next-match')
          if (event.key === 'Escape') {
            setText('')
            application.grid.handle?.focus()
          }
        }}
      />
      <button type="button" className="plain" aria-pressed={regularExpression} title="Regular expression" onClick={() => setRegularExpression(!regularExpression)}>.*</button>
      {tree.search === null ? null : (
        <>
          <span className="chip">
            {countText(tree.search.matchCount)} {tree.search.matchCount === 1 ? 'match' : 'matches'}
            <button type="button" className="plain" aria-label="End the search" onClick={() => setText('')}>✕</button>
          </span>
          <button type="button" className="plain" title="Previous match (N)" onClick={() => application.runCommand('tree.previous-match')}>↑ previous</button>
          <button type="button" className="plain" title="Next match (n)" onClick={() => application.runCommand('tree.next-match')}>↓ next</button>
        </>
      )}
      {tree.focus === null ? null : (
        <span className="chip">
          only {tree.focus}
          <button type="button" className="plain" aria-label="Show the whole tree again" title="Show the whole tree again (F)" onClick={() => application.runCommand('tree.end-focus')}>✕</button>
        </span>
      )}
      <span className="toolbar-space" />
      <button type="button" className="plain" title="Show the selected row's subtree alone (f)" onClick={() => application.runCommand('tree.focus')}>focus ⤢</button>
      <button type="button" className="plain" title="Follow the child with the most waste (h)" onClick={() => application.runCommand('tree.hot-path')}>hot path ↓</button>
      <ColumnMenu gridId={gridId} columns={columns} />
    </div>
  )
}
