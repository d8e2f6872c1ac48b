import { useState } from 'react'
import type { ProfileId } from '../../shared/rpc/identifiers.ts'
import type { SourceText } from '../../shared/rpc/sources.ts'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { chooseFile } from '../application/opening/files.ts'
import { OWN, ownerOfModule } from '../../shared/findings/own_code.ts'
import { baseName, directoryName } from '../format/paths.ts'

type MissingText = Extract<SourceText, { found: false }>

const reasons: Record<MissingText['reason'], string> = {
  missing: 'The source file was not found.',
  refused: 'The sources are outside the folders that you allowed.',
  'too-large': 'The source file is too large to show.',
  unreadable: 'The source file exists but you have no permission to read it.',
}

/**
 * A bar above the machine code: why there is no source, where it was searched for, and the remedy; or the question for consent.
 * @param files it is about, at least one @param module that the code is of; absent: the program's
 */
export function MissingSource({
  profile,
  files,
  module = '',
  missing,
  onAgree,
}: {
  profile: ProfileId
  files: readonly string[]
  module?: string
  missing: MissingText
  /** Where consent is asked for. */
  onAgree?(all: boolean): void
}) {
  const application = useApplication()
  const [file = ''] = files
  const isOfLibrary = missing.reason === 'missing' && ownerOfModule(module) !== OWN
  const [fetching, setFetching] = useState(false)
  async function fetchSource(): Promise<void> {
    setFetching(true)
    try {
      await application.client.call('source.fetch', { profile, file })
      reread()
    } catch (error) {
      report(application, error)
    } finally {
      setFetching(false)
    }
  }
  const reread = (): void => application.store.setState(({ sourceMappings }) => ({ sourceMappings: sourceMappings + 1 }))
  async function mapFolder(): Promise<void> {
    try {
      const folder = await chooseFile(application, 'source-folder')
      if (folder === null) return
      await application.client.call('source.map', { from: directoryName(file), to: folder })
      reread()
    } catch (error) {
      report(application, error)
    }
  }
  return (
    <div className={`side-warning side-missing ${missing.reason === 'refused' ? 'side-consent' : ''}`} role="status">
      {missing.reason === 'refused' ? (
        <span className="side-reason" title={[reasons.refused, ...missing.lookedFor].join('\n')}>
          Show sources from <code>{commonFolder(missing.lookedFor)}</code>?
        </span>
      ) : (
        <span className="side-reason">{isOfLibrary ? `The sources of ${baseName(module)} are not installed.` : reasons[missing.reason]}</span>
      )}
      {missing.reason === 'refused' && onAgree !== undefined ? (
        <>
          <button
            type="button"
            className="action primary"
            title="Show every source file that this profile names. A profile can come from anywhere, so its files are opened only with your permission"
            onClick={() => onAgree(true)}
          >
            Show all sources
          </button>
          <button
            type="button"
            className="action"
            title="A profile can come from anywhere, so its files are opened only with your permission"
            onClick={() => onAgree(false)}
          >
            {files.length === 1 ? 'Show this file' : 'Show these two files'}
          </button>
        </>
      ) : null}
      {missing.debuginfod === true ? (
        <button
          type="button"
          className="action primary"
          disabled={fetching}
          title="Asks the servers of DEBUGINFOD_URLS for the file, by the build id of its module"
          onClick={() => void fetchSource()}
        >
          {fetching ? 'Asking debuginfod…' : 'Get source from debuginfod'}
        </button>
      ) : null}
      <button type="button" className="action" title={`The chosen folder replaces ${directoryName(file)} from now on`} onClick={() => void mapFolder()}>
        Map a folder…
      </button>
      {isOfLibrary ? (
        <span>
          On Debian, <code>dpkg -S {baseName(module)}</code> names the package and <code>apt-get source PACKAGE</code> gets its sources; then map their folder.
          {missing.debuginfod === true ? null : (
            <>
              {' '}
              With <code>DEBUGINFOD_URLS</code> set, Hagstone can get them from a debuginfod server.
            </>
          )}
        </span>
      ) : null}
      {missing.reason === 'refused' ? null : (
        <span className="side-paths selectable">
          <span className="dim">Looked for</span>
          {missing.lookedFor.map((path) => (
            <code key={path}>{path}</code>
          ))}
        </span>
      )}
    </div>
  )
}

function commonFolder([first = '', ...others]: readonly string[]): string {
  let folder = directoryName(first)
  while (folder !== '/' && folder !== '' && !others.every((path) => path.startsWith(`${folder}/`))) folder = directoryName(folder)
  return folder
}
