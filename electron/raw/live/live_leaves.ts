/** Finds the instructions of a pair in a recording in progress. */
import { Damage } from '../damage.ts'
import { visitRecords, type Extent } from '../raw_extents.ts'
import { readText, readUint64 } from '../raw_fields.ts'
import { CONTEXT, EXTENT_LOG, EXTENT_SIZE, MODULE, RECORD } from '../raw_layout.ts'

export interface LiveLeaf {
  /** Path of the module; null for code in no known module. */
  module: string | null
  /** ELF virtual address of the instruction, or its run-time address without a module. */
  offset: number
}

/** A pair as one writer's counters have it. */
export interface CountedPair {
  /** Path of the raw file. */
  path: string
  /** Writer of the pair and of the later access; that of the earlier access. */
  writer: number
  watchWriter: number
  watch: number
  trap: number
  amount: number
  traps: number
}

/** Pairs resolved earlier, because contexts never change. By raw file, writers and contexts. */
export type KnownLeaves = Map<string, { source: LiveLeaf; target: LiveLeaf }>

export function leavesKey({ path, writer, watchWriter, watch, trap }: CountedPair): string {
  return `${path} ${watchWriter} ${watch} ${writer} ${trap}`
}

/** Null if a context was not found. */
export function nameLeaves(file: number, extents: Extent[], pair: CountedPair): { source: LiveLeaf; target: LiveLeaf } | null {
  const room = new Uint8Array(EXTENT_SIZE)
  const logs = (writer: number): Extent[] => extents.filter((extent) => extent.kind === EXTENT_LOG && extent.writer === writer)
  const source = findContext(file, logs(pair.watchWriter), pair.watch, room)
  const target = findContext(file, logs(pair.writer), pair.trap, room)
  if (!source || !target) return null
  const modules = readModulePaths(file, logs(0), room)
  const leaf = ({ module, offset }: FoundContext): LiveLeaf => ({ module: modules.get(module) ?? null, offset })
  return { source: leaf(source), target: leaf(target) }
}

interface FoundContext {
  module: number
  offset: number
}

function findContext(file: number, extents: Extent[], wanted: number, room: Uint8Array): FoundContext | null {
  let found: FoundContext | null = null
  for (const extent of extents) {
    if (found) break
    visitRecords(file, extent, room, new Damage(), (type, view, at, length) => {
      if (type !== RECORD.context || length < CONTEXT.size || view.getUint32(at + CONTEXT.id, true) !== wanted) return
      found = { module: view.getUint32(at + CONTEXT.module, true), offset: readUint64(view, at + CONTEXT.offset) }
    })
  }
  return found
}

function readModulePaths(file: number, extents: Extent[], room: Uint8Array): Map<number, string> {
  const modules = new Map<number, string>()
  for (const extent of extents) {
    visitRecords(file, extent, room, new Damage(), (type, view, at, length) => {
      if (type !== RECORD.module || length < MODULE.size) return
      const buildId = view.getUint16(at + MODULE.build_id_length, true)
      const path = view.getUint16(at + MODULE.path_length, true)
      if (MODULE.size + buildId + path <= length) modules.set(view.getUint32(at + MODULE.index, true), readText(view, at + MODULE.size + buildId, path))
    })
  }
  return modules
}
