/** Sums the data of proportional attribution by sampled instruction over all writers. */
import { growingFloat64 } from '../../../shared/profile/columns/growing_column.ts'
import { PairInterner } from '../../../shared/profile/pair_interner.ts'
import type { WatchTable } from '../../../shared/profile/tables.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { Merged } from '../merged.ts'
import { eachWriter } from './merge_pairs.ts'

/**
 * By row of the watches, in samples or bytes: how their watchpoints ended, each weighted by the inverse of its
 * inclusion probability.
 */
export interface WatchEnds {
  waste: Float64Array
  use: Float64Array
  /** Ended with their memory. */
  ended: Float64Array
}

const SUMMED = ['sampled', 'accounted', 'armed', 'bytes', 'weighedWaste', 'weighedUse', 'weighedEnded'] as const

/** @param instructionNode node of each merged context */
export function mergeWatches(processes: RawProcess[], merged: Merged, instructionNode: Int32Array): { watches: WatchTable; ends: WatchEnds } {
  const identities = new PairInterner()
  const sums = Object.fromEntries(SUMMED.map((name) => [name, growingFloat64()])) as Record<(typeof SUMMED)[number], ReturnType<typeof growingFloat64>>
  eachWriter(processes, merged, (writer, rows) => {
    for (let watch = 0; watch < writer.watches.length; watch++) {
      const context = rows[writer.watches.context[watch]!]!
      if (context < 0) continue
      const row = identities.intern(instructionNode[context]!, writer.watches.tool[watch]!)
      for (const name of SUMMED) {
        if (row === sums[name].length) sums[name].push(0)
        sums[name].set(row, sums[name].get(row) + writer.watches[name][watch]!)
      }
    }
  })
  const length = identities.length
  const watches = {
    length,
    node: Int32Array.from({ length }, (_, row) => identities.first(row)),
    tool: Uint8Array.from({ length }, (_, row) => identities.second(row)),
    samples: sums.sampled.finish(),
    accounted: sums.accounted.finish(),
    armed: sums.armed.finish(),
    bytes: sums.bytes.finish(),
  }
  return { watches, ends: { waste: sums.weighedWaste.finish(), use: sums.weighedUse.finish(), ended: sums.weighedEnded.finish() } }
}
