/** Analyses, in the calling thread. */
import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { FunctionCode, ProfileTables } from '../../shared/profile/profile.ts'
import type { CancelSignal } from '../../shared/rpc/contract.ts'
import { analyzeInMemory, analyzeRecording } from '../analysis/analyze_recording.ts'
import { readRecordingDirectory } from '../analysis/recording_directory.ts'
import { analyzeShard } from '../analysis/shards/analyze_shard.ts'
import { reduceShards } from '../analysis/shards/reduce_shards.ts'
import { KeptCode } from '../analysis/symbols/kept_code.ts'
import { OpenModules } from '../analysis/symbols/open_modules.ts'
import type { SymbolSource } from '../analysis/symbols/symbol_source.ts'
import { KeptLoops } from '../analysis/waiting/kept_loops.ts'
import { rawFilesIn } from '../raw/raw_files.ts'
import { debuginfodOf } from '../symbols/debuginfod.ts'
import { loadSymbolsAddon } from '../symbols/symbols_addon.ts'
import type { AnalysisProgress, AnalysisRequest, ProfileRequest } from './finishing/analysis_messages.ts'

/** Bytes of raw files: of more, merging takes longer than reading the code of modules. */
const MOST_AHEAD = 8 << 20

/** Profiles with so many rows carry their report. With a million, they and their raw files have more bytes. */
const LARGE = { rows: 1_000_000, bytes: 8 << 20 }

/** Analyses of one recording, which share its modules and everything learned about their code. */
export class RecordingAnalysis {
  readonly #symbols: OpenModules
  readonly #kept = { keptLoops: new KeptLoops(), keptCode: new KeptCode() }
  readonly #large: { rows: number; bytes: number }

  constructor(symbols: SymbolSource = loadSymbolsAddon(), large = LARGE) {
    this.#symbols = new OpenModules(symbols)
    this.#large = large
  }

  /**
   * Learns about the code that the samples so far are in. Asks no server.
   * @returns the profile of these samples; null if there are too many
   * @throws as analyzeInMemory does
   */
  async ahead(
    directory: string,
    hooks: { onProgress(share: number): void; signal: CancelSignal },
  ): Promise<{ profile: ProfileTables; code: FunctionCode[] } | null> {
    if (bytesIn(directory) > MOST_AHEAD) return null
    const made = await analyzeInMemory(readRecordingDirectory(directory), { ...hooks, symbols: this.#symbols, ...this.#kept })
    this.keep()
    return made
  }

  /** Writes the profile; a large one carries its report. @throws as analyzeRecording and reduceShards do */
  async profile(request: ProfileRequest, hooks: AnalysisProgress): Promise<void> {
    // Small recordings make no large profiles.
    if (!request.reduce && bytesIn(request.directory) < this.#large.bytes) return this.#write(request, hooks)
    // Nobody has opened the file while it is changed.
    const temporary = join(dirname(request.output), `.${process.pid}-${threadId}.partial`)
    try {
      await this.#write({ ...request, output: temporary }, hooks)
      if (await this.#carriesReport(temporary)) renameSync(temporary, request.output)
      else await this.#write(request, hooks)
    } finally {
      rmSync(temporary, { force: true })
    }
  }

  /** False: it could not be added, and the file may be damaged. A small profile needs none. */
  async #carriesReport(path: string): Promise<boolean> {
    if (statSync(path).size < this.#large.bytes) return true
    try {
      const { carryReportOf } = await import('../report/kept/carry_report.ts')
      carryReportOf(path, { large: this.#large.rows })
      return true
    } catch {
      return false
    }
  }

  async #write({ directory, output, counting, reduce }: ProfileRequest, { signal, onProgress }: AnalysisProgress): Promise<void> {
    const analyze = reduce ? reduceShards : analyzeRecording
    await analyze(directory, output, {
      onProgress,
      ...(signal === null ? {} : { signal }),
      symbols: this.#symbols,
      ...this.#kept,
      debuginfod: debuginfodOf(process.env),
      ...(counting === null ? {} : { counting }),
    })
  }

  /** Stores the reusable results for later recordings. The profile does not need it. */
  keep(): void {
    this.#kept.keptLoops.keep()
    this.#kept.keptCode.keep()
  }

  close(): void {
    this.#symbols.close()
  }
}

export function bytesIn(directory: string): number {
  return rawFilesIn(directory).reduce((bytes, path) => bytes + statSync(join(directory, path)).size, 0)
}

export async function runAnalysis(request: AnalysisRequest, hooks: AnalysisProgress): Promise<void> {
  if (request.type === 'shard') {
    const { signal, onProgress } = hooks
    return analyzeShard(request.directory, request.shard, { onProgress, ...(signal === null ? {} : { signal }) })
  }
  const analysis = new RecordingAnalysis()
  try {
    await analysis.profile(request, hooks)
    analysis.keep()
  } finally {
    analysis.close()
  }
}

/** @throws Failure where they cannot be loaded */
export function prepareSymbols(): void {
  loadSymbolsAddon()
}
