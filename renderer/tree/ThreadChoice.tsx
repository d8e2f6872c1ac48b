import { Dialog } from 'radix-ui'
import { useMemo, useState } from 'react'
import { report } from '../application/application.ts'
import { useApplication, useAppState, useProfile } from '../application/context.ts'
import { reshapeTrees } from '../application/profiles.ts'
import { countedText, countText } from '../format/quantities.ts'
import { threadNames } from '../threads/thread_names.ts'
import './thread_choice.css'

/** So many are listed at once; the search finds the others. */
const mostListed = 200

/** The choice of the trees' threads, where there are too many for a menu: found by name, number or rank. */
export function ThreadChoice() {
  const isOpen = useAppState((state) => state.profile !== null)
  return isOpen ? <Choice /> : null
}

function Choice() {
  const application = useApplication()
  const threads = useProfile((profile) => profile.summary.threads)
  const shown = useProfile((profile) => profile.shape.threads)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(shown ?? []))
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const names = useMemo(() => threadNames(threads), [threads])
  const found = [...threads.keys()].filter((index) => `${names[index]} ${threads[index]!.thread}`.toLowerCase().includes(wanted))
  const close = (): void => application.store.setState({ overlay: null })
  function change(indices: number[], isChosen: boolean): void {
    const changed = new Set(chosen)
    for (const index of indices) {
      if (isChosen) changed.add(index)
      else changed.delete(index)
    }
    setChosen(changed)
  }
  function show(): void {
    close()
    const isAll = chosen.size === 0 || chosen.size === threads.length
    void reshapeTrees(application, { threads: isAll ? null : [...chosen].sort((a, b) => a - b) }).catch((error) => report(application, error))
  }
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title className="dialog-title">Threads in the trees</Dialog.Title>
          <div className="thread-search">
            <input
              type="search"
              value={search}
              placeholder="Search by name, number, thread id or rank"
              aria-label="Search the threads"
              onChange={(event) => setSearch(event.target.value)}
            />
            <button type="button" className="plain" disabled={found.length === 0} onClick={() => change(found, true)}>
              Choose the {countText(found.length)} found
            </button>
            <button type="button" className="plain" disabled={chosen.size === 0} onClick={() => setChosen(new Set())}>
              Choose none
            </button>
          </div>
          <div className="dialog-body" role="region" aria-label="Threads" tabIndex={0}>
            <ul className="thread-list">
              {found.slice(0, mostListed).map((index) => (
                <li key={index}>
                  <label title={`thread id ${threads[index]!.thread}, process ${threads[index]!.process}`}>
                    <input type="checkbox" checked={chosen.has(index)} onChange={(event) => change([index], event.target.checked)} />
                    {names[index]}
                  </label>
                </li>
              ))}
            </ul>
            {found.length === 0 ? <p>No thread fits.</p> : null}
            {found.length > mostListed ? <p>{countText(found.length - mostListed)} more; search to see them.</p> : null}
          </div>
          <div className="dialog-foot">
            <span className="dim" role="status">
              {chosen.size === 0 ? 'all threads' : `${countText(chosen.size)} of ${countedText(threads.length, 'thread')}`}
            </span>
            <span className="toolbar-space" />
            <button type="button" className="action" onClick={show}>
              Show them
            </button>
            <Dialog.Close className="action">Cancel</Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
