import type { TreeKind } from '../../shared/rpc/contract.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { followLink, goBack } from '../application/profiles.ts'
import { copyText } from '../application/save.ts'
import type { TreeModel } from '../tree/tree_model.ts'
import type { Command } from './registry.ts'

/** The tree on screen; null in other views. */
export function shownTree(application: Application): TreeModel | null {
  const { profile, screen } = application.store.getState()
  return profile !== null && screen === 'profile' && profile.view in profile.trees ? profile.trees[profile.view as TreeKind] : null
}

export function treeCommands(application: Application): Command[] {
  const tree = (): TreeModel | null => shownTree(application)
  const hasRow = (): boolean => tree()?.selectedIndex != null
  const hasPair = (): boolean => application.store.getState().profile?.selection?.details != null
  const searching = (): boolean => (tree()?.search?.text ?? '') !== ''
  const inTree: Pick<Command, 'group' | 'scope'> = { group: 'Tree', scope: 'grid' }
  return [
    { ...inTree, id: 'tree.expand', title: 'Open the row, or go to its first child', keys: ['ArrowRight'], enabled: hasRow, run: () => tree()?.expandOrDescend() },
    { ...inTree, id: 'tree.collapse', title: 'Close the row, or go to its parent', keys: ['ArrowLeft'], enabled: hasRow, run: () => tree()?.collapseOrAscend() },
    { ...inTree, id: 'tree.expand-all', title: 'Open everything below the row', keys: ['*'], menus: ['tree'], enabled: hasRow, run: () => tree()?.expandSubtree() },
    { ...inTree, id: 'tree.hot-path', title: 'Follow the hot path', keys: ['h'], scope: 'everywhere', menus: ['tree'], enabled: () => tree()?.hasWaste === true, run: () => tree()?.hotPath() },
    { ...inTree, id: 'tree.focus', title: "Show the row's subtree alone", keys: ['f'], scope: 'everywhere', menus: ['tree'], enabled: hasRow, run: () => tree()?.focusSelected() },
    { ...inTree, id: 'tree.end-focus', title: 'Show the whole tree again', keys: ['F'], scope: 'everywhere', menus: ['tree'], enabled: () => tree()?.focus != null, run: () => tree()?.endFocus() },
    {
      ...inTree, id: 'tree.follow-link', title: 'Go to the other side of the pair', keys: ['l'], scope: 'everywhere', menus: ['tree', 'pairs'], enabled: hasPair,
      run: () => followLink(application),
    },
    { ...inTree, id: 'tree.back', title: 'Back to where the link was followed', keys: ['b'], scope: 'everywhere', menus: ['tree'], enabled: () => application.followed.length > 0, run: () => goBack(application) },
    { ...inTree, id: 'tree.next-match', title: 'Next match', keys: ['n'], scope: 'everywhere', enabled: searching, run: () => tree()?.findMatch(1, () => announce(application, 'No match further down.')) },
    { ...inTree, id: 'tree.previous-match', title: 'Previous match', keys: ['N'], scope: 'everywhere', enabled: searching, run: () => tree()?.findMatch(-1, () => announce(application, 'No match further up.')) },
    {
      ...inTree, id: 'tree.copy', title: 'Copy the subtree as text', keys: ['Mod+c'], menus: ['tree'], enabled: hasRow,
      async run() {
        const text = await tree()?.copy()
        if (text == null) return
        await copyText(text)
        announce(application, 'The subtree was copied as text.')
      },
    },
  ]
}
