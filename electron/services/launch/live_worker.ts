/** Worker thread of live_view.ts: reads the raw files when asked, so that the host never waits for a large one. */
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Tool } from '../../../shared/run.ts'
import { readLiveSnapshot } from '../../raw/live/live_snapshot.ts'
import type { LiveSnapshot } from '../../raw/live/live_snapshot.ts'
import { LiveTrapLog } from '../../raw/live/live_trap_log.ts'
import { countedFraction, liveFractions } from '../../raw/live/live_fractions.ts'
import type { KnownLeaves, LiveLeaf } from '../../raw/live/live_leaves.ts'
import type { ModuleSymbols } from '../../symbols/symbols_addon.ts'
import { loadSymbolsAddon } from '../../symbols/symbols_addon.ts'
import { messageOf } from '../../failure.ts'
import type { FailedLook, LiveLook, LiveRequest } from './live_view.ts'

const port = parentPort
if (port === null) throw new Error('live_worker runs in a worker thread only')

const { directory, intervals, exhaustive } = workerData as LiveRequest
const modules = new Map<string, ModuleSymbols | null>()
const names = new Map<string, string>()
/** A gigabyte of counters, which are then read seldom (live_view.ts). */
const mostCounterExtents = 65_536
const knownLeaves: KnownLeaves = new Map()
const trapLog = intervals ? new LiveTrapLog() : null

port.on('message', (message: 'read' | 'close') => (message === 'close' ? port.close() : port.postMessage(lookOrFail())))

function lookOrFail(): LiveLook | FailedLook {
  try {
    return look()
  } catch (error) {
    return { failure: messageOf(error) }
  }
}

function look(): LiveLook {
  const spentBefore = process.threadCpuUsage()
  const snapshot = readLiveSnapshot(directory, { trapLog, knownLeaves, ...(exhaustive ? { mostCounterExtents } : {}) })
  const { user, system } = process.threadCpuUsage(spentBefore)
  const reading = (user + system) / 1000
  const { samples, traps, blindSpot, handlerShare, fraction, topPairs, accesses, statisticsOnly } = snapshot
  const certainty = liveFractions(snapshot)
  const fractions = exhaustive ? countedFractions(snapshot) : Object.fromEntries(Object.entries(certainty).map(([tool, { fraction }]) => [tool, fraction]))
  const named = topPairs.map((pair) => ({ ...pair, source: nameOf(pair.source), target: nameOf(pair.target) }))
  return {
    reading,
    progress: {
      samples,
      traps,
      blindSpot,
      handlerShare,
      fraction,
      fractions,
      certainty,
      topPairs: named,
      ...(accesses === null ? {} : { accesses, statisticsOnly }),
    },
  }
}

let before: LiveSnapshot | null = null
type Fractions = Partial<Record<Tool, number | null>>
let lastFractions: Fractions = {}

/** The last known values: the engine sums less often than its recording may be read. */
function countedFractions(now: LiveSnapshot): Fractions {
  const tools = Object.keys(now.tools) as Tool[]
  const known = tools.map((tool): [Tool, number | null] => [tool, countedFraction(before, now, tool) ?? lastFractions[tool] ?? null])
  before = now
  lastFractions = Object.fromEntries(known)
  return lastFractions
}

/** "function file:line", shorter if less is known. */
function nameOf(leaf: LiveLeaf): string {
  const key = `${leaf.module} ${leaf.offset}`
  const name = names.get(key) ?? symbolise(leaf)
  names.set(key, name)
  return name
}

function symbolise({ module: path, offset }: LiveLeaf): string {
  const hexadecimal = `0x${offset.toString(16)}`
  if (path === null) return hexadecimal
  const unnamed = `${basename(path)}+${hexadecimal}`
  const module = openModule(path)
  if (module === null) return unnamed
  const { frameStart, functionName, file, line, strings } = module.lookup(Float64Array.of(offset))
  const innermost = (frameStart[1] ?? 0) - 1
  const name = strings[functionName[innermost] ?? 0]
  const source = strings[file[innermost] ?? 0]
  return `${name === undefined || name === '' ? unnamed : name}${source === undefined || source === '' ? '' : ` ${basename(source)}:${line[innermost]}`}`
}

/** Null if the file cannot be read as ELF, e.g. the vDSO: its accesses show as module and offset. */
function openModule(path: string): ModuleSymbols | null {
  const known = modules.get(path)
  if (known !== undefined) return known
  let module: ModuleSymbols | null
  try {
    module = loadSymbolsAddon().openModule(path)
  } catch {
    module = null
  }
  modules.set(path, module)
  return module
}
