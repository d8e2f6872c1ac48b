/**
 * Pairs of waiting code have a relation of their own: whether or not the value changed, they are neither waste nor use.
 */
import { wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import { RELATIONS, TOOLS } from '../../../shared/profile/profile.ts'
import { PAIR_APPROXIMATE, type PairTable } from '../../../shared/profile/tables.ts'
import type { MergedPairs } from '../merge/merge_pairs.ts'

/** Reuses are neither anyway, and shared data costs a waiting thread as much as any other. */
const KEPT = ['REUSED_BY', 'SHARED_WITH']
const WAITING = RELATIONS.indexOf('WAITING')
/** Flags that distinguish two waiting pairs of one edge: all but the one for approximately equal values. */
const FLAG_VALUES = 256
const IDENTITY_FLAGS = ~PAIR_APPROXIMATE

const SUMMED = ['amount', 'traps', 'credit', 'bytes', 'partial', 'latency', 'latencyCredit', 'cacheMisses', 'interleavedInstances', 'interleavedBytes'] as const

/**
 * Gives pairs whose wasted access waits the relation WAITING, and joins those of an edge that only their relation
 * distinguished.
 * @param waits by row of the tree
 */
export function withWaitingPairs(found: MergedPairs, waits: Uint8Array): MergedPairs {
  const { pairs } = found
  const waiting = waitingPairs(pairs, waits)
  if (!waiting.includes(1)) return found
  const { row, kept } = unite(pairs, waiting)
  const renumbered = (writers: Int32Array[][]): Int32Array[][] =>
    writers.map((columns) => columns.map((column) => column.map((pair) => (pair < 0 ? pair : row[pair]!))))
  return {
    ...found,
    pairs: summed(pairs, waiting, row, kept),
    traps: { ...found.traps, pair: found.traps.pair.map((pair) => row[pair]!) },
    pairRows: renumbered(found.pairRows),
    exactPairRows: renumbered(found.exactPairRows),
  }
}

/** By pair, 1 if the access that would be wasted waits. */
function waitingPairs({ length, source, target, tool, relation }: PairTable, waits: Uint8Array): Uint8Array {
  const isKept = RELATIONS.map((name) => KEPT.includes(name))
  const isEarlier = TOOLS.map(wastesEarlier)
  return Uint8Array.from({ length }, (_, pair) => {
    const judged = isEarlier[tool[pair]!] === true ? source[pair]! : target[pair]!
    return waits[judged] === 1 && !isKept[relation[pair]!] ? 1 : 0
  })
}

/** @returns row: by pair, its row in the new table; kept: by row there, its first pair */
function unite({ length, source, target, tool, flags, object, scope }: PairTable, waiting: Uint8Array): { row: Int32Array; kept: Int32Array } {
  const [edges, kinds, places, identities] = [new PairInterner(), new PairInterner(), new PairInterner(), new PairInterner()]
  const row = new Int32Array(length)
  const kept = new Int32Array(length)
  /** By number of an identity. */
  const rows: number[] = []
  let count = 0
  for (let pair = 0; pair < length; pair++) {
    row[pair] = count
    if (waiting[pair] === 1) {
      const kind = kinds.intern(edges.intern(source[pair]!, target[pair]!), tool[pair]! * FLAG_VALUES + (flags[pair]! & IDENTITY_FLAGS))
      row[pair] = rows[identities.intern(scope[pair]!, places.intern(object[pair]!, kind))] ??= count
    }
    if (row[pair] === count) kept[count++] = pair
  }
  return { row, kept: kept.slice(0, count) }
}

function summed(pairs: PairTable, waiting: Uint8Array, row: Int32Array, kept: Int32Array): PairTable {
  const sums = Object.fromEntries(
    SUMMED.map((name) => {
      const column = new Float64Array(kept.length)
      pairs[name].forEach((value, pair) => (column[row[pair]!]! += value))
      return [name, column]
    }),
  ) as Record<(typeof SUMMED)[number], Float64Array>
  return {
    length: kept.length,
    source: kept.map((pair) => pairs.source[pair]!),
    target: kept.map((pair) => pairs.target[pair]!),
    tool: Uint8Array.from(kept, (pair) => pairs.tool[pair]!),
    relation: Uint8Array.from(kept, (pair) => (waiting[pair] === 1 ? WAITING : pairs.relation[pair]!)),
    flags: Uint8Array.from(kept, (pair) => pairs.flags[pair]! & (waiting[pair] === 1 ? IDENTITY_FLAGS : 0xff)),
    ...sums,
    object: kept.map((pair) => pairs.object[pair]!),
    scope: kept.map((pair) => pairs.scope[pair]!),
    intervalLow: Float64Array.from(kept, (pair) => pairs.intervalLow[pair]!),
    intervalHigh: Float64Array.from(kept, (pair) => pairs.intervalHigh[pair]!),
  }
}
