import type { TreeModel } from './tree_model.ts'

/** Where in the tree one is, with the way back; nothing where all of it is shown. */
export function TreeState({ tree }: { tree: TreeModel }) {
  const { focusPath } = tree
  if (focusPath.length === 0) return null
  return (
    <div className="tree-state" role="status" aria-label="State of this tree">
      <nav className="tree-breadcrumb" aria-label="Subtrees shown alone">
        <button type="button" className="plain" title="Show the whole tree again (F)" onClick={() => void tree.unfocus(0)}>
          whole program
        </button>
        {focusPath.map((label, depth) => (
          <span key={depth}>
            <span className="dim" aria-hidden>
              ▸{' '}
            </span>
            <button type="button" className="plain" aria-current={depth === focusPath.length - 1} onClick={() => void tree.unfocus(depth + 1)}>
              {label}
            </button>
          </span>
        ))}
        <button
          type="button"
          className="plain"
          aria-label="Show the whole tree again"
          title="Show the whole tree again (F)"
          onClick={() => void tree.unfocus(0)}
        >
          ✕
        </button>
      </nav>
    </div>
  )
}
