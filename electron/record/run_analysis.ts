/** Analyses, in the calling thread. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
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

/** Analyses of one recording, which share its modules and everything learned about their code. */
export class RecordingAnalysis {
  readonly #symbols: OpenModules
  readonly #kept = { keptLoops: new KeptLoops(), keptCode: new KeptCode() }

  constructor(symbols: SymbolSource = loadSymbolsAddon()) {
    this.#symbols = new OpenModules(symbols)
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

  /** Writes the profile. @throws as analyzeRecording and reduceShards do */
  async profile({ directory, output, counting, reduce }: ProfileRequest, { signal, onProgress }: AnalysisProgress): Promise<void> {
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
