import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { reshapeTrees } from '../application/profiles.ts'
import type { ChosenShape } from '../application/state.ts'
import { countText } from '../format/quantities.ts'
import type { TreeModel } from './tree_model.ts'
import { blameWords, threadText, transformWords } from './tree_shape.ts'

/** Where in the tree one is, and what changes the meaning of its numbers, each with the way back; nothing in the plain tree. */
export function TreeState({ tree }: { tree: TreeModel }) {
  const application = useApplication()
  const shape = useProfile((profile) => profile.shape)
  const threads = useProfile((profile) => profile.summary.threads)
  const { transforms, blame, threads: chosen } = shape
  const { focusPath } = tree
  const change = (part: Partial<ChosenShape>): void => void reshapeTrees(application, part).catch((error) => report(application, error))
  if (focusPath.length === 0 && transforms.length === 0 && blame === 'earlier' && chosen === null) return null
  const names = chosen?.flatMap((index) => threads[index] ?? []).map(threadText) ?? []
  return (
    <div className="tree-state" role="status" aria-label="What this tree shows">
      {focusPath.length === 0 ? null : (
        <nav className="tree-breadcrumb" aria-label="Subtrees shown alone">
          <button type="button" className="plain" title="Show the whole tree again (F)" onClick={() => void tree.unfocus(0)}>whole program</button>
          {focusPath.map((label, depth) => (
            <span key={depth}>
              <span className="dim" aria-hidden>▸ </span>
              <button type="button" className="plain" aria-current={depth === focusPath.length - 1} onClick={() => void tree.unfocus(depth + 1)}>{label}</button>
            </span>
          ))}
          <button type="button" className="plain" aria-label="Show the whole tree again" title="Show the whole tree again (F)" onClick={() => void tree.unfocus(0)}>✕</button>
        </nav>
      )}
      {blame === 'earlier' ? null : <Chip text={`waste charged to ${blameWords[blame].title}`} title={blameWords[blame].description} remove="Charge the earlier access again" onRemove={() => change({ blame: 'earlier' })} />}
      {chosen === null ? null : (
        <Chip text={names.length === 1 ? `only thread ${names.join()}` : `${countText(names.length)} of ${countText(threads.length)} threads`} title={names.join('\n')} remove="Count all threads again" onRemove={() => change({ threads: null })} />
      )}
      {transforms.map((transform, index) => (
        <Chip
          key={`${transform.kind} ${transform.name}`} text={transformWords[transform.kind].chip(transform.name)} title={`${transform.name}\n${transformWords[transform.kind].description}`}
          remove={`Undo: ${transformWords[transform.kind].chip(transform.name)}`} onRemove={() => change({ transforms: transforms.toSpliced(index, 1) })}
        />
      ))}
    </div>
  )
}

function Chip({ text, title, remove, onRemove }: { text: string; title: string; remove: string; onRemove(): void }) {
  return (
    <span className="chip" title={title}>
      {text}
      <button type="button" className="plain" aria-label={remove} title={remove} onClick={onRemove}>✕</button>
    </span>
  )
}
