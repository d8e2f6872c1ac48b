import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import type { Application } from './application/application.ts'
import { createPreferences, type PreferenceStore } from './application/preferences.ts'
import { startApplication } from './application/startup.ts'
import './styles/tokens.css'
import './styles/base.css'

function rootElement(): HTMLElement {
  const element = document.getElementById('root')
  if (element === null) throw new Error('The page has no element "root".')
  return element
}

/** Draws the window and starts its work; the page calls it once. */
export function showWindow(application: Application): void {
  applyAppearance(application.preferences)
  createRoot(rootElement()).render(<App application={application} />)
  startApplication(application)
  // The editor is most of the script: it loads while the first profile is being opened. The palette is there at once when it is requested.
  requestIdleCallback(() => {
    const loaded = [
      import('./components/explained_heads.ts').then(({ explainHeads }) => explainHeads()),
      import('./pair/PairPanes.tsx'),
      import('./editor/CodeView.tsx'),
      import('./commands/CommandPalette.tsx'),
      import('./tree/TreeShapeChoices.tsx'),
    ]
    // Where the host has ended, the window says so already.
    for (const part of loaded) part.catch(() => {})
  })
}

/** All there is to say when no host answers. */
export function showUnreachable(reason: string): void {
  applyAppearance(createPreferences())
  createRoot(rootElement()).render(
    <div className="state selectable" role="alert">
      <strong>Not connected.</strong>
      <span>{reason}</span>
      <button type="button" className="action" onClick={() => window.location.reload()}>
        Try again
      </button>
    </div>,
  )
}

/** Keeps the document's theme and density as the preferences and the system want them. */
function applyAppearance(preferences: PreferenceStore): void {
  const light = window.matchMedia('(prefers-color-scheme: light)')
  const moreContrast = window.matchMedia('(prefers-contrast: more)')
  const apply = (): void => {
    const { theme, density } = preferences.getState()
    const { dataset } = document.documentElement
    dataset['theme'] = theme === 'system' ? (moreContrast.matches ? 'contrast' : light.matches ? 'light' : 'dark') : theme
    dataset['density'] = density
  }
  apply()
  preferences.subscribe(apply)
  light.addEventListener('change', apply)
  moreContrast.addEventListener('change', apply)
}
