import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { agreeToComparedSources } from '../application/comparisons.ts'
import { agreeToSources, notePair, showView, toggleDisassembly } from '../application/profiles.ts'
import { copyText } from '../application/save.ts'
import type { Side } from '../application/pair_side.ts'
import { focusCode, focusConsentQuestion, hasConsentQuestion } from '../focus/code_focus.ts'
import { noteWords } from '../format/note_words.ts'
import type { PairNote, PairPlace } from '../../shared/rpc/pairs.ts'
import { hasVersions, readVersions } from './compare_commands.ts'
import { copyFindings, lookedFinding } from './finding_commands.ts'
import type { Command } from './command.ts'
import { shownTree } from './tree_commands.ts'

/** The part of the program that the selected row of the tree is: its own node, or a function in all its contexts. */
function rowPlace(application: Application, side: Side): PairPlace | null {
  if (application.store.getState().screen !== 'profile') return null
  const row = shownTree(application)?.selectedRow ?? null
  if (row?.node !== undefined) return { side, node: row.node, functionName: null }
  return row?.kind === 'function' || row?.kind === 'tail-call' ? { side, node: null, functionName: row.label } : null
}

async function listPairsOf(application: Application, side: Side): Promise<void> {
  const open = application.store.getState().profile
  const place = rowPlace(application, side)
  const row = shownTree(application)?.selectedRow ?? null
  if (open === null || place === null || row === null) return
  await open.pairs.listWithin(place, row.label)
  await showView(application, 'pairs')
}

export function pairCommands(application: Application): Command[] {
  const { client, store } = application
  const isProfile = (): boolean => store.getState().screen === 'profile'
  const hasPair = (): boolean => isProfile() && store.getState().profile?.selection != null
  /** Where Enter unfolds a finding, it leads to no source. */
  const canRead = (): boolean => (hasPair() && store.getState().profile?.view !== 'findings') || isAtValues() || hasVersions(application)
  const isAtValues = (): boolean => isProfile() && store.getState().profile?.view === 'values'
  const focusSide = (side: Side | 'values-source' | 'values-listing'): void => focusCode(application, `[data-side="${side}"]`)
  return [
    {
      id: 'pair.source',
      title: 'Read the earlier access',
      group: 'Pair',
      keys: ['Enter'],
      scope: 'grid',
      menus: ['tree', 'pairs', 'compared-tree', 'compared-pairs'],
      enabled: canRead,
      run: () => (hasVersions(application) ? readVersions(application, 'source') : focusSide(isAtValues() ? 'values-source' : 'source')),
    },
    {
      id: 'pair.target',
      title: 'Read the later access',
      group: 'Pair',
      keys: ['Shift+Enter'],
      scope: 'grid',
      menus: ['tree', 'pairs', 'compared-pairs'],
      enabled: canRead,
      run: () => (hasVersions(application) ? readVersions(application, 'target') : focusSide(isAtValues() ? 'values-listing' : 'target')),
    },
    {
      id: 'pair.disassembly',
      title: 'Source or disassembly',
      group: 'Pair',
      keys: ['d'],
      scope: 'everywhere',
      menus: ['tree', 'pairs'],
      enabled: hasPair,
      run: () => toggleDisassembly(application),
    },
    {
      id: 'pair.answer-consent',
      title: 'Answer the question about sources',
      group: 'Pair',
      keys: ['q'],
      scope: 'everywhere',
      enabled: hasConsentQuestion,
      run: focusConsentQuestion,
    },
    {
      id: 'pair.allow-all-sources',
      title: 'Show all sources of the profile',
      group: 'Pair',
      keys: [],
      scope: 'everywhere',
      enabled: hasConsentQuestion,
      run() {
        if (isProfile()) return agreeToSources(application, null)
        for (const version of ['old', 'new'] as const) agreeToComparedSources(application, version, null)
      },
    },
    {
      id: 'pair.in-tree',
      title: 'Show the pair in the top-down tree',
      group: 'Pair',
      keys: ['t'],
      scope: 'everywhere',
      menus: ['pairs'],
      enabled: () => hasPair() && shownTree(application)?.kind !== 'top-down',
      run: () => showView(application, 'top-down'),
    },
    ...(Object.keys(noteWords) as Array<NonNullable<PairNote['status']>>).map((status): Command => ({
      id: `pair.mark-${status}`,
      title: `Mark the pair or finding as ${noteWords[status]}`,
      group: 'Pair',
      keys: status === 'to-do' ? ['m'] : [],
      scope: 'everywhere',
      menus: ['pairs'],
      enabled: hasPair,
      async run() {
        const looked = lookedFinding(application)
        if (looked !== null) return looked.profile.findings.note(looked.finding, { status })
        const row = store.getState().profile?.selection?.details?.row
        if (row !== undefined) await notePair(application, row.pair, { status })
      },
    })),
    {
      id: 'pair.list-from-here',
      title: 'List later accesses that overwrote, repeated, or reused accesses from here',
      group: 'Pair',
      keys: ['o'],
      scope: 'everywhere',
      menus: ['tree'],
      enabled: () => rowPlace(application, 'source') !== null,
      run: () => listPairsOf(application, 'source'),
    },
    {
      id: 'pair.list-to-here',
      title: 'List earlier accesses that accesses from here overwrote, repeated, or reused',
      group: 'Pair',
      keys: ['i'],
      scope: 'everywhere',
      menus: ['tree'],
      enabled: () => rowPlace(application, 'target') !== null,
      run: () => listPairsOf(application, 'target'),
    },
    {
      id: 'pair.copy',
      title: 'Copy the pair as text, or the finding as Markdown',
      group: 'Pair',
      keys: ['y'],
      scope: 'everywhere',
      menus: ['tree', 'pairs'],
      enabled: hasPair,
      async run() {
        const looked = lookedFinding(application)
        if (looked !== null) return copyFindings(application, looked.profile, [looked.finding])
        const open = store.getState().profile
        if (open?.selection == null) return
        await copyText(await client.call('pairs.copy', { profile: open.summary.profile, pair: open.selection.pair }))
        announce(application, 'The pair was copied as text.')
      },
    },
  ]
}
