/** The shape of a tree that shows less than the whole profile, for requests and as text. */
import type { Blame, TreeRow, TreeShape, TreeTransform } from '../../shared/rpc/trees.ts'
import type { Preferences } from '../application/preferences.ts'
import type { ChosenShape } from '../application/state.ts'
import { baseName } from '../format/paths.ts'

export const plainShape: ChosenShape = { transforms: [], blame: 'earlier', threads: null }

/** The shape for a request to the host. */
export function treeShape(
  { transforms, blame, threads }: ChosenShape,
  { foldBelow, startUpShown, recursionShown, creatorsShown }: Pick<Preferences, 'foldBelow' | 'startUpShown' | 'recursionShown' | 'creatorsShown'>,
): TreeShape {
  return {
    foldBelow,
    foldStartUp: !startUpShown,
    foldRecursion: !recursionShown,
    ...(creatorsShown ? { showCreators: true } : {}),
    ...(transforms.length === 0 ? {} : { transforms }),
    ...(blame === 'earlier' ? {} : { blame }),
    ...(threads === null ? {} : { threads }),
  }
}

export const blameWords: Record<Blame, { title: string; description: string }> = {
  earlier: { title: 'the earlier access', description: 'The wasted access; the only choice with useful accesses' },
  later: { title: 'the later access', description: 'The access that overwrote or repeated it' },
  ancestor: { title: 'what runs both accesses', description: 'The innermost loop or function around both: where it could be hoisted to' },
  object: { title: 'the allocation of the data', description: 'The call that allocated the data, if the tool knows it; otherwise the program' },
}

export const transformWords: Record<TreeTransform['kind'], { title: string; chip: (name: string) => string; description: string }> = {
  'merge-function': {
    title: 'Merge the function into its callers',
    chip: (name) => `${name} merged`,
    description: 'Its frames disappear; their amounts go to their callers',
  },
  'drop-function': {
    title: 'Drop the function and everything below it',
    chip: (name) => `without ${name}`,
    description: 'Excludes contexts through it, and pairs with an access in them',
  },
  'collapse-recursion': {
    title: 'Collapse recursion of the function',
    chip: (name) => `recursion of ${name} collapsed`,
    description: 'Recursive calls are part of the outermost frame',
  },
  'collapse-module': { title: 'Collapse the library', chip: (name) => `${baseName(name)} collapsed`, description: 'Calls within the module are one frame' },
  'collapse-folder': {
    title: 'Collapse the folder of sources',
    chip: (name) => `${baseName(name)}/ collapsed`,
    description: 'Calls among functions of the folder are one frame',
  },
}

/** The transform that a row offers; null where it has no function, module or folder. */
export function transformOf(kind: TreeTransform['kind'], row: TreeRow): TreeTransform | null {
  const isFunction = row.kind === 'function' || row.kind === 'inlined' || row.kind === 'tail-call'
  const folder = row.file?.includes('/') === true ? row.file.slice(0, row.file.lastIndexOf('/')) : ''
  const name = kind === 'collapse-module' ? row.module : kind === 'collapse-folder' ? folder : isFunction ? row.label : null
  return name === null || name === '' ? null : { kind, name }
}

/** Waste is not where the tree of the profile has it, or not all of it is there: use and fractions mean nothing then. */
export function isCharged({ blame, threads }: ChosenShape): boolean {
  return blame !== 'earlier' || threads !== null
}
