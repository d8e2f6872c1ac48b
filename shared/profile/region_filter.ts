/** The part of a profile for one region: everything that a thread did inside it, as the earlier access of a pair. */
import { subtreeEnds } from './tree/call_tree.ts'
import type { ProfileTables } from './profile.ts'
import { regionRows } from './regions.ts'
import { traceTimes } from './trace.ts'

/** Rows of the tree below a region of this name; null if the profile has none. */
function rowsIn(profile: ProfileTables, region: string): Uint8Array | null {
  const rows = regionRows(profile).get(region)
  if (!rows) return null
  const ends = subtreeEnds(profile.nodes.parent)!
  const inside = new Uint8Array(profile.nodes.length)
  for (const row of rows) inside.fill(1, row, ends[row])
  return inside
}

/**
 * Pairs and counts whose earlier access is in the region. Intervals are of the whole run and are left out, and so are
 * the distances of the whole program and of counted data objects; threads and counters stay those of the run. Values are left out: their tables belong
 * to instructions, not to calling contexts.
 * @returns null if there is no region of this name
 */
export function restrictToRegion(profile: ProfileTables, region: string): ProfileTables | null {
  const inside = rowsIn(profile, region)
  if (!inside) return null
  const isInside = (node: number): boolean => node >= 0 && inside[node] === 1
  const pairs = keepRows(profile.pairs, (row) => isInside(profile.pairs.source[row]!))
  const newRow = new Int32Array(profile.pairs.length).fill(-1)
  for (let row = 0, kept = 0; row < profile.pairs.length; row++) if (isInside(profile.pairs.source[row]!)) newRow[row] = kept++
  const ofPairs = <T extends { length: number; pair: Int32Array }>(table: T): T => {
    const kept = keepRows(table, (row) => table.pair[row]! >= 0 && newRow[table.pair[row]!]! >= 0)
    return { ...kept, pair: kept.pair.map((row) => newRow[row]!) }
  }
  const { values: _values, regionWork: _regionWork, workOutsideRegions: _outside, ...run } = profile.run
  return {
    ...profile,
    run: { ...run, tools: run.tools.filter((tool) => tool !== 'values') },
    intervals: [],
    pairs: { ...pairs, intervalLow: pairs.intervalLow.map(() => Number.NaN), intervalHigh: pairs.intervalHigh.map(() => Number.NaN) },
    watches: keepRows(profile.watches, (row) => isInside(profile.watches.node[row]!)),
    threadShares: ofPairs(profile.threadShares),
    reuses: ofPairs(profile.reuses),
    censored: keepRows(profile.censored, (row) => isInside(profile.censored.node[row]!)),
    contextTotals: keepRows(profile.contextTotals, (row) => isInside(profile.contextTotals.node[row]!)),
    distanceCounts: ofPairs(profile.distanceCounts),
    cpuTimes: keepRows(profile.cpuTimes, (row) => isInside(profile.cpuTimes.node[row]!)),
    ...traceOf(profile, isInside),
    executed: keepRows(profile.executed, (row) => isInside(profile.executed.node[row]!)),
    objectDistances: keepRows(profile.objectDistances, () => false),
    valueTables: keepRows(profile.valueTables, () => false),
    valueEntries: keepRows(profile.valueEntries, () => false),
    spatialValues: profile.spatialValues.filter(({ node }) => isInside(node)),
  }
}

/** The samples in these rows, at the times that they had. */
function traceOf(profile: ProfileTables, isInside: (node: number) => boolean): Pick<ProfileTables, 'trace' | 'traceAxis'> {
  const { trace, traceAxis } = profile
  const times = traceTimes(profile)
  const kept = keepRows({ ...trace, time: times }, (row) => isInside(trace.node[row]!))
  const { time, ...rest } = kept
  const firsts = [...traceAxis.firsts]
  const step = new Uint32Array(rest.length)
  for (let thread = 0, row = 0, kept = 0; thread + 1 < firsts.length; thread++) {
    let before = 0
    for (const end = traceAxis.firsts[thread + 1]!; row < end; row++) {
      if (!isInside(trace.node[row]!)) continue
      step[kept] = time[kept]! - before
      before = time[kept++]!
    }
    firsts[thread + 1] = kept
  }
  return { trace: { ...rest, step }, traceAxis: { ...traceAxis, firsts } }
}

/** A table of columns of equal length with some of its rows. */
function keepRows<T extends { length: number }>(table: T, isKept: (row: number) => boolean): T {
  const rows = Array.from({ length: table.length }, (_, row) => row).filter(isKept)
  const columns = Object.entries(table).map(([name, column]) => [name, typeof column === 'number' ? rows.length : pick(column as Int32Array, rows)])
  return Object.fromEntries(columns) as T
}

function pick<C extends Int32Array | Uint32Array | Uint8Array | Float64Array>(column: C, rows: number[]): C {
  const Column = column.constructor as new (length: number) => C
  const picked = new Column(rows.length)
  rows.forEach((row, i) => {
    picked[i] = column[row]!
  })
  return picked
}
