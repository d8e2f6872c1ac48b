/** Which pair a tree row stands for when it is selected. */
import type { ChargedRows } from '../../../shared/profile/charged_rows.ts'
import { isUse, RELATIONS, type Profile } from '../../../shared/profile/profile.ts'
import { RangeMaxima } from '../../../shared/profile/range_maxima.ts'
import type { RowSet } from '../../../shared/profile/row_set.ts'

/** The tool's largest wasteful (or reuse) pair whose earlier access is in the subtree of a row; of equal ones the first. */
export class HeaviestPairs {
  readonly #end: Int32Array
  readonly #amount: Float64Array
  readonly #charged: RowSet
  /** By the numbers of charged rows; −1 without one. */
  readonly #pair: Int32Array
  readonly #largest: RangeMaxima

  /** @param tool position in TOOLS @param charged of these pairs @param end see subtreeEnds */
  constructor(pairs: Pick<Profile['pairs'], 'tool' | 'relation' | 'amount'>, tool: number, { set, rows, ofPair }: ChargedRows, end: Int32Array) {
    this.#end = end
    this.#amount = pairs.amount
    this.#charged = set
    const heaviest = new Int32Array(rows.length).fill(-1)
    const amounts = new Float64Array(rows.length).fill(-Infinity)
    const isOfUse = RELATIONS.map(isUse)
    for (let pair = 0; pair < ofPair.length; pair++) {
      if (pairs.tool[pair] !== tool || isOfUse[pairs.relation[pair]!]) continue
      const at = ofPair[pair]!
      if (pairs.amount[pair]! <= amounts[at]!) continue
      heaviest[at] = pair
      amounts[at] = pairs.amount[pair]!
    }
    this.#pair = heaviest
    this.#largest = new RangeMaxima(amounts)
  }

  /** −1 without one. */
  below(node: number): number {
    const at = this.#largest.at(this.#charged.rank(node), this.#charged.rank(this.#end[node]!))
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
