import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import type { Result } from '../../shared/rpc/contract.ts'
import type { DirectoryEntry } from '../../shared/rpc/host.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { failureText } from '../application/failure.ts'
import type { FilePurpose, FileQuestion } from '../application/state.ts'
import { Waiting } from '../components/loading/Waiting.tsx'
import { Failure } from '../components/Failure.tsx'
import { directoryName } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'

const titles: Record<FilePurpose, string> = {
  profile: 'Open a profile or validation',
  'compare-with': 'Choose the run to compare with',
  program: 'Choose a program',
  directory: 'Choose a directory',
  'source-folder': 'Choose the folder with the sources',
}

/** Chooses among the host's files, where the host has no dialog of its own. */
export function FileBrowser() {
  const question = useAppState((state) => state.fileQuestion)
  return (
    <Dialog.Root open={question !== null} onOpenChange={(open) => (open ? undefined : question?.answer(null))}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        {question === null ? null : <Browser key={question.purpose + question.startAt} question={question} />}
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Browser({ question }: { question: FileQuestion }) {
  const { client } = useApplication()
  const [path, setPath] = useState(question.startAt)
  const [typed, setTyped] = useState(question.startAt)
  const [listing, setListing] = useState<Result<'host.listDirectory'> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** The path of the host's last answer. Until that is `path`, the list is of a directory that the person has left. */
  const [answered, setAnswered] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const pathField = useRef<HTMLInputElement>(null)
  const typedName = useRef('')
  /** Counts the ways that the person went: answers about an earlier one come too late. */
  const ways = useRef(0)
  const isLeft = answered !== path
  const wantsDirectory = question.purpose === 'directory' || question.purpose === 'source-folder'

  useEffect(() => {
    const controller = new AbortController()
    client.call('host.listDirectory', { path }, { signal: controller.signal }).then(
      (answer) => {
        if (controller.signal.aborted) return
        setListing(answer)
        setAnswered(path)
        // Text typed while the host answers stays.
        setTyped((current) => (current === path ? answer.path : current))
        setFailure(null)
        setChosen(answer.parent === null || answer.entries.length === 0 ? 0 : 1)
      },
      (error) => {
        if (controller.signal.aborted) return
        setFailure(failureText(error))
        setAnswered(path)
      },
    )
    return () => controller.abort()
  }, [client, path])
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for the effect's end.
    void list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function enter(directory: string): void {
    ways.current++
    setPath(directory)
    setTyped(directory)
  }
  const entries: DirectoryEntry[] =
    listing === null ? [] : [...(listing.parent === null ? [] : [{ name: '..', path: listing.parent, kind: 'directory' as const }]), ...listing.entries]
  const wanted = (kind: DirectoryEntry['kind']): boolean =>
    question.purpose === 'program' ||
    kind === (question.purpose === 'compare-with' ? 'profile' : question.purpose) ||
    (question.purpose === 'profile' && kind === 'validation')
  const fits = (entry: DirectoryEntry): boolean => entry.kind === 'directory' || (!wantsDirectory && wanted(entry.kind))
  function open(entry: DirectoryEntry | undefined): void {
    if (entry === undefined || !fits(entry) || isLeft) return
    if (entry.kind === 'directory') enter(entry.path)
    else question.answer(entry.path)
  }
  /** To the typed path: a directory is entered, a file chosen. */
  async function go(): Promise<void> {
    const exact = entries.find((entry) => entry.path === typed)
    if (exact !== undefined && !isLeft) return open(exact)
    if (wantsDirectory || typed.endsWith('/')) return enter(typed)
    const way = ++ways.current
    try {
      await client.call('host.listDirectory', { path: typed })
      // Text typed meanwhile stays.
      if (way === ways.current) setPath(typed)
    } catch (error) {
      const beside = await client.call('host.listDirectory', { path: directoryName(typed) }).catch(() => null)
      if (way !== ways.current) return
      const entry = beside?.entries.find(({ path }) => path === typed)
      // Long listings leave files out: opening it says whether it is there.
      if (entry === undefined ? (beside?.leftOut ?? 0) > 0 : fits(entry)) question.answer(typed)
      else
        setFailure(entry === undefined ? failureText(error) : `${typed} is no ${question.purpose === 'program' ? 'program' : 'profile'}; choose another file.`)
    }
  }
  /** The next entry whose name begins with the text typed into the list; where none does, the last key begins a name. */
  function typeAhead(key: string): void {
    const findFrom = (first: number, text: string): number | undefined =>
      [...entries.keys()].map((index) => (first + index) % entries.length).find((index) => entries[index]!.name.toLowerCase().startsWith(text))
    const longer = typedName.current + key.toLowerCase()
    const found = longer.length > 1 ? findFrom(chosen, longer) : undefined
    typedName.current = found === undefined ? key.toLowerCase() : longer
    setChosen(found ?? findFrom(chosen + 1, typedName.current) ?? chosen)
  }
  /** No name begins like that: it is the beginning of a path. */
  function typePath(beginning: string): void {
    setTyped(beginning)
    pathField.current?.focus()
  }
  const selected = entries[chosen]
  return (
    <Dialog.Content
      className="dialog"
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        list.current?.focus()
      }}
    >
      <Dialog.Title className="dialog-title">{titles[question.purpose]}</Dialog.Title>
      <form
        className="file-path"
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <input ref={pathField} type="text" aria-label="Path" value={typed} spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
        <button type="submit" className="action">
          Go
        </button>
      </form>
      {failure === null ? null : (
        <div className="dialog-body">
          <Failure text={failure} />
        </div>
      )}
      <ul
        ref={list}
        className="files"
        role="listbox"
        aria-label="Files"
        aria-busy={isLeft}
        tabIndex={0}
        aria-activedescendant={selected === undefined ? undefined : `file-${chosen}`}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setChosen(Math.min(entries.length - 1, chosen + 1))
          else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1))
          else if (event.key === 'Home') setChosen(0)
          else if (event.key === 'End') setChosen(entries.length - 1)
          else if (event.key === 'Enter' || event.key === 'ArrowRight') open(selected)
          else if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && listing?.parent != null) enter(listing.parent)
          else if (event.key === '/' || event.key === '~') typePath(event.key)
          else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) typeAhead(event.key)
          else return
          event.preventDefault()
        }}
      >
        {entries.map((entry, index) => (
          <li
            key={entry.path}
            id={`file-${index}`}
            role="option"
            className="file"
            aria-selected={index === chosen}
            aria-disabled={!fits(entry)}
            onClick={() => setChosen(index)}
            onDoubleClick={() => open(entry)}
          >
            <span>{entry.kind === 'directory' ? `${entry.name}/` : entry.name}</span>
            <span className="dim">{entry.kind === 'directory' ? '' : entry.kind}</span>
          </li>
        ))}
        {listing === null && isLeft ? <li className="state dim">Reading the directory…</li> : null}
        {listing !== null && entries.length === 0 ? <li className="state dim">The directory is empty.</li> : null}
      </ul>
      {isLeft ? <Waiting key={path} /> : null}
      {listing === null || listing.leftOut === 0 ? null : (
        <p className="dialog-note" role="note">
          {countText(listing.leftOut)} more entries are not listed; type the path of one of them above.
        </p>
      )}
      <div className="dialog-foot">
        <button type="button" className="action" onClick={() => question.answer(null)}>
          Cancel
        </button>
        {wantsDirectory ? (
          <button type="button" className="action primary" disabled={listing === null || isLeft} onClick={() => question.answer(listing?.path ?? null)}>
            Choose {listing?.path ?? ''}
          </button>
        ) : (
          <button
            type="button"
            className="action primary"
            disabled={isLeft || selected === undefined || selected.kind === 'directory' || !fits(selected)}
            onClick={() => open(selected)}
          >
            {question.purpose === 'profile' ? 'Open' : 'Choose'}
          </button>
        )}
      </div>
    </Dialog.Content>
  )
}
