import { useApplication } from '../application/context.ts'
import { SearchField } from '../components/SearchField.tsx'
import { countText } from '../format/quantities.ts'
import type { TreeModel } from './tree_model.ts'

/** Searches a tree; while it does, says how many rows match and goes from one to the next. */
export function TreeSearch({ tree }: { tree: TreeModel }) {
  const application = useApplication()
  const { search } = tree
  return (
    <>
      <SearchField
        text={search?.text ?? ''}
        regularExpression={search?.regularExpression ?? false}
        placeholder="Search functions, files  /"
        label="Search functions, files and lines"
        onSearch={async ({ text, regularExpression }) => {
          await tree.searchFor(text, regularExpression)
          // A match is shown at once.
          if (text !== '' && tree.search !== null && tree.search.matchCount > 0 && tree.selectedRow?.matched !== true)
            await tree.findMatch(1, () => void tree.findMatch(-1))
        }}
        onEnter={(backwards) => application.runCommand(backwards ? 'tree.previous-match' : 'tree.next-match')}
      />
      {search === null || search.text === '' ? null : (
        <>
          <span className="match-count" role="status">
            {countText(search.matchCount)} {search.matchCount === 1 ? 'match' : 'matches'}
          </span>
          <button type="button" className="plain" title="Previous match (N)" onClick={() => application.runCommand('tree.previous-match')}>
            ↑ previous
          </button>
          <button type="button" className="plain" title="Next match (n)" onClick={() => application.runCommand('tree.next-match')}>
            ↓ next
          </button>
        </>
      )}
    </>
  )
}
