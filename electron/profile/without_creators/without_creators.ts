/** Finds the rows of a profile to leave out so that all its threads begin at the root. */
import { creationRows } from '../../../shared/profile/created_threads.ts'
import type { ProfileTables } from '../../../shared/profile/profile.ts'
import { cutProfile } from './cut_profile.ts'
import { cutTree, type CutTree } from './cut_tree.ts'

/**
 * @param endsOf of the subtrees of the profile's tree; null if it is no tree
 * @returns null if no row names a thread's creator
 */
export function withoutCreators<T extends ProfileTables>(profile: T, endsOf: () => Int32Array | null): { tree: CutTree; profile: T } | null {
  const creations = creationRows(profile)
  const ends = creations.length === 0 ? null : endsOf()
  if (ends === null) return null
  const tree = cutTree(profile.nodes, ends, Int32Array.from(creations))
  return { tree, profile: cutProfile(profile, tree, null) }
}
