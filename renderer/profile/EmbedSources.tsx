import { Dialog } from 'radix-ui'
import { Waiting } from '../components/loading/Waiting.tsx'
import { useEffect, useState } from 'react'
import type { ProfileId } from '../../shared/rpc/identifiers.ts'
import type { ShareableSource } from '../../shared/rpc/sources.ts'
import { announce } from '../application/application.ts'
import { useApplication, useAppState } from '../application/context.ts'
import { failureText } from '../application/failure.ts'
import { Failure } from '../components/Failure.tsx'
import { sizeText } from '../../shared/names/size_text.ts'
import { countedText } from '../format/quantities.ts'
import { canBeShared, sharedBytes, sourceNotes } from './source_notes.ts'
import './embed_sources.css'

/** The choice of sources for the profile: each file that would be shared is listed before anything is written. */
export function EmbedSources() {
  const profile = useAppState((state) => state.profile?.summary.profile ?? null)
  // Another profile, as one that the file manager opens meanwhile, has other sources.
  return profile === null ? null : <SourceChoice key={profile} profile={profile} />
}

function SourceChoice({ profile }: { profile: ProfileId }) {
  const application = useApplication()
  const { client, store } = application
  const [sources, setSources] = useState<ShareableSource[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [writing, setWriting] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    client.call('sources.list', { profile }, { signal: controller.signal }).then(
      (listed) => {
        setSources(listed)
        setChosen(new Set(listed.filter(canBeShared).map(({ file }) => file)))
      },
      (error) => setFailure(failureText(error)),
    )
    return () => controller.abort()
  }, [client, profile])
  const close = (): void => store.setState({ overlay: null })
  const shared = (sources ?? []).filter(({ file }) => chosen.has(file))
  const bytes = shared.reduce((sum, source) => sum + (sharedBytes(source) ?? 0), 0)
  const isIn = (sources ?? []).some(({ embeddedBytes }) => embeddedBytes !== null)
  async function write(files: string[], done: string): Promise<void> {
    setWriting(true)
    setFailure(null)
    try {
      await client.call('sources.embed', { profile, files })
      announce(application, done)
      // The shown sources may come from the profile now, or no longer.
      store.setState((state) => ({ overlay: state.overlay === 'sources' ? null : state.overlay, sourceMappings: state.sourceMappings + 1 }))
    } catch (error) {
      setFailure(failureText(error))
      setWriting(false)
    }
  }
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog embed-sources">
          <Dialog.Title className="dialog-title">Put sources into the profile</Dialog.Title>
          <Dialog.Description className="dialog-note">
            Everyone who opens the profile can see these files. Nothing is written until you confirm.
          </Dialog.Description>
          <div className="dialog-body" role="region" aria-label="Source files" tabIndex={0}>
            {failure === null ? null : <Failure text={failure} />}
            {sources === null ? (
              failure === null ? (
                <Waiting>Looking for the sources…</Waiting>
              ) : null
            ) : sources.length === 0 ? (
              <div className="state">The profile has no source lines: the program has no debug information.</div>
            ) : (
              <ul className="embed-list">
                {sources.map((source) => (
                  <SourceRow
                    key={source.file}
                    source={source}
                    isChosen={chosen.has(source.file)}
                    onChoose={(isChosen) => setChosen(withFile(chosen, source.file, isChosen))}
                  />
                ))}
              </ul>
            )}
          </div>
          <div className="dialog-foot">
            <span className="dim" role="status">
              {countedText(shared.length, 'file')}, {sizeText(bytes)}
            </span>
            <span className="toolbar-space" />
            {isIn ? (
              <button type="button" className="action" disabled={writing} onClick={() => void write([], 'The profile no longer contains sources.')}>
                Take all out
              </button>
            ) : null}
            <button
              type="button"
              className="action"
              disabled={writing || shared.length === 0}
              onClick={() =>
                void write(
                  shared.map(({ file }) => file),
                  `The profile holds ${countedText(shared.length, 'source file')} now.`,
                )
              }
            >
              Put them in
            </button>
            <Dialog.Close className="action">Cancel</Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function withFile(files: ReadonlySet<string>, file: string, isChosen: boolean): ReadonlySet<string> {
  const changed = new Set(files)
  if (isChosen) changed.add(file)
  else changed.delete(file)
  return changed
}

function SourceRow({ source, isChosen, onChoose }: { source: ShareableSource; isChosen: boolean; onChoose(isChosen: boolean): void }) {
  const { file } = source
  const size = sharedBytes(source)
  return (
    <li>
      <label className="embed-row">
        <input type="checkbox" checked={isChosen} disabled={!canBeShared(source)} onChange={(event) => onChoose(event.target.checked)} />
        <span className="embed-file" title={file}>
          {file}
        </span>
        <span className="dim">{sourceNotes(source)}</span>
        <span className="embed-size">{size === null ? '–' : sizeText(size)}</span>
      </label>
    </li>
  )
}
