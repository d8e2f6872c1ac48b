/** Which pair a tree row stands for when it is selected. */
import { isUse, RELATIONS, type Profile } from '../../../shared/profile/profile.ts'

interface HeaviestPairsInput {
  nodes: Pick<Profile['nodes'], 'length' | 'parent'>
  pairs: Pick<Profile['pairs'], 'length' | 'source' | 'tool' | 'relation' | 'amount'>
}

/** Per tree node the tool's largest wasteful (or reuse) pair whose earlier access is in its subtree; −1 without one. @param tool position in TOOLS */
export function heaviestPairs({ nodes, pairs }: HeaviestPairsInput, tool: number): Int32Array {
  const heaviest = new Int32Array(nodes.length).fill(-1)
  const offer = (node: number, pair: number): void => {
    const held = heaviest[node]!
    if (held < 0 || pairs.amount[pair]! > pairs.amount[held]!) heaviest[node] = pair
  }
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs.tool[pair] === tool && !isUse(RELATIONS[pairs.relation[pair]!]!)) offer(pairs.source[pair]!, pair)
  }
  // Parents stand before their children, so one backward pass lifts every subtree's best to its root.
  for (let node = nodes.length - 1; node > 0; node--) {
    if (heaviest[node]! >= 0) offer(nodes.parent[node]!, heaviest[node]!)
  }
  return heaviest
}

/** The most wasteful pair with its earlier access in any of the nodes' subtrees. */
export function heaviestOf({ profile: { pairs }, heaviestPair }: { profile: HeaviestPairsInput; heaviestPair: Int32Array }, nodes: Iterable<number>): number | null {
  let best = -1
  for (const node of nodes) {
    const pair = heaviestPair[node]!
    if (pair >= 0 && (best < 0 || pairs.amount[pair]! > pairs.amount[best]!)) best = pair
  }
  return best < 0 ? null : best
}
