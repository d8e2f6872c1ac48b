import type { Application } from '../application/application.ts'
import { showView } from '../application/profiles.ts'
import type { Theme } from '../application/preferences.ts'
import type { ProfileView } from '../application/state.ts'
import { profileViews } from '../application/state.ts'
import type { Command } from './registry.ts'

export const viewTitles: Record<ProfileView, string> = {
  'top-down': 'Top-down', 'bottom-up': 'Bottom-up', flat: 'Flat', pairs: 'Pairs', threads: 'Threads', statistics: 'Statistics',
}

const themeTitles: Record<Theme, string> = { system: 'Colours as the system has them', dark: 'Dark colours', light: 'Light colours', contrast: 'High contrast' }

export function viewCommands(application: Application): Command[] {
  const { store, preferences } = application
  const hasProfile = (): boolean => store.getState().profile !== null
  return [
    ...profileViews.map(
      (view, index): Command => ({
        id: `view.${view}`, title: `Show ${viewTitles[view]}`, group: 'View', keys: [String(index + 1)], scope: 'everywhere', enabled: hasProfile,
        async run() {
          store.setState({ screen: 'profile' })
          await showView(application, view)
        },
      }),
    ),
    { id: 'view.start', title: 'Show the start page', group: 'View', keys: [], scope: 'everywhere', run: () => store.setState({ screen: 'start' }) },
    {
      id: 'window.palette', title: 'All commands…', group: 'Window', keys: ['Mod+k', 'Mod+Shift+p'], scope: 'everywhere',
      run: () => store.setState({ overlay: 'palette' }),
    },
    { id: 'window.help', title: 'Keys', group: 'Window', keys: ['?', 'F1'], scope: 'everywhere', run: () => store.setState({ overlay: 'help' }) },
    {
      id: 'window.runs', title: 'Show or hide the runs', group: 'Window', keys: ['Mod+b'], scope: 'everywhere',
      run: () => preferences.setState(({ runsShown }) => ({ runsShown: !runsShown })),
    },
    {
      id: 'window.density', title: 'Compact or regular rows', group: 'Window', keys: [], scope: 'everywhere',
      run: () => preferences.setState(({ density }) => ({ density: density === 'compact' ? 'regular' : 'compact' })),
    },
    ...(Object.keys(themeTitles) as Theme[]).map(
      (theme): Command => ({
        id: `window.theme.${theme}`, title: themeTitles[theme], group: 'Window', keys: [], scope: 'everywhere',
        enabled: () => preferences.getState().theme !== theme,
        run: () => preferences.setState({ theme }),
      }),
    ),
    { id: 'window.dismiss', title: 'Dismiss the message', group: 'Window', keys: ['Escape'], scope: 'everywhere', enabled: () => store.getState().notice !== null, run: () => store.setState({ notice: null }) },
  ]
}
