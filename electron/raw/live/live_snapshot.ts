/**
 * The state of a recording in progress, read while it is being written. Reads the counters of all files but, without
 * the trap log, only as much of the logs as naming the leaves of the largest pairs needs.
 */
import { fstatSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isUse, isWasteful, RELATIONS, TOOLS } from '../../../shared/profile/profile.ts'
import type { Tool } from '../../../shared/run.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { Damage } from '../damage.ts'
import type { LiveTool } from './live_fractions.ts'
import { leavesKey, nameLeaves, type CountedPair, type KnownLeaves, type LiveLeaf } from './live_leaves.ts'
import type { LiveTrapLog, TrapKind } from './live_trap_log.ts'
import { listExtents, visitRecords, type Extent } from '../raw_extents.ts'
import { PairCounts } from '../pair_counts.ts'
import { rawFilesIn, withUntrustedFile } from '../raw_files.ts'
import { readRawHeader } from '../raw_header.ts'
import { readUint64 } from '../raw_fields.ts'
import type { RawHeader } from '../raw_process.ts'
import {
  EXACT_PAIR,
  EXTENT_COUNTERS,
  EXTENT_SIZE,
  HEADER_SIZE,
  OBJECT_COUNT,
  PAIR,
  PAIR_SMALLEST_SIZE,
  RECORD,
  RELATION_COUNT,
  SHARED_PAIR,
  STATISTIC_INDEX,
  STATISTICS,
  WATCH_CONTEXT,
  WATCH_CONTEXT_SMALLEST_SIZE,
  type StatisticName,
} from '../raw_layout.ts'

interface LivePair {
  tool: Tool
  source: LiveLeaf
  target: LiveLeaf
  /** Share of its tool's waste. */
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
  /** Accesses that the exhaustive engine counted; null for the samplers. */
  accesses: { loads: number; stores: number } | null
  /** Bytes that the exhaustive engine counted for each tool, at its last summation: pairs may be up to 2 s newer. */
  accessed: Partial<Record<Tool, number>>
  /** The recording is too large to read its pairs: only statistics were read. */
  statisticsOnly: boolean
  /** waste / (waste + use) of the first recorded tool that has decided anything; null while none has. */
  fraction: number | null
  /** Has every tool that has decided anything so far. */
  tools: Partial<Record<Tool, LiveTool>>
  /** The largest wasteful pairs, at most three, by their share of their tool's waste. Pairs of different threads are not merged yet. */
  topPairs: LivePair[]
}

export interface LiveOptions {
  /** Needed for intervals; kept by the caller from one look at the recording to the next. Absent: no log is read. */
  trapLog?: LiveTrapLog | null
  /** Kept by the caller from one look to the next; absent: leaves are searched for each time. */
  knownLeaves?: KnownLeaves
  /** Exhaustive recordings with more extents of counters only report statistics. */
  mostCounterExtents?: number
}

/** The sums over all files. */
class Sums {
  readonly statistics = new Float64Array(STATISTICS.length)
  readonly waste = new Float64Array(TOOLS.length)
  readonly use = new Float64Array(TOOLS.length)
  readonly traps = new Float64Array(TOOLS.length)
  /** η, and as an amount. */
  readonly decided = new Float64Array(TOOLS.length)
  readonly decidedAmount = new Float64Array(TOOLS.length)
  /** By tool: bytes that the exhaustive engine saw accessed; the part without waste so far counts as use. */
  readonly accessed = new Float64Array(TOOLS.length)
  /** Whether any file is of the exhaustive engine; whether any is too large to look at its pairs. */
  counted = false
  statisticsOnly = false
  /** The largest wasteful pairs of each tool. */
  readonly largest: CountedPair[][] = TOOLS.map(() => [])
}

const TOP_PAIRS = 3
/**
 * Counters of larger exhaustive recordings take too long to read while the program runs: only their statistics are
 * read.
 */
const MOST_COUNTER_EXTENTS = 2048

/** Files that are not ready yet (no complete header) are skipped. */
export function readLiveSnapshot(
  directory: string,
  { trapLog = null, knownLeaves = new Map(), mostCounterExtents = MOST_COUNTER_EXTENTS }: LiveOptions = {},
): LiveSnapshot {
  const sums = new Sums()
  let processes = 0
  for (const name of rawFilesIn(directory)) {
    const path = join(directory, name)
    if (withExtents(path, (file, extents, header) => readProcess({ file, path, extents, header, mostCounterExtents }, sums, trapLog))) processes++
  }
  const value = (name: StatisticName): number => sums.statistics[STATISTIC_INDEX[name]]!
  const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
  const tools = toolsOf(sums, trapLog)
  const decided = Object.values(tools).find((tool) => tool.waste + tool.use > 0)
  const top = sums.largest.flatMap((pairs, tool) => pairs.map((pair) => ({ pair, tool: TOOLS[tool]!, share: pair.amount / sums.waste[tool]! })))
  return {
    processes,
    samples: value('samples'),
    traps: value('traps'),
    blindSpot: { longest: value('blind_longest'), share: ratio(value('blind_samples'), value('samples')) },
    cpuTime: value('cpu_time'),
    handlerShare: ratio(value('handler_time'), value('cpu_time')),
    accesses: sums.counted ? { loads: value('loads'), stores: value('stores') } : null,
    accessed: Object.fromEntries(TOOLS.flatMap((tool, number) => (sums.accessed[number]! > 0 ? [[tool, sums.accessed[number]!]] : []))),
    statisticsOnly: sums.statisticsOnly,
    fraction: decided ? decided.waste / (decided.waste + decided.use) : null,
    tools,
    topPairs: top
      .sort((a, b) => b.share - a.share)
      .slice(0, TOP_PAIRS)
      .flatMap(({ pair, tool, share }) => {
        const leaves = leavesOf(pair, knownLeaves)
        return leaves ? [{ tool, ...leaves, shareOfWaste: share, traps: pair.traps }] : []
      }),
  }
}

function toolsOf(sums: Sums, trapLog: LiveTrapLog | null): LiveSnapshot['tools'] {
  const seen = TOOLS.flatMap((name, tool): Array<[Tool, LiveTool]> => {
    const isShared = name === 'false-sharing'
    const whole = isShared ? sums.decidedAmount[tool]! : sums.accessed[tool]!
    // A tool's use follows only from its accesses.
    if (sums.counted && whole === 0) return []
    const use = Math.max(sums.use[tool]!, whole - sums.waste[tool]!)
    const live = { waste: sums.waste[tool]!, use, traps: sums.traps[tool]!, decided: isShared ? sums.decided[tool]! : null, log: trapLog && trapLog.of(tool) }
    return live.traps === 0 && use === 0 ? [] : [[name, live]]
  })
  return Object.fromEntries(seen)
}

function leavesOf(pair: CountedPair, known: KnownLeaves): { source: LiveLeaf; target: LiveLeaf } | null {
  const key = leavesKey(pair)
  if (!known.has(key)) {
    withExtents(pair.path, (file, extents) => {
      const leaves = nameLeaves(file, extents, pair)
      if (leaves) known.set(key, leaves)
    })
  }
  return known.get(key) ?? null
}

function withExtents(path: string, read: (file: number, extents: Extent[], header: RawHeader) => void): boolean {
  try {
    withUntrustedFile(path, (file) => {
      const bytes = new Uint8Array(HEADER_SIZE)
      const got = readSync(file, bytes, 0, HEADER_SIZE, 0)
      const header = readRawHeader(new DataView(bytes.buffer, 0, got), path)
      read(file, listExtents(file, fstatSync(file).size, header.extentCount, new Damage()), header)
    })
    return true
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}

interface OpenedProcess {
  file: number
  path: string
  extents: Extent[]
  header: RawHeader
  mostCounterExtents: number
}

function readProcess({ file, path, extents, header, mostCounterExtents }: OpenedProcess, sums: Sums, trapLog: LiveTrapLog | null): void {
  const room = new Uint8Array(EXTENT_SIZE)
  /** By writer and pair; only decided ones. */
  const kinds = new Map<number, Map<number, TrapKind>>()
  const counters = extents.filter((extent) => extent.kind === EXTENT_COUNTERS)
  const isHuge = header.engine === 'exhaustive' && counters.length > mostCounterExtents
  sums.counted ||= header.engine === 'exhaustive'
  sums.statisticsOnly ||= isHuge
  const pairCounts = header.engine === 'exhaustive' && !isHuge ? readPairCounts(file, counters, room) : new PairCounts()
  // A writer's first counter record are its statistics.
  for (const extent of isHuge ? counters.filter(({ ordinal }) => ordinal === 0) : counters) {
    visitRecords(file, extent, room, new Damage(), (type, view, at, length) => {
      if (type === RECORD.statistics) {
        addStatistics(sums.statistics, view, at, length)
        if (header.engine === 'exhaustive' && !isHuge) addAccessed(sums.accessed, view, at, length, header)
      }
      if (isHuge) return
      if (type === RECORD.objectCount && length >= OBJECT_COUNT.size) addObject(sums, view, at)
      if (type === RECORD.exactPair && length >= EXACT_PAIR.size)
        addExactPair(sums, view, at, pairCounts, { path, writer: extent.writer, watchWriter: extent.writer })
      if (type === RECORD.watchContext && length >= WATCH_CONTEXT_SMALLEST_SIZE) addDecided(sums, view, at, header)
      const isShared = type === RECORD.sharedPair && length >= SHARED_PAIR.size
      if (!isShared && (type !== RECORD.pair || length < PAIR_SMALLEST_SIZE)) return
      const watchWriter = isShared ? view.getUint32(at + SHARED_PAIR.watch_writer, true) : extent.writer
      const kind = addPair(sums, view, at, { path, writer: extent.writer, watchWriter })
      if (!kind || !trapLog) return
      const known = kinds.get(extent.writer) ?? new Map<number, TrapKind>()
      kinds.set(extent.writer, known.set(view.getUint32(at + PAIR.id, true), kind))
    })
  }
  trapLog?.read(file, path, extents, (writer, pair) => kinds.get(writer)?.get(pair) ?? null)
}

type Place = Pick<CountedPair, 'path' | 'writer' | 'watchWriter'>

/** Only loads of objects count for spatial loads. */
function addObject(sums: Sums, view: DataView, at: number): void {
  const tool = view.getUint32(at + OBJECT_COUNT.tool, true) - 1
  if (tool >= 0 && tool < TOOLS.length) sums.accessed[tool]! += readUint64(view, at + OBJECT_COUNT.bytes)
}

/** Exact pairs begin like sampled ones. */
function addExactPair(sums: Sums, view: DataView, at: number, counts: PairCounts, place: Place): void {
  const { instances, bytes } = counts.of(view.getUint32(at + EXACT_PAIR.id, true))
  addCounted(sums, view, at, { amount: readUint64(view, at + EXACT_PAIR.bytes) + bytes, traps: readUint64(view, at + EXACT_PAIR.instances) + instances }, place)
}

/** They may follow their pairs. The exhaustive engine counts in one writer. */
function readPairCounts(file: number, counters: Extent[], room: Uint8Array): PairCounts {
  const counts = new PairCounts()
  for (const extent of counters) {
    visitRecords(file, extent, room, new Damage(), (type, view, at, length) => {
      if (type === RECORD.pairCounts) counts.add(view, at, length)
    })
  }
  return counts
}

/** @returns null for pairs that are neither waste nor use, or damaged */
function addPair(sums: Sums, view: DataView, at: number, place: Place): TrapKind | null {
  return addCounted(sums, view, at, { amount: view.getFloat64(at + PAIR.amount, true), traps: readUint64(view, at + PAIR.traps) }, place)
}

function addCounted(sums: Sums, view: DataView, at: number, { amount, traps }: Pick<CountedPair, 'amount' | 'traps'>, place: Place): TrapKind | null {
  const tool = view.getUint8(at + PAIR.tool) - 1
  const number = view.getUint8(at + PAIR.relation)
  if (tool < 0 || tool >= TOOLS.length || number < 1 || number > RELATION_COUNT || !(amount >= 0 && amount < Infinity)) return null
  const relation = RELATIONS[number - 1]!
  sums.traps[tool]! += traps
  if (isUse(relation)) {
    sums.use[tool]! += amount
    return { tool, wasted: 0 }
  }
  if (!isWasteful(relation)) return null
  sums.waste[tool]! += amount
  const largest = sums.largest[tool]!
  if (amount > (largest[TOP_PAIRS - 1]?.amount ?? 0)) {
    const pair: CountedPair = { ...place, watch: view.getUint32(at + PAIR.watch, true), trap: view.getUint32(at + PAIR.trap, true), amount, traps }
    sums.largest[tool] = [...largest, pair].sort((a, b) => b.amount - a.amount).slice(0, TOP_PAIRS)
  }
  return { tool, wasted: 1 }
}

/** Resolved samples, as if each represented the header's period. */
function addDecided(sums: Sums, view: DataView, at: number, { driver, period }: RawHeader): void {
  const tool = view.getUint32(at + WATCH_CONTEXT.tool, true) - 1
  const accounted = view.getFloat64(at + WATCH_CONTEXT.accounted, true)
  const sampled = readUint64(view, at + WATCH_CONTEXT.sampled)
  if (tool < 0 || tool >= TOOLS.length || !(accounted >= 0 && accounted < Infinity) || sampled === 0) return
  sums.decided[tool]! += accounted
  sums.decidedAmount[tool]! += accounted * period * (driver === 'accesses' ? readUint64(view, at + WATCH_CONTEXT.bytes) / sampled : 1)
}

/** Bytes of the access kind of each tool. */
function addAccessed(accessed: Float64Array, view: DataView, at: number, length: number, { tools }: RawHeader): void {
  const value = (name: StatisticName): number => (STATISTIC_INDEX[name] * 8 + 8 <= length ? readUint64(view, at + STATISTIC_INDEX[name] * 8) : 0)
  const stored = value('store_bytes') + value('kernel_store_bytes')
  const loaded = value('load_bytes') + value('kernel_load_bytes')
  const bytes: Partial<Record<Tool, number>> = { 'dead-stores': stored, 'silent-stores': stored, 'redundant-loads': loaded }
  for (const tool of tools) accessed[tool]! += bytes[TOOLS[tool]!] ?? 0
}

function addStatistics(statistics: Float64Array, view: DataView, at: number, length: number): void {
  for (let i = 0; i < Math.min(STATISTICS.length, Math.floor(length / 8)); i++) {
    const value = readUint64(view, at + i * 8)
    statistics[i] = i === STATISTIC_INDEX.blind_longest || i === STATISTIC_INDEX.longest_period ? Math.max(statistics[i]!, value) : statistics[i]! + value
  }
}
