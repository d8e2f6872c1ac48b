/** Reads a recording directory, or the shared directory of several MPI or Slurm ranks (shared/recording.ts). */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RANK_DIRECTORY, type RecordingDescription } from '../../shared/recording.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { rawFilesIn, unrecordedIn, type UnrecordedProcess } from '../raw/raw_files.ts'
import { unrecordedProgramsIn, type UnrecordedProgram } from '../raw/unrecorded_programs.ts'
import { RAW_SUFFIX } from '../raw/raw_layout.ts'
import type { RawProcess } from '../raw/raw_process.ts'
import { readRawFile } from '../raw/raw_reader.ts'
import { joinDescriptions, readDescription } from './recording_description.ts'

export interface RecordingDirectory {
  path: string
  /** Description of all ranks together; null if recording.json is missing or unreadable; `problems` says which. */
  description: RecordingDescription | null
  /** By rank, then start. At least one. */
  processes: RawProcess[]
  /** Rank of each process; null without MPI or Slurm. */
  ranks: Array<number | null>
  /** For each process: directory of its launcher, with recording.json; raw files may lie deeper. */
  launchers: string[]
  /** For each process: start of its rank's recording on its machine's clock, ns. */
  starts: number[]
  /** Processes that have no raw file. */
  unrecorded: UnrecordedProcess[]
  /** That the exhaustive engine did not follow. */
  programs: UnrecordedProgram[]
  /** Image of the kernel's vDSO; null if it was not kept. */
  vdsoPath: string | null
  /** Sentences about files that were left out. */
  problems: string[]
}

/** Reads a raw file; throws as readRawFile does. */
export type RawFileReader = (path: string) => RawProcess

/**
 * @param readFile returns the content of a raw file
 * @throws RpcError bad-file if the directory holds no readable raw recording
 */
export function readRecordingDirectory(path: string, readFile: RawFileReader = readRawFile): RecordingDirectory {
  const ranks = ranksIn(path)
  return ranks === null ? readOne(path, null, readFile) : readRanks(path, ranks, readFile)
}

/** Numbers of the ranks that left a directory here, ascending; null for a recording of one launcher. @throws RpcError bad-file if it is no directory */
export function ranksIn(path: string): number[] | null {
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    throw new RpcError('bad-file', `${path} is not a directory; give the directory that "hagstone record" made`)
  }
  const entries = readdirSync(path)
  if (rawFilesIn(path).length > 0) return null
  const ranks = entries
    .flatMap((name) => RANK_DIRECTORY.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
  return ranks.length === 0 ? null : ranks
}

/** Directory of a rank, within that of all. */
export function rankDirectory(rank: number): string {
  return `rank-${rank}`
}

/** The order in which processes of one launcher are merged: equal times by name. */
export function byStart(a: { startTime: number }, b: { startTime: number }): number {
  return a.startTime === b.startTime ? 0 : a.startTime - b.startTime
}

/** A rank that cannot be read is named; the others represent the run. */
function readRanks(path: string, ranks: number[], readFile: RawFileReader): RecordingDirectory {
  const recordings: RecordingDirectory[] = []
  const problems: string[] = []
  let refusal: RpcError | null = null
  for (const rank of ranks) {
    try {
      recordings.push(readOne(join(path, rankDirectory(rank)), rank, readFile))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      refusal = error
      problems.push(`Rank ${rank} is omitted: ${error.message}.`)
    }
  }
  if (recordings.length === 0 && refusal) throw refusal
  const missing = Math.max(0, ...recordings.map((recording) => recording.description?.rankCount ?? 0)) - ranks.length
  if (missing > 0) problems.push(`${missing} of ${ranks.length + missing} ranks wrote no recording to ${path}. Their work is missing.`)
  return {
    path,
    description: joinDescriptions(recordings.flatMap(({ description }) => description ?? [])),
    processes: recordings.flatMap((recording) => recording.processes),
    ranks: recordings.flatMap((recording) => recording.ranks),
    launchers: recordings.flatMap((recording) => recording.launchers),
    starts: recordings.flatMap((recording) => recording.starts),
    unrecorded: recordings.flatMap((recording) => recording.unrecorded),
    programs: recordings.flatMap((recording) => recording.programs),
    vdsoPath: recordings.find((recording) => recording.vdsoPath !== null)?.vdsoPath ?? null,
    problems: [...problems, ...recordings.flatMap((recording) => recording.problems.map((problem) => `Rank ${recording.ranks[0]}: ${problem}`))],
  }
}

/** @param rank by the directory's name; null: as recording.json says, or as each process found it below mpirun */
function readOne(path: string, rank: number | null, readFile: RawFileReader): RecordingDirectory {
  const names = rawFilesIn(path)
  if (names.length === 0) throw new RpcError('bad-file', `${path} contains no raw recording (*${RAW_SUFFIX}); the target may have ended before recording began`)
  const problems: string[] = []
  const processes: RawProcess[] = []
  let refusal: RpcError | null = null
  for (const name of names) {
    try {
      processes.push(readFile(join(path, name)))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      refusal = error
      problems.push(`Left out: ${error.message}.`)
    }
  }
  if (processes.length === 0 && refusal) throw refusal
  processes.sort((a, b) => byStart(a.header, b.header))
  const description = readDescription(join(path, 'recording.json'), problems)
  const vdso = join(path, 'vdso.so')
  return {
    path,
    description,
    processes,
    ranks: processes.map(({ header }) => rank ?? description?.rank ?? header.rank),
    launchers: processes.map(() => path),
    starts: processes.map(() => processes[0]!.header.startTime),
    unrecorded: unrecordedIn(path),
    programs: unrecordedProgramsIn(path),
    vdsoPath: existsSync(vdso) ? vdso : null,
    problems,
  }
}
