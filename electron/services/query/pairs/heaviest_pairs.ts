/** Finds the pair that a tree row, or a whole profile, represents when it is selected. */
import type { LargestPairs } from '../../../../shared/metrics/tool_sums.ts'
import type { PairTable } from '../../../../shared/profile/tables.ts'
import { RangeMaxima } from '../../../../shared/profile/columns/range_maxima.ts'
import type { Subtrees } from '../../../../shared/profile/tree/subtrees.ts'

/** The tool's largest wasteful (or reuse) pair whose earlier access is in the subtree of a row; of equal ones the first. */
export class HeaviestPairs {
  readonly #pairs: Pick<PairTable, 'amount'>
  readonly #largest: LargestPairs
  readonly #subtrees: Pick<Subtrees, 'endOf'>
  /** Made on the first request for a row. */
  #maxima: RangeMaxima | null = null

  /** @param largest of these pairs */
  constructor(pairs: Pick<PairTable, 'amount'>, largest: LargestPairs, subtrees: Pick<Subtrees, 'endOf'>) {
    this.#pairs = pairs
    this.#largest = largest
    this.#subtrees = subtrees
  }

  /** −1 without one. */
  below(node: number): number {
    const { paired, largest } = this.#largest
    const at = this.#ranges().at(paired.rank(node), paired.rank(this.#subtrees.endOf(node)))
    return at < 0 ? -1 : largest[at]!
  }

  /** In any of the nodes' subtrees; null without one. */
  belowAny(nodes: Iterable<number>): number | null {
    let best = -1
    for (const node of nodes) {
      const pair = this.below(node)
      if (pair >= 0 && (best < 0 || this.#pairs.amount[pair]! > this.#pairs.amount[best]!)) best = pair
    }
    return best < 0 ? null : best
  }

  /** Heaviest pair of the whole run, or the first of equal ones. Null without a pair. */
  ofAll(): number | null {
    const { amount } = this.#pairs
    let best = -1
    let most = 0
    for (const pair of this.#largest.largest) {
      const held = amount[pair]!
      if (best >= 0 && (held < most || (held === most && pair > best))) continue
      best = pair
      most = held
    }
    return best < 0 ? null : best
  }

  #ranges(): RangeMaxima {
    if (this.#maxima !== null) return this.#maxima
    const { largest } = this.#largest
    const { amount } = this.#pairs
    return (this.#maxima = new RangeMaxima(largest.length, (at) => amount[largest[at]!]!))
  }
}
