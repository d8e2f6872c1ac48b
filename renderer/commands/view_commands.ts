/** Commands that switch views. */
import type { Application } from '../application/application.ts'
import { showComparedTool, showComparisonView } from '../application/comparisons.ts'
import { recordedTools, showTool, showView } from '../application/profiles.ts'
import { canStep } from '../application/sessions/steps.ts'
import type { Theme } from '../application/preferences.ts'
import type { ProfileView } from '../application/state.ts'
import { profileViews } from '../application/state.ts'
import type { Tool } from '../../shared/run.ts'
import type { OpenComparison } from '../comparison/open_comparison.ts'
import { narrowWindow } from '../components/use_narrow.ts'
import { focusView, isBesideView } from '../focus/view_focus.ts'
import { keepsOutput } from '../output/kept_output.ts'
import { isComparisonView } from '../comparison/open_comparison.ts'
import { allTools, toolWords } from '../tools/tools.ts'
import type { Command } from './command.ts'

export const viewTitles: Record<ProfileView, string> = {
  findings: 'Findings',
  'top-down': 'Top-down',
  'bottom-up': 'Bottom-up',
  flat: 'Flat',
  pairs: 'Pairs',
  objects: 'Objects',
  values: 'Values',
  reuse: 'Reuse distance',
  threads: 'Threads',
  statistics: 'Statistics',
  flame: 'Flame graph',
  time: 'Time line',
  trace: 'Trace',
  output: 'Output',
}

/** They stand above all views of a comparison. */
function focusFindings(): void {
  document.querySelector<HTMLElement>('[aria-label="Findings of both runs"] button')?.focus()
}

/** The upper row of a keyboard from the left. */
export function viewKeys(index: number): string[] {
  return [...'1234567890-=\\'].slice(index, index + 1)
}

const themeTitles: Record<Theme, string> = { system: 'System colours', dark: 'Dark colours', light: 'Light colours', contrast: 'High contrast' }

export function viewCommands(application: Application): Command[] {
  const { store, preferences } = application
  const hasProfile = (): boolean => store.getState().profile !== null
  /** The comparison on screen; null while a profile or nothing of either is shown. */
  const comparison = (): OpenComparison | null => (store.getState().screen === 'comparison' ? store.getState().comparison : null)
  const tools = (): Tool[] => {
    const compared = comparison()
    if (compared !== null) return compared.summary.tools
    const summary = store.getState().profile?.summary
    return summary === undefined ? [] : recordedTools(summary)
  }
  const shownTool = (): Tool | undefined => (comparison() ?? store.getState().profile)?.tool
  const goTo = (tool: Tool): Promise<void> => (comparison() === null ? showTool(application, tool) : showComparedTool(application, tool))
  const stepTool = (step: 1 | -1): Promise<void> => {
    const recorded = tools()
    const at = recorded.indexOf(shownTool() as Tool)
    return goTo(recorded[(at + step + recorded.length) % recorded.length] as Tool)
  }
  const severalTools = (): boolean => tools().length > 1
  return [
    ...profileViews.map((view, index): Command => ({
      id: `view.${view}`,
      title: `Show ${viewTitles[view]}`,
      group: 'View',
      keys: viewKeys(index),
      scope: 'everywhere',
      enabled: () =>
        comparison() === null
          ? hasProfile() && (view !== 'output' || keepsOutput(store.getState().profile!.summary))
          : isComparisonView(view) || view === 'findings',
      refusal: () => (comparison() !== null && !isComparisonView(view) ? `A comparison has no view “${viewTitles[view]}”.` : null),
      async run() {
        if (comparison() !== null && view === 'findings') return focusFindings()
        if (comparison() !== null && isComparisonView(view)) return showComparisonView(application, view)
        store.setState({ screen: 'profile' })
        await showView(application, view)
      },
    })),
    { id: 'tool.next', title: 'Next tool of the run', group: 'View', keys: [']'], scope: 'everywhere', enabled: severalTools, run: () => stepTool(1) },
    { id: 'tool.previous', title: 'Previous tool of the run', group: 'View', keys: ['['], scope: 'everywhere', enabled: severalTools, run: () => stepTool(-1) },
    ...allTools.map((tool): Command => ({
      id: `tool.${tool}`,
      title: `Show ${toolWords[tool].name}`,
      group: 'View',
      keys: [],
      scope: 'everywhere',
      enabled: () => tools().includes(tool) && shownTool() !== tool,
      run: () => goTo(tool),
    })),
    {
      id: 'reuse.choose-pair',
      title: 'Choose a pair of reuse distance',
      group: 'View',
      keys: [],
      scope: 'everywhere',
      enabled: () => comparison() === null && tools().includes('reuse-distance'),
      async run() {
        await showTool(application, 'reuse-distance')
        await showView(application, 'pairs')
      },
    },
    {
      id: 'view.back',
      title: 'Back to the previous view',
      group: 'View',
      keys: ['Alt+ArrowLeft'],
      scope: 'everywhere',
      enabled: () => canStep(-1),
      run: () => window.history.back(),
    },
    {
      id: 'view.forward',
      title: 'Forward again',
      group: 'View',
      keys: ['Alt+ArrowRight'],
      scope: 'everywhere',
      enabled: () => canStep(1),
      run: () => window.history.forward(),
    },
    { id: 'view.start', title: 'Show the start page', group: 'View', keys: [], scope: 'everywhere', run: () => store.setState({ screen: 'start' }) },
    {
      id: 'window.palette',
      title: 'All commands…',
      group: 'Window',
      keys: ['Mod+k', 'Mod+Shift+p'],
      scope: 'everywhere',
      run: () => store.setState({ overlay: 'palette' }),
    },
    { id: 'window.help', title: 'Keys', group: 'Window', keys: ['?', 'F1'], scope: 'everywhere', run: () => store.setState({ overlay: 'help' }) },
    {
      id: 'window.runs',
      title: 'Show or hide the runs',
      group: 'Window',
      keys: ['Mod+b'],
      scope: 'everywhere',
      // Without room beside the screen they stand on the start page.
      run: () =>
        window.matchMedia(narrowWindow).matches ? store.setState({ screen: 'start' }) : preferences.setState(({ runsShown }) => ({ runsShown: !runsShown })),
    },
    {
      id: 'window.lanes',
      title: 'Show or hide the lanes of threads',
      group: 'Window',
      keys: [],
      scope: 'everywhere',
      enabled: hasProfile,
      run: () => preferences.setState(({ lanesShown }) => ({ lanesShown: !lanesShown })),
    },
    {
      id: 'window.density',
      title: 'Compact or regular rows',
      group: 'Window',
      keys: [],
      scope: 'everywhere',
      run: () => preferences.setState(({ density }) => ({ density: density === 'compact' ? 'regular' : 'compact' })),
    },
    ...(Object.keys(themeTitles) as Theme[]).map((theme): Command => ({
      id: `window.theme.${theme}`,
      title: themeTitles[theme],
      group: 'Window',
      keys: [],
      scope: 'everywhere',
      enabled: () => preferences.getState().theme !== theme,
      run: () => preferences.setState({ theme }),
    })),
    {
      id: 'window.dismiss',
      title: 'Dismiss the message, or go back to the rows of the view',
      group: 'Window',
      keys: ['Escape'],
      scope: 'everywhere',
      enabled: () => store.getState().notice !== null || isBesideView(),
      run: () => (store.getState().notice === null ? focusView() : store.setState({ notice: null })),
    },
  ]
}
