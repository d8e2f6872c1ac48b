/** Combines the partial profiles of all shards into the profile that one analysis of the whole recording makes. */
import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { Damage } from '../../raw/damage.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import { analyzeAndWrite, type AnalysedProfile, type AnalysisOptions } from '../analyze_recording.ts'
import { ContextMerger } from '../merge/context_merger.ts'
import { addMeasured } from '../merge/merge_contexts.ts'
import type { Merged } from '../merged.ts'
import { readRecordingDirectory } from '../recording_directory.ts'
import { allFiles, type Shard } from './division.ts'
import { readPartial, shardOfName, type FileRead, type PartialProcess, type PartialProfile } from './partial_file.ts'

/**
 * Reduces the partial profiles that lie in the directory and writes the profile.
 * @throws RpcError not-found (a shard is missing), bad-file (one is damaged, or older than what it represents) and the errors of analyzeRecording
 */
export async function reduceShards(directory: string, outputPath: string, options: AnalysisOptions): Promise<AnalysedProfile> {
  const parts = wholeSet(directory).map((shard) => ({ shard, partial: readPartial(directory, shard) }))
  const found = new Map<string, Found>()
  for (const { shard, partial } of parts) {
    const positions = new Map(partial.order.map((file, position) => [file, position]))
    partial.files.forEach((file, at) => found.set(file.name, { shard, file, process: partial.processes[positions.get(at) ?? -1] ?? null }))
  }
  requireUnchanged(directory, found)
  const processes = new Map<PartialProcess, RawProcess>()
  const recording = readRecordingDirectory(directory, (path) => {
    const { file, process } = found.get(relative(directory, path))!
    if (process === null) throw new RpcError('bad-file', file.refusal ?? `${path} is in no partial profile`)
    const raw = { ...process, path, damage: damageOf(process) }
    processes.set(process, raw)
    return raw
  })
  const partials = parts.map(({ partial }) => partial)
  return analyzeAndWrite(recording, outputPath, options, async () => mergeShards(recording.processes, partials, processes))
}

interface Found {
  shard: Shard
  file: FileRead
  process: PartialProcess | null
}

/** Merges the shards' contexts; rows get the numbers that merging all processes in order gives. */
function mergeShards(processes: RawProcess[], partials: PartialProfile[], rawOf: Map<PartialProcess, RawProcess>): Merged {
  const numbers = new Map(processes.map((process, number) => [process, number]))
  const merger = new ContextMerger()
  for (const process of processes) merger.process(process)
  const contextRows: Int32Array[][] = []
  const contextThreads: Int32Array[][] = []
  for (const { processes: own, contexts } of partials) {
    const numberOf = own.map((process) => numbers.get(rawOf.get(process)!)!)
    const rows = merger.addShare(contexts, numberOf)
    own.forEach((process, at) => {
      contextRows[numberOf[at]!] = process.contextRows.map((column) => column.map((row) => (row < 0 ? row : rows[row]!)))
      contextThreads[numberOf[at]!] = process.contextThreads
    })
  }
  return addMeasured(processes, { merger, contextRows }, contextThreads)
}

function damageOf(process: PartialProcess): Damage {
  const damage = new Damage()
  for (const [cause, times] of process.damage) damage.count(cause, times)
  return damage
}

/** The shards of the complete division; otherwise an error that names the command to run. */
function wholeSet(directory: string): Shard[] {
  const present = Map.groupBy(
    readdirSync(directory).flatMap((name) => shardOfName(name) ?? []),
    ({ count }) => count,
  )
  const divisions = [...present].map(([count, shards]) => {
    const known = new Set(shards.map(({ index }) => index))
    const all = Array.from({ length: count }, (_, at): Shard => ({ index: at + 1, count }))
    return { count, all, missing: all.filter(({ index }) => !known.has(index)) }
  })
  const [best] = divisions.sort((a, b) => a.missing.length - b.missing.length || a.count - b.count)
  if (best === undefined)
    throw new RpcError('not-found', `${directory} holds no partial profile; run hagstone analyze --shard I/N there for every I from 1 to N first`)
  const [missing] = best.missing
  if (missing !== undefined) {
    const more = best.missing.length > 1 ? ` and ${best.missing.length - 1} more` : ''
    throw new RpcError(
      'not-found',
      `${directory} lacks the partial profile of shard ${missing.index}/${best.count}${more}; run hagstone analyze --shard ${missing.index}/${best.count}${more === '' ? '' : ' and the others'} there, then --reduce again`,
    )
  }
  return best.all
}

/** Each raw file is unchanged since its shard was analysed. */
function requireUnchanged(directory: string, found: Map<string, Found>): void {
  const names = allFiles(directory)
  for (const name of names) {
    const known = found.get(name)
    if (known === undefined) throw new RpcError('bad-file', `${join(directory, name)} came after the shards were analysed; run all shards again`)
    const { size, mtimeMs } = statSync(join(directory, name))
    if (size !== known.file.size || mtimeMs !== known.file.changed) {
      throw new RpcError(
        'bad-file',
        `${join(directory, name)} changed after shard ${known.shard.index}/${known.shard.count} was analysed; run that shard again`,
      )
    }
  }
  const gone = [...found.keys()].find((name) => !names.includes(name))
  if (gone !== undefined) throw new RpcError('bad-file', `${join(directory, gone)} is gone since the shards were analysed; run all shards again`)
}
