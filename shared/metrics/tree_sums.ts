/**
 * Sums of rows and children of a profile's tree, for those who show few of its rows. A profile that was opened from a file has
 * them there, so that neither its pairs nor whole columns need to be read.
 */
import type { ProfileTables } from '../profile/profile.ts'
import { subtreesOf, type Subtrees } from '../profile/tree/subtrees.ts'
import type { Tool } from '../run.ts'
import { SparseNodeSums, type NodeSums } from './node_sums.ts'
import { ownSums, type OwnSums } from './tool_sums.ts'

type Summed = Pick<ProfileTables, 'nodes' | 'pairs' | 'contextTotals' | 'run'>

interface Stored extends Pick<Summed, 'nodes' | 'contextTotals'> {
  subtrees: Subtrees
  sumsOf: (tool: Tool) => OwnSums | null
}

const known = new WeakMap<Summed['pairs'], Stored>()

/** @param sumsOf null for a tool whose sums must be computed */
export function knowTreeSums({ nodes, pairs, contextTotals }: Summed, subtrees: Subtrees, sumsOf: Stored['sumsOf']): void {
  known.set(pairs, { nodes, contextTotals, subtrees, sumsOf })
}

/** Those of the file only if the profile still has the file's rows, pairs, and counted accesses. */
function storedOf({ nodes, pairs, contextTotals }: Summed): Stored | undefined {
  const stored = known.get(pairs)
  return stored?.nodes === nodes && stored.contextTotals === contextTotals ? stored : undefined
}

export function treeOf(profile: Summed): Subtrees {
  return storedOf(profile)?.subtrees ?? subtreesOf(profile.nodes)
}

/** @param tree of treeOf */
export function treeSums(profile: Summed, tree: Subtrees, tool: Tool): NodeSums {
  return new SparseNodeSums(profile.nodes, storedOf(profile)?.sumsOf(tool) ?? ownSums(profile, tool), tree)
}
