/**
 * What a recording has come to so far, read while it is being written. Reads the counters of all files and, of the logs,
 * only as much as it takes to name the leaves of the largest pairs.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isWasteful, RELATIONS } from '../../shared/profile/profile.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { Damage } from './damage.ts'
import { listExtents, visitRecords, type Extent } from './raw_extents.ts'
import { readRawHeader, readText, readUint64 } from './raw_header.ts'
import {
  CONTEXT, EXTENT_COUNTERS, EXTENT_LOG, EXTENT_SIZE, HEADER_SIZE, MODULE, PAIR, RAW_SUFFIX, RECORD, RELATION_COUNT, STATISTIC_INDEX, STATISTICS, type StatisticName,
} from './raw_layout.ts'

export interface LiveLeaf {
  /** Path of the module; null for code in no known module. */
  module: string | null
  /** ELF virtual address of the instruction, or its run-time address without a module. */
  offset: number
}

export interface LivePair {
  source: LiveLeaf
  target: LiveLeaf
  shareOfWaste: number
  traps: number
}

export interface LiveSnapshot {
  processes: number
  samples: number
  traps: number
  blindSpot: { longest: number; share: number }
  /** ns of CPU time. */
  cpuTime: number
  handlerShare: number
  /** waste / (waste + use); null while nothing is decided. */
  fraction: number | null
  /** The largest wasteful pairs, at most three. Pairs of different threads are not merged yet. */
  topPairs: LivePair[]
}

interface CountedPair {
  file: string
  writer: number
  watch: number
  trap: number
  amount: number
  traps: number
}

const TOP_PAIRS = 3

/** Files that are not ready yet (no complete header) are passed over. */
export function readLiveSnapshot(directory: string): LiveSnapshot {
  const names = readdirSync(directory).filter((name) => name.endsWith(RAW_SUFFIX))
  const statistics = new Float64Array(STATISTICS.length)
  const totals = { waste: 0, use: 0 }
  let top: CountedPair[] = []
  let processes = 0
  for (const name of names) {
    const path = join(directory, name)
    const isReady = withExtents(path, (file, extents) => {
      top = readCounters(file, path, extents, statistics, totals, top)
    })
    if (isReady) processes++
  }
  const value = (name: StatisticName): number => statistics[STATISTIC_INDEX[name]]!
  const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
  return {
    processes,
    samples: value('samples'),
    traps: value('traps'),
    blindSpot: { longest: value('blind_longest'), share: ratio(value('blind_samples'), value('samples')) },
    cpuTime: value('cpu_time'),
    handlerShare: ratio(value('handler_time'), value('cpu_time')),
    fraction: totals.waste + totals.use > 0 ? totals.waste / (totals.waste + totals.use) : null,
    topPairs: top.flatMap((pair) => nameLeaves(pair, totals.waste)),
  }
}

function withExtents(path: string, read: (file: number, extents: Extent[]) => void): boolean {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(HEADER_SIZE)
    const got = readSync(file, bytes, 0, HEADER_SIZE, 0)
    const header = readRawHeader(new DataView(bytes.buffer, 0, got), path)
    read(file, listExtents(file, fstatSync(file).size, header.extentCount, new Damage()))
    return true
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  } finally {
    closeSync(file)
  }
}

/** Adds to `statistics` and `totals`; @returns the largest pairs of those given and those of this file */
function readCounters(file: number, path: string, extents: Extent[], statistics: Float64Array, totals: { waste: number; use: number }, top: CountedPair[]): CountedPair[] {
  const room = new Uint8Array(EXTENT_SIZE)
  let largest = top
  for (const extent of extents.filter((extent) => extent.kind === EXTENT_COUNTERS)) {
    visitRecords(file, extent, room, new Damage(), (type, view, at, length) => {
      if (type === RECORD.statistics) addStatistics(statistics, view, at, length)
      if (type !== RECORD.pair || length < PAIR.size) return
      const number = view.getUint8(at + PAIR.relation)
      const amount = view.getFloat64(at + PAIR.amount, true)
      if (number < 1 || number > RELATION_COUNT || !(amount >= 0 && amount < Infinity)) return
      const relation = RELATIONS[number - 1]!
      if (isWasteful(relation)) totals.waste += amount
      else if (relation !== 'REUSED_BY') totals.use += amount
      if (!isWasteful(relation) || amount <= (largest[TOP_PAIRS - 1]?.amount ?? 0)) return
      const pair: CountedPair = {
        file: path, writer: extent.writer, watch: view.getUint32(at + PAIR.watch, true), trap: view.getUint32(at + PAIR.trap, true),
        amount, traps: readUint64(view, at + PAIR.traps),
      }
      largest = [...largest, pair].sort((a, b) => b.amount - a.amount).slice(0, TOP_PAIRS)
    })
  }
  return largest
}

function addStatistics(statistics: Float64Array, view: DataView, at: number, length: number): void {
  for (let i = 0; i < Math.min(STATISTICS.length, Math.floor(length / 8)); i++) {
    const value = readUint64(view, at + i * 8)
    statistics[i] = i === STATISTIC_INDEX.blind_longest ? Math.max(statistics[i]!, value) : statistics[i]! + value
  }
}

/** Empty if a context was not found. */
function nameLeaves(pair: CountedPair, waste: number): LivePair[] {
  const contexts = new Map<number, { module: number; offset: number }>()
  const modules = new Map<number, string>()
  withExtents(pair.file, (file, extents) => {
    const logs = (writer: number): Extent[] => extents.filter((extent) => extent.kind === EXTENT_LOG && extent.writer === writer)
    const room = new Uint8Array(EXTENT_SIZE)
    for (const extent of logs(pair.writer)) {
      if (contexts.has(pair.watch) && contexts.has(pair.trap)) break
      visitRecords(file, extent, room, new Damage(), (type, view, at, length) => {
        if (type !== RECORD.context || length < CONTEXT.size) return
        const id = view.getUint32(at + CONTEXT.id, true)
        if (id === pair.watch || id === pair.trap) contexts.set(id, { module: view.getUint32(at + CONTEXT.module, true), offset: readUint64(view, at + CONTEXT.offset) })
      })
    }
    for (const extent of logs(0)) {
      visitRecords(file, extent, room, new Damage(), (type, view, at, length) => {
        if (type !== RECORD.module || length < MODULE.size) return
        const buildId = view.getUint16(at + MODULE.build_id_length, true)
        const path = view.getUint16(at + MODULE.path_length, true)
        if (MODULE.size + buildId + path <= length) modules.set(view.getUint32(at + MODULE.index, true), readText(view, at + MODULE.size + buildId, path))
      })
    }
  })
  const leaf = (context: number): LiveLeaf | null => {
    const found = contexts.get(context)
    return found ? { module: modules.get(found.module) ?? null, offset: found.offset } : null
  }
  const source = leaf(pair.watch)
  const target = leaf(pair.trap)
  return source && target ? [{ source, target, shareOfWaste: pair.amount / waste, traps: pair.traps }] : []
}
