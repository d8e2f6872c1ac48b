/**
 * One job's share of the analysis: reads and checks its raw files, merges their calling contexts, and leaves a partial
 * profile.
 */
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RpcError, type CancelSignal } from '../../../shared/rpc/contract.ts'
import { readRawFile } from '../../raw/raw_reader.ts'
import type { RawContexts, RawProcess } from '../../raw/raw_process.ts'
import { threadsOfContexts } from '../merge/merge_contexts.ts'
import { mergeInOrder } from '../merge/parallel_merge.ts'
import { byStart } from '../recording_directory.ts'
import { filesOfShard, type Shard } from './division.ts'
import { writePartial, type FileRead, type PartialProcess } from './partial_file.ts'

export interface ShardOptions {
  /** Share done, 0..1. */
  onProgress?: (share: number) => void
  signal?: CancelSignal
}

/**
 * Writes the shard's partial profile into the directory; the same bytes for the same recording. The reduction reports
 * raw files that can't be read.
 * @throws RpcError bad-file (no directory), cancelled; file-system errors
 */
export async function analyzeShard(directory: string, shard: Shard, { onProgress, signal }: ShardOptions = {}): Promise<void> {
  const files: FileRead[] = []
  const read: Array<{ process: RawProcess; file: number }> = []
  const names = filesOfShard(directory, shard)
  for (const [file, name] of names.entries()) {
    onProgress?.((0.8 * file) / names.length)
    await new Promise((resolve) => setImmediate(resolve))
    if (signal?.aborted) throw new RpcError('cancelled', 'Analysis was cancelled; the raw recording is still there')
    const path = join(directory, name)
    const { size, mtimeMs } = statSync(path)
    let refusal: string | null = null
    try {
      read.push({ process: readRawFile(path), file })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      refusal = error.message
    }
    files.push({ name, size, changed: mtimeMs, refusal })
  }
  const ordered = [...Map.groupBy(read, ({ file }) => dirname(names[file]!)).values()].flatMap((launcher) =>
    launcher.sort((a, b) => byStart(a.process.header, b.process.header)),
  )
  const processes = ordered.map(({ process }) => process)
  const { merger, contextRows } = mergeInOrder(processes)
  const contextThreads = threadsOfContexts(processes)
  const partial = processes.map(({ header, modules, threads, regions, writers, damage }, at): PartialProcess => ({
    header,
    modules,
    threads,
    regions,
    damage: damage.counts,
    // Accesses counted by context are distributed among the writer's own; nothing else needs its contexts later.
    writers: writers.map((writer) => (writer.exact === null ? { ...writer, contexts: NO_CONTEXTS } : writer)),
    contextRows: contextRows[at]!,
    contextThreads: contextThreads[at]!,
  }))
  onProgress?.(0.9)
  writePartial(directory, shard, { files, processes: partial, order: ordered.map(({ file }) => file), contexts: merger.finish() })
  onProgress?.(1)
}

const NO_CONTEXTS: RawContexts = { length: 0, parent: new Int32Array(), module: new Uint32Array(), flags: new Uint32Array(), offset: new Float64Array() }
