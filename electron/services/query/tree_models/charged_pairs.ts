/**
 * Charges the waste of pairs to functions and their threads: the pairs of a profile as a tree's metrics see them.
 */
import { commonAncestorRow } from '../../../../shared/profile/tree/common_ancestor.ts'
import { isSought, RELATIONS, type Profile } from '../../../../shared/profile/profile.ts'
import type { PairTable } from '../../../../shared/profile/tables.ts'
import { withColumns } from '../../../../shared/profile/columns/with_columns.ts'
import type { Blame } from '../../../../shared/rpc/trees.ts'
import { NO_TOOL } from './transform_profile.ts'

/** The waste that a tree shows, and where. */
export interface Charge {
  blame: Blame
  /** Threads of the earlier accesses, as indices into the profile's threads; null: all. */
  threads: readonly number[] | null
}

export const PLAIN_CHARGE: Charge = { blame: 'earlier', threads: null }

export function isPlain({ blame, threads }: Charge): boolean {
  return blame === 'earlier' && threads === null
}

/**
 * Pairs whose `source` is the row that their waste is charged to. Use is known only for earlier accesses as a whole: if
 * it cannot be charged likewise, useful pairs count for no tool.
 */
export function chargedPairs(profile: Profile, { blame, threads }: Charge): PairTable {
  const { pairs } = profile
  const charged = { source: holders(profile, blame), tool: pairs.tool.map((tool, pair) => (isSought(RELATIONS[pairs.relation[pair]!]!) ? tool : NO_TOOL)) }
  return withColumns(pairs, threads === null ? charged : { ...charged, ...amountsOf(profile, new Set(threads)) })
}

/** The row that each pair is charged to; 0, the program, if the data's allocation is unknown. */
function holders({ nodes, pairs, objects }: Profile, blame: Blame): Int32Array {
  switch (blame) {
    case 'earlier':
      return pairs.source
    case 'later':
      return pairs.target
    case 'ancestor':
      return Int32Array.from(pairs.source, (source, pair) => commonAncestorRow(nodes, source, pairs.target[pair]!))
    case 'object':
      return pairs.object.map((object) => Math.max(0, objects[object]?.allocation ?? 0))
  }
}

function amountsOf({ pairs, threadShares }: Profile, threads: ReadonlySet<number>): Pick<PairTable, 'amount' | 'traps'> {
  const amount = new Float64Array(pairs.length)
  const traps = new Float64Array(pairs.length)
  for (let row = 0; row < threadShares.length; row++) {
    if (!threads.has(threadShares.thread[row]!)) continue
    amount[threadShares.pair[row]!]! += threadShares.amount[row]!
    traps[threadShares.pair[row]!]! += threadShares.traps[row]!
  }
  return { amount, traps }
}
