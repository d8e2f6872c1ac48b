import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { showView, toggleDisassembly } from '../application/profiles.ts'
import { copyText } from '../application/save.ts'
import type { Side } from '../application/state.ts'
import type { Command } from './registry.ts'
import { shownTree } from './tree_commands.ts'

export function pairCommands(application: Application): Command[] {
  const { client, store } = application
  const hasPair = (): boolean => store.getState().profile?.selection != null
  const isAtValues = (): boolean => store.getState().profile?.view === 'values'
  const focusSide = (side: Side | 'values-source' | 'values-listing'): void => document.querySelector<HTMLElement>(`[data-side="${side}"] .code-focus`)?.focus()
  return [
    {
      id: 'pair.source', title: 'Read the earlier access', group: 'Pair', keys: ['Enter'], scope: 'grid', menus: ['tree', 'pairs'], enabled: () => hasPair() || isAtValues(),
      run: () => focusSide(isAtValues() ? 'values-source' : 'source'),
    },
    { id: 'pair.target', title: 'Read the later access', group: 'Pair', keys: ['Shift+Enter'], scope: 'grid', menus: ['tree', 'pairs'], enabled: () => hasPair() || isAtValues(), run: () => focusSide(isAtValues() ? 'values-listing' : 'target') },
    {
      id: 'pair.disassembly', title: 'Source or disassembly', group: 'Pair', keys: ['d'], scope: 'everywhere', menus: ['tree', 'pairs'], enabled: hasPair,
      run: () => toggleDisassembly(application),
    },
    {
      id: 'pair.in-tree', title: 'Show the pair in the top-down tree', group: 'Pair', keys: ['t'], scope: 'everywhere', menus: ['pairs'],
      enabled: () => hasPair() && shownTree(application)?.kind !== 'top-down',
      run: () => showView(application, 'top-down'),
    },
    {
      id: 'pair.copy', title: 'Copy the pair as text', group: 'Pair', keys: ['y'], scope: 'everywhere', menus: ['tree', 'pairs'], enabled: hasPair,
      async run() {
        const open = store.getState().profile
        if (open?.selection == null) return
        await copyText(await client.call('pairs.copy', { profile: open.summary.profile, pair: open.selection.pair }))
        announce(application, 'The pair was copied as text.')
      },
    },
  ]
}
