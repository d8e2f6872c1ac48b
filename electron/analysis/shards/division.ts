/** Divides the raw files of a recording among several jobs: neighbours in merging order stay together. */
import { join } from 'node:path'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { readStartTime } from '../../raw/raw_reader.ts'
import { rawFilesIn } from '../../raw/raw_files.ts'
import { byStart, rankDirectory, ranksIn } from '../recording_directory.ts'

export interface Shard {
  /** 1 to count. */
  index: number
  count: number
}

/**
 * Raw files of a shard, relative to the directory, by rank and name, or by start for one launcher. Ranks stay whole.
 * Every file is in exactly one shard; surplus shards are empty.
 * @throws RpcError bad-file if it is no directory; a file-system error
 */
export function filesOfShard(directory: string, { index, count }: Shard): string[] {
  const units = unitsOf(directory)
  return units.slice(Math.floor((units.length * (index - 1)) / count), Math.floor((units.length * index) / count)).flatMap((unit) => unit())
}

/** All raw files of a recording, relative to the directory. @throws as filesOfShard does */
export function allFiles(directory: string): string[] {
  return filesOfShard(directory, { index: 1, count: 1 })
}

/** Units that stay together, each with its files. */
function unitsOf(directory: string): Array<() => string[]> {
  const ranks = ranksIn(directory)
  if (ranks !== null) return ranks.map(rankDirectory).map((rank) => () => rawFilesIn(join(directory, rank)).map((name) => join(rank, name)))
  const files = rawFilesIn(directory).map((name) => ({ name, startTime: startTimeOf(join(directory, name)) }))
  return files.sort(byStart).map(({ name }) => () => [name])
}

/** Unreadable files have no place in the order. */
function startTimeOf(path: string): number {
  try {
    return readStartTime(path)
  } catch (error) {
    if (error instanceof RpcError) return Infinity
    throw error
  }
}
