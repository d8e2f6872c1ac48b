import { useApplication, usePreference } from '../application/context.ts'
import type { Preferences, Theme } from '../application/preferences.ts'
import { Switch } from '../components/Switch.tsx'
import { Setting } from './Setting.tsx'

const themeNames: Record<Theme, string> = { system: 'as the system', dark: 'dark', light: 'light', contrast: 'high contrast' }
const themeTitles: Record<Theme, string> = {
  system: 'Dark, light, or high contrast, as set in the system',
  dark: 'Dark colours',
  light: 'Light colours',
  contrast: 'White on black, every text at least 7 : 1',
}
const densityNames: Record<Preferences['density'], string> = { regular: 'regular', compact: 'compact' }
const densityTitles: Record<Preferences['density'], string> = { regular: '22 pixels per row', compact: '18 pixels per row' }

const firstViewNames: Record<Preferences['firstView'], string> = { findings: 'Findings', 'top-down': 'Top-down' }
const firstViewTitles: Record<Preferences['firstView'], string> = {
  findings: 'What is wrong, what it costs, and what to do',
  'top-down': 'The tree of calling contexts',
}

/** Colours, density and the first view; kept in this browser or app. Colours and density are shown at once. */
export function AppearanceSettings() {
  const { preferences } = useApplication()
  const theme = usePreference((chosen) => chosen.theme)
  const density = usePreference((chosen) => chosen.density)
  const firstView = usePreference((chosen) => chosen.firstView)
  return (
    <Setting title="Appearance">
      <div className="row">
        <span className="setting-name">Colours</span>
        <Switch label="Colours" value={theme} options={themeNames} titles={themeTitles} onChange={(chosen) => preferences.setState({ theme: chosen })} />
      </div>
      <div className="row">
        <span className="setting-name">Rows</span>
        <Switch label="Rows" value={density} options={densityNames} titles={densityTitles} onChange={(chosen) => preferences.setState({ density: chosen })} />
      </div>
      <div className="row">
        <span className="setting-name">First view</span>
        <Switch
          label="First view of a profile"
          value={firstView}
          options={firstViewNames}
          titles={firstViewTitles}
          onChange={(chosen) => preferences.setState({ firstView: chosen })}
        />
      </div>
      <p className="dim">
        All of them distinguish waste from use, and earlier from later access, for colour-blind users, also by shape or label. <kbd>Ctrl +</kbd> and{' '}
        <kbd>Ctrl −</kbd> change the size of the text.
      </p>
    </Setting>
  )
}
