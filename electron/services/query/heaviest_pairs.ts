/** Which pair a tree row stands for when it is selected. */
import { isUse, RELATIONS, type Profile } from '../../../shared/profile/profile.ts'
import { RangeMaxima } from '../../../shared/profile/range_maxima.ts'
import { RowSet } from '../../../shared/profile/row_set.ts'

interface HeaviestPairsInput {
  nodes: Pick<Profile['nodes'], 'length'>
  pairs: Pick<Profile['pairs'], 'length' | 'source' | 'tool' | 'relation' | 'amount'>
}

/** The tool's largest wasteful (or reuse) pair whose earlier access is in the subtree of a row; of equal ones the first. */
export class HeaviestPairs {
  readonly #end: Int32Array
  readonly #amount: Float64Array
  /** Rows with pairs, and the heaviest pair of each. */
  readonly #rows: RowSet
  readonly #pair: Int32Array
  readonly #largest: RangeMaxima

  /** @param tool position in TOOLS @param end see subtreeEnds */
  constructor({ nodes, pairs }: HeaviestPairsInput, tool: number, end: Int32Array) {
    this.#end = end
    this.#amount = pairs.amount
    const rows = new RowSet(nodes.length)
    const isWanted = (pair: number): boolean => pairs.tool[pair] === tool && !isUse(RELATIONS[pairs.relation[pair]!]!)
    for (let pair = 0; pair < pairs.length; pair++) if (isWanted(pair)) rows.add(pairs.source[pair]!)
    const heaviest = new Int32Array(rows.size).fill(-1)
    for (let pair = 0; pair < pairs.length; pair++) {
      if (!isWanted(pair)) continue
      const rank = rows.rank(pairs.source[pair]!)
      if (heaviest[rank]! < 0 || pairs.amount[pair]! > pairs.amount[heaviest[rank]!]!) heaviest[rank] = pair
    }
    this.#rows = rows
    this.#pair = heaviest
    this.#largest = new RangeMaxima(Float64Array.from(heaviest, (pair) => pairs.amount[pair]!))
  }

  /** −1 without one. */
  below(node: number): number {
    const at = this.#largest.at(this.#rows.rank(node), this.#rows.rank(this.#end[node]!))
    return at < 0 ? -1 : this.#pair[at]!
  }

  /** In any of the nodes' subtrees; null without one. */
  belowAny(nodes: Iterable<number>): number | null {
    let best = -1
    for (const node of nodes) {
      const pair = this.below(node)
      if (pair >= 0 && (best < 0 || this.#amount[pair]! > this.#amount[best]!)) best = pair
    }
    return best < 0 ? null : best
  }
}
