/** What proportional attribution knows per sampled instruction, summed over all writers. */
import { growingFloat64 } from '../../shared/profile/growing_column.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import type { WatchTable } from '../../shared/profile/tables.ts'
import type { RawProcess } from '../raw/raw_process.ts'
import type { Merged } from './merge_contexts.ts'
import { eachWriter } from './merge_pairs.ts'

/** @param instructionNode node of each merged context */
export function mergeWatches(processes: RawProcess[], merged: Merged, instructionNode: Int32Array): WatchTable {
  const identities = new PairInterner()
  const sums = { samples: growingFloat64(), accounted: growingFloat64(), armed: growingFloat64(), bytes: growingFloat64() }
  eachWriter(processes, merged, (writer, rows) => {
    for (let watch = 0; watch < writer.watches.length; watch++) {
      const context = rows[writer.watches.context[watch]!]!
      if (context < 0) continue
      const row = identities.intern(instructionNode[context]!, writer.watches.tool[watch]!)
      const values = { samples: writer.watches.sampled, accounted: writer.watches.accounted, armed: writer.watches.armed, bytes: writer.watches.bytes }
      for (const name of ['samples', 'accounted', 'armed', 'bytes'] as const) {
        if (row === sums[name].length) sums[name].push(0)
        sums[name].set(row, sums[name].get(row) + values[name][watch]!)
      }
    }
  })
  const length = identities.length
  return {
    length,
    node: Int32Array.from({ length }, (_, row) => identities.first(row)),
    tool: Uint8Array.from({ length }, (_, row) => identities.second(row)),
    samples: sums.samples.finish(),
    accounted: sums.accounted.finish(),
    armed: sums.armed.finish(),
    bytes: sums.bytes.finish(),
  }
}
