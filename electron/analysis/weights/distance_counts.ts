/** Exact reuse distances of all writers as counts. */
import { growingFloat64, growingInt32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import type { DistanceCountTable, ObjectDistanceTable } from '../../../shared/profile/tables.ts'
import { finishColumns, pushRow } from '../../raw/columns.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import type { DataObjects } from '../symbols/data_objects.ts'

/** @param exactPairRows as in MergedPairs; distances of omitted pairs are omitted too */
export function mergeDistanceCounts(processes: RawProcess[], exactPairRows: Int32Array[][]): DistanceCountTable {
  const columns = { pair: growingInt32(), axis: growingUint8(), granularity: growingUint8(), bucket: growingInt32(), count: growingFloat64() }
  processes.forEach(({ writers }, process) =>
    writers.forEach(({ exact }, writer) => {
      if (!exact) return
      const { reuseCounts } = exact
      for (let row = 0; row < reuseCounts.length; row++) {
        const own = reuseCounts.pair[row]!
        const pair = own < 0 ? -1 : exactPairRows[process]![writer]![own]!
        if (own >= 0 && pair < 0) continue
        columns.pair.push(pair)
        columns.axis.push(reuseCounts.axis[row]!)
        columns.granularity.push(reuseCounts.granularity[row]!)
        columns.bucket.push(reuseCounts.bucket[row]!)
        columns.count.push(reuseCounts.count[row]!)
      }
    }),
  )
  const { group: pair, ...rest } = sortedAndSummed({
    group: columns.pair.finish(),
    axis: columns.axis.finish(),
    granularity: columns.granularity.finish(),
    bucket: columns.bucket.finish(),
    count: columns.count.finish(),
  })
  return { pair, ...rest }
}

/** Those of data objects. */
export function mergeObjectDistances(processes: RawProcess[], objects: DataObjects): ObjectDistanceTable {
  const columns = { group: growingInt32(), axis: growingUint8(), granularity: growingUint8(), bucket: growingInt32(), count: growingFloat64() }
  processes.forEach(({ writers }, process) =>
    writers.forEach(({ exact }, writer) => {
      if (!exact) return
      const { objectReuseCounts: counts } = exact
      const rows = objects.rowsOf(process, writer)
      for (let row = 0; row < counts.length; row++) {
        pushRow(columns, {
          group: rows[counts.object[row]!]!,
          axis: counts.axis[row]!,
          granularity: counts.granularity[row]!,
          bucket: counts.bucket[row]!,
          count: counts.count[row]!,
        })
      }
    }),
  )
  const { group: object, ...rest } = sortedAndSummed(finishColumns(columns))
  return { object, ...rest }
}

/** By pair or object. */
type Grouped = Omit<ObjectDistanceTable, 'object'> & { group: Int32Array }

function sortedAndSummed({ group, axis, granularity, bucket, count }: Omit<Grouped, 'length'>): Grouped {
  const compare = (a: number, b: number): number => group[a]! - group[b]! || axis[a]! - axis[b]! || granularity[a]! - granularity[b]! || bucket[a]! - bucket[b]!
  const order = Uint32Array.from(group.keys()).sort(compare)
  const first = order.filter((row, i) => i === 0 || compare(order[i - 1]!, row) !== 0)
  const sums = new Float64Array(first.length)
  let at = -1
  order.forEach((row, i) => {
    if (i === 0 || compare(order[i - 1]!, row) !== 0) at++
    sums[at]! += count[row]!
  })
  return {
    length: first.length,
    group: Int32Array.from(first, (row) => group[row]!),
    axis: Uint8Array.from(first, (row) => axis[row]!),
    granularity: Uint8Array.from(first, (row) => granularity[row]!),
    bucket: Int32Array.from(first, (row) => bucket[row]!),
    count: sums,
  }
}
