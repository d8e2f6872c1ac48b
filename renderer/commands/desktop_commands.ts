import { isAgreed } from '../application/agreed_sources.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import type { Side } from '../application/pair_side.ts'
import { chainOf } from '../pair/chain.ts'
import { shownFrameOf } from '../pair/shown_frame.ts'
import type { Command } from './command.ts'

/** Opens the shown line of one side in the person's editor; asks for an editor first where none is chosen. */
async function editSource(application: Application, side: Side): Promise<void> {
  const { client, store } = application
  const { profile } = store.getState()
  const selection = profile?.selection
  if (profile === null || selection?.details == null) return
  const chain = chainOf(selection.details[side])
  const findings = profile.findings.state.getState().answer?.findings ?? []
  const shown = shownFrameOf({ details: selection.details, chosen: selection.shownFrame[side], disassembly: profile.disassembly, findings }, side)
  const { file, line } = chain[shown] ?? selection.details[side].leaf
  if (file === null) throw new Error('This code has no source line: its module has no debug information. Look at its disassembly (d).')
  const settings = await client.call('settings.read', {})
  if (settings.editor === '') {
    store.setState({ overlay: 'settings' })
    announce(application, 'Choose an editor, then open the line again.')
    return
  }
  await client.call('source.edit', { profile: profile.summary.profile, file, line: line ?? 1, agreed: isAgreed(profile.agreed, file) })
}

/** Commands that need the app around the window, or the person's other programs. */
export function desktopCommands(application: Application): Command[] {
  const { client, store } = application
  const isApp = (): boolean => store.getState().desktop !== null
  const canPrint = (): boolean => {
    const { screen, profile, comparison } = store.getState()
    return screen === 'comparison' ? comparison !== null : screen === 'profile' && profile !== null
  }
  const hasPair = (): boolean => store.getState().screen === 'profile' && store.getState().profile?.selection?.details != null
  return [
    {
      id: 'window.new',
      title: 'New window',
      group: 'Window',
      keys: ['Mod+Shift+n'],
      scope: 'everywhere',
      async run() {
        if (isApp()) await client.call('desktop.newWindow', { path: null })
        else window.open(window.location.href, '_blank')
      },
    },
    { id: 'window.settings', title: 'Settings…', group: 'Window', keys: ['Mod+,'], scope: 'everywhere', run: () => store.setState({ overlay: 'settings' }) },
    {
      id: 'file.connect',
      title: 'Connect to a machine…',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: isApp,
      run: () => store.setState({ overlay: 'connect' }),
    },
    {
      id: 'file.print',
      title: 'Print, or save as PDF…',
      group: 'File',
      keys: ['Mod+p'],
      scope: 'everywhere',
      enabled: canPrint,
      run: async () => (await import('../print/print_window.ts')).printWindow(application),
    },
    {
      id: 'pair.edit-source',
      title: 'Open the earlier access in your editor',
      group: 'Pair',
      keys: ['e'],
      scope: 'everywhere',
      menus: ['tree', 'pairs'],
      enabled: hasPair,
      run: () => editSource(application, 'source'),
    },
    {
      id: 'pair.edit-target',
      title: 'Open the later access in your editor',
      group: 'Pair',
      keys: ['E'],
      scope: 'everywhere',
      menus: ['tree', 'pairs'],
      enabled: hasPair,
      run: () => editSource(application, 'target'),
    },
  ]
}
