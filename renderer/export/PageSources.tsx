import { useEffect, useState } from 'react'
import type { ProfileId } from '../../shared/rpc/identifiers.ts'
import type { ShareableSource } from '../../shared/rpc/sources.ts'
import { sizeText } from '../../shared/names/size_text.ts'
import { useApplication } from '../application/context.ts'
import { failureText } from '../application/failure.ts'
import { Failure } from '../components/Failure.tsx'
import { Waiting } from '../components/loading/Waiting.tsx'
import { countedText } from '../format/quantities.ts'
import { canBeShared, sharedBytes, sourceNotes } from '../profile/source_notes.ts'

interface PageSourcesProps {
  profile: ProfileId
  /** Null: they are being looked for. */
  sources: ShareableSource[] | null
  isChosen: boolean
  disabled: boolean
  onSources(sources: ShareableSource[]): void
  onChoose(isChosen: boolean): void
}

/** Whether a page has its sources: each file that would be shared is listed before anything is written. */
export function PageSources({ profile, sources, isChosen, disabled, onSources, onChoose }: PageSourcesProps) {
  const { client } = useApplication()
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    client.call('sources.list', { profile }, { signal: controller.signal }).then(onSources, (error) => {
      if (!controller.signal.aborted) setFailure(failureText(error))
    })
    return () => controller.abort()
  }, [client, profile, onSources])
  const shared = (sources ?? []).filter(canBeShared)
  const leftOut = (sources ?? []).filter((source) => !canBeShared(source))
  const bytes = shared.reduce((sum, source) => sum + (sharedBytes(source) ?? 0), 0)
  return (
    <div className="field" role="group" aria-label="Sources">
      <span className="field-label">Sources</span>
      <div className="field-body">
        <label className="row">
          <input type="checkbox" checked={isChosen} disabled={disabled || shared.length === 0} onChange={(event) => onChoose(event.target.checked)} />
          include the source files of the accesses
          <span className="dim">{sources === null ? '' : `${countedText(shared.length, 'file')}, ${sizeText(bytes)}`}</span>
        </label>
        {failure === null ? null : <Failure text={failure} />}
        {sources === null && failure === null ? <Waiting inline>Looking for the sources…</Waiting> : null}
        {shared.length === 0 ? null : (
          <p className="dim">{isChosen ? 'Everyone who gets the page can see these files:' : 'The page would contain these files, complete:'}</p>
        )}
        <ul className="export-sources" aria-label="Source files" tabIndex={sources !== null && sources.length > 0 ? 0 : -1}>
          {[...shared, ...leftOut].map((source) => (
            <li key={source.file}>
              <span className="export-source" title={source.file}>
                {source.file}
              </span>
              <span className="dim">{canBeShared(source) ? sourceNotes(source) : `left out: ${sourceNotes(source)}`}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
