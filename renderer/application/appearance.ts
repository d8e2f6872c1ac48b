import type { PreferenceStore } from './preferences.ts'

/** Keeps the document's theme and density as the preferences and the system want them. */
export function applyAppearance(preferences: PreferenceStore): void {
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
