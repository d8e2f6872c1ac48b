import { useRef } from 'react'
import type { HostSettings } from '../../shared/rpc/host.ts'
import { report } from '../application/application.ts'
import { useApplication } from '../application/context.ts'
import { chooseFile } from '../application/opening/files.ts'
import { Setting } from './Setting.tsx'

/** Folders that hold sources, and folders that represent others. */
export function SourceSettings({ settings, onChange }: { settings: HostSettings; onChange(changed: Partial<Omit<HostSettings, 'editor'>>): void }) {
  const application = useApplication()
  const { client, store } = application
  const { sourceFolders, sourceMappings } = settings
  const folders = useRef(Promise.resolve(sourceFolders))
  /** Sources that were missing, or shown, may not be so now. */
  async function change(make: () => Promise<Partial<Omit<HostSettings, 'editor'>>>): Promise<void> {
    try {
      onChange(await make())
      store.setState((state) => ({ sourceMappings: state.sourceMappings + 1 }))
    } catch (error) {
      report(application, error)
    }
  }
  /** The host knows them all at once: each change starts from the result of the one before. */
  function changeFolders(next: (folders: string[]) => string[]): Promise<void> {
    const changed = folders.current.then(async (now) => {
      const { sourceFolders } = await client.call('settings.change', { sourceFolders: next(now) })
      return sourceFolders
    })
    const before = folders.current
    folders.current = changed.catch(() => before)
    return change(async () => ({ sourceFolders: await changed }))
  }
  async function add(): Promise<void> {
    const folder = await chooseFile(application, 'source-folder')
    if (folder !== null) await changeFolders((now) => [...now, folder])
  }
  return (
    <Setting title="Sources">
      <p className="dim">If a source is not at the path in the profile, it is searched below these folders, by the end of its path.</p>
      <ul className="setting-list" aria-label="Source folders">
        {sourceFolders.map((folder) => (
          <li key={folder}>
            <code>{folder}</code>
            <button
              type="button"
              className="plain"
              aria-label={`Do not look in ${folder}`}
              onClick={() => void changeFolders((now) => now.filter((other) => other !== folder))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="action" onClick={() => void add().catch((error) => report(application, error))}>
        Add a folder…
      </button>
      {sourceMappings.length === 0 ? null : (
        <ul className="setting-list" aria-label="Mapped folders">
          {sourceMappings.map(({ from, to }) => (
            <li key={from}>
              <code>{from}</code>
              <span className="dim">is found in</span>
              <code>{to}</code>
              <button
                type="button"
                className="plain"
                aria-label={`Do not map ${from}`}
                onClick={() => void change(async () => ({ sourceMappings: await client.call('source.unmap', { from }) }))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
    </Setting>
  )
}
