import { useApplication, useAppState } from './application/context.ts'
import { baseName } from './format/paths.ts'
import { keyText } from './commands/keys.ts'

/** @param title the window's subject; null on pages that show no run */
export function TitleBar({ title }: { title: string | null }) {
  const application = useApplication()
  const screen = useAppState((state) => state.screen)
  const profilePath = useAppState((state) => state.profile?.summary.path ?? null)
  const validationPath = useAppState((state) => state.validation?.path ?? null)
  const compared = useAppState(({ comparison }) => (comparison === null ? null : comparison.summary))
  const opening = useAppState((state) => state.opening)
  const recording = useAppState((state) => state.recording?.progress?.state ?? null)
  const machine = useAppState((state) => state.desktop?.machine ?? null)
  const busy = recording !== null && recording !== 'finished' && recording !== 'failed'
  return (
    <nav className="title-bar" aria-label="Window">
      <h1 className="visually-hidden">{title ?? 'Hagstone'}</h1>
      <button type="button" className="plain" title="Show or hide the runs" onClick={() => application.runCommand('window.runs')}>
        ☰ runs
      </button>
      <button type="button" className="plain" aria-pressed={screen === 'start'} onClick={() => application.runCommand('view.start')}>
        Hagstone
      </button>
      {machine === null ? null : (
        <span className="chip" title="Runs, programs, and sources are on this machine">
          on {machine}
        </span>
      )}
      {profilePath === null ? null : (
        <button
          type="button"
          className="plain title-path"
          aria-pressed={screen === 'profile'}
          title={profilePath}
          onClick={() => application.store.setState({ screen: 'profile' })}
        >
          {baseName(profilePath)}
        </button>
      )}
      {validationPath === null ? null : (
        <button
          type="button"
          className="plain title-path"
          aria-pressed={screen === 'validation'}
          title={validationPath}
          onClick={() => application.store.setState({ screen: 'validation' })}
        >
          {baseName(validationPath)}
        </button>
      )}
      {compared === null ? null : (
        <button
          type="button"
          className="plain title-path"
          aria-pressed={screen === 'comparison'}
          title={`${compared.old.path}\n${compared.new.path}`}
          onClick={() => application.store.setState({ screen: 'comparison' })}
        >
          {baseName(compared.old.path)} ⇄ {baseName(compared.new.path)}
        </button>
      )}
      {busy && screen !== 'recording' ? (
        <button type="button" className="plain pulse" onClick={() => application.store.setState({ screen: 'recording' })}>
          ● recording…
        </button>
      ) : null}
      {opening === null ? null : (
        <>
          <span className="dim pulse" role="status">
            Opening {baseName(opening.path)}…
          </span>
          <button type="button" className="plain" onClick={opening.cancel}>
            Cancel
          </button>
        </>
      )}
      <span className="toolbar-space" />
      <button type="button" className="plain" onClick={() => application.runCommand('file.open')}>
        Open…
      </button>
      <button type="button" className="plain" title="Another run beside this one (c)" onClick={() => application.runCommand('compare.with')}>
        Compare…
      </button>
      <button type="button" className="plain" aria-pressed={screen === 'launch'} onClick={() => application.runCommand('record.new')}>
        + New recording
      </button>
      <button type="button" className="plain" onClick={() => application.runCommand('window.settings')}>
        Settings
      </button>
      <button type="button" className="plain" onClick={() => application.runCommand('window.help')}>
        Keys <kbd>?</kbd>
      </button>
      <button type="button" className="plain" onClick={() => application.runCommand('window.palette')}>
        Commands <kbd>{keyText('Mod+k')}</kbd>
      </button>
    </nav>
  )
}
