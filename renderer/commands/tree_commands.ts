import type { TreeKind, TreeTransform } from '../../shared/rpc/trees.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { chooseFlame, followLink, goBack, reshapeTrees, showView } from '../application/profiles.ts'
import { copyText } from '../application/save.ts'
import type { ChosenShape } from '../application/state.ts'
import type { TreeModel } from '../tree/tree_model.ts'
import { plainShape, transformOf, transformWords } from '../tree/tree_shape.ts'
import type { Command } from './command.ts'

/** The tree on screen, of a profile or of two runs; null in other views. */
export function shownTree(application: Application): TreeModel | null {
  const { profile, comparison, screen } = application.store.getState()
  if (screen === 'comparison' && comparison !== null) return comparison.trees[comparison.view as TreeKind] ?? null
  return profile !== null && screen === 'profile' && profile.view in profile.trees ? profile.trees[profile.view as TreeKind] : null
}

export function treeCommands(application: Application): Command[] {
  const tree = (): TreeModel | null => shownTree(application)
  const hasRow = (): boolean => tree()?.selectedIndex != null
  const isProfile = (): boolean => application.store.getState().screen === 'profile'
  const hasPair = (): boolean => isProfile() && application.store.getState().profile?.selection?.details != null
  const searching = (): boolean => (tree()?.search?.text ?? '') !== ''
  const isFocused = (): boolean => (tree()?.focusPath.length ?? 0) > 0
  const shape = (): ChosenShape => (isProfile() ? (application.store.getState().profile?.shape ?? plainShape) : plainShape)
  const chosenTransform = (kind: TreeTransform['kind']): TreeTransform | null => {
    const row = isProfile() ? (tree()?.selectedRow ?? null) : null
    return row === null ? null : transformOf(kind, row)
  }
  /** Why nothing can be shown around the row. */
  const noFunction = (what: string): string | null => {
    const row = isProfile() ? (tree()?.selectedRow ?? null) : null
    if (row === null || transformOf('merge-function', row) !== null) return null
    const kind = row.link !== null ? 'This row is a link to the other access of a pair. Press l to go there' : `This row is not a function. Select one`
    return `${kind}; then ${what}.`
  }
  async function undo(): Promise<void> {
    const focusPath = tree()?.focusPath ?? []
    // A change of rows shows the whole tree again: a subtree shown alone now was chosen later.
    if (focusPath.length > 0) await tree()?.unfocus(focusPath.length - 1)
    else await reshapeTrees(application, { transforms: shape().transforms.slice(0, -1) })
  }
  const inTree: Pick<Command, 'group' | 'scope'> = { group: 'Tree', scope: 'grid' }
  return [
    {
      ...inTree,
      id: 'tree.expand',
      title: 'Open the row, or go to its first child',
      keys: ['ArrowRight'],
      enabled: hasRow,
      run: () => tree()?.expandOrDescend(),
    },
    {
      ...inTree,
      id: 'tree.collapse',
      title: 'Close the row, or go to its parent',
      keys: ['ArrowLeft'],
      enabled: hasRow,
      run: () => tree()?.collapseOrAscend(),
    },
    {
      ...inTree,
      id: 'tree.expand-all',
      title: 'Open everything below the row',
      keys: ['*'],
      menus: ['tree', 'compared-tree'],
      enabled: hasRow,
      run: () => tree()?.expandSubtree(),
    },
    {
      ...inTree,
      id: 'tree.hot-path',
      title: 'Follow the hot path',
      keys: ['h'],
      scope: 'everywhere',
      menus: ['tree', 'compared-tree'],
      enabled: () => tree()?.hasWaste === true,
      run: () => tree()?.hotPath(application.preferences.getState().hotPathShare),
    },
    {
      ...inTree,
      id: 'tree.focus',
      title: "Focus on the row's subtree",
      keys: ['f'],
      scope: 'everywhere',
      menus: ['tree', 'compared-tree'],
      enabled: hasRow,
      run: () => tree()?.focusSelected(),
    },
    {
      ...inTree,
      id: 'tree.end-focus',
      title: 'Show the whole tree again',
      keys: ['F'],
      scope: 'everywhere',
      menus: ['tree', 'compared-tree'],
      enabled: isFocused,
      run: () => tree()?.unfocus(0),
    },
    {
      ...inTree,
      id: 'tree.undo',
      title: 'Undo the last focus or change of rows',
      keys: ['u'],
      scope: 'everywhere',
      menus: ['tree'],
      enabled: () => isFocused() || shape().transforms.length > 0,
      run: undo,
    },
    ...(Object.keys(transformWords) as Array<TreeTransform['kind']>).map((kind): Command => ({
      ...inTree,
      id: `tree.${kind}`,
      title: transformWords[kind].title,
      keys: [],
      scope: 'everywhere',
      menus: ['tree'],
      enabled: () => chosenTransform(kind) !== null,
      async run() {
        const transform = chosenTransform(kind)
        if (transform !== null) await reshapeTrees(application, { transforms: [...shape().transforms, transform] })
      },
    })),
    {
      ...inTree,
      id: 'tree.around',
      title: 'Flame graph around the function',
      keys: ['a'],
      refusal: () => noFunction('a shows the flame graph around its function'),
      scope: 'everywhere',
      menus: ['tree'],
      enabled: () => chosenTransform('merge-function') !== null,
      async run() {
        chooseFlame(application, { mode: 'around', around: chosenTransform('merge-function')?.name ?? null })
        await showView(application, 'flame')
      },
    },
    {
      ...inTree,
      id: 'tree.calls',
      title: 'Callers and callees of the function, with waste',
      keys: ['g'],
      refusal: () => noFunction('g shows the callers and callees of its function'),
      scope: 'everywhere',
      menus: ['tree'],
      enabled: () => chosenTransform('merge-function') !== null,
      async run() {
        chooseFlame(application, { mode: 'calls', around: chosenTransform('merge-function')?.name ?? null })
        await showView(application, 'flame')
      },
    },
    {
      ...inTree,
      id: 'tree.follow-link',
      title: 'Go to the other side of the pair',
      keys: ['l'],
      scope: 'everywhere',
      menus: ['tree', 'pairs'],
      enabled: hasPair,
      run: () => followLink(application),
    },
    {
      ...inTree,
      id: 'tree.back',
      title: "Go back to the followed link's row",
      keys: ['b'],
      scope: 'everywhere',
      menus: ['tree'],
      enabled: () => isProfile() && application.followed.length > 0,
      run: () => goBack(application),
    },
    {
      ...inTree,
      id: 'tree.next-match',
      title: 'Next match',
      keys: ['n'],
      scope: 'everywhere',
      enabled: searching,
      run: () => tree()?.findMatch(1, () => announce(application, 'No match further down.')),
    },
    {
      ...inTree,
      id: 'tree.previous-match',
      title: 'Previous match',
      keys: ['N'],
      scope: 'everywhere',
      enabled: searching,
      run: () => tree()?.findMatch(-1, () => announce(application, 'No match further up.')),
    },
    {
      ...inTree,
      id: 'tree.copy',
      title: 'Copy the subtree as text',
      keys: ['Mod+c'],
      menus: ['tree', 'compared-tree'],
      enabled: hasRow,
      async run() {
        const text = await tree()?.copy()
        if (text == null) return
        await copyText(text)
        announce(application, 'The subtree was copied as text.')
      },
    },
  ]
}
