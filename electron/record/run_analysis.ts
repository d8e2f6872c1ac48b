/** Analyses, in the calling thread. */
import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { RpcError, type CancelSignal } from '../../shared/rpc/contract.ts'
import { analyzeInMemory, analyzeRecording, type AnalysedProfile } from '../analysis/analyze_recording.ts'
import { readRecordingDirectory } from '../analysis/recording_directory.ts'
import { analyzeShard } from '../analysis/shards/analyze_shard.ts'
import { reduceShards } from '../analysis/shards/reduce_shards.ts'
import { KeptAnswers } from '../analysis/symbols/kept_answers.ts'
import { KeptCode } from '../analysis/symbols/kept_code.ts'
import { OpenModules } from '../analysis/symbols/open_modules.ts'
import type { SymbolSource } from '../analysis/symbols/symbol_source.ts'
import { KeptLoops } from '../analysis/waiting/kept_loops.ts'
import { rawFilesIn } from '../raw/raw_files.ts'
import type { SummaryReport } from '../report/summary_report.ts'
import { debuginfodOf } from '../symbols/debuginfod.ts'
import { loadSymbolsAddon } from '../symbols/symbols_addon.ts'
import type { AnalysisProgress, AnalysisRequest, ProfileRequest } from './finishing/analysis_messages.ts'

/** Bytes of raw files: of more, merging takes longer than reading the code of modules. */
const MOST_AHEAD = 8 << 20

/** Profiles with so many rows carry their report. With a million, they and their raw files have more bytes. */
const LARGE = { rows: 1_000_000, bytes: 8 << 20 }
/** Share of the work that is done when the report of a large profile begins. */
const REPORT_BEGINS = 0.8

/** Analyses of one recording, which share its modules and everything learned about their code. */
export class RecordingAnalysis {
  readonly #symbols: OpenModules
  readonly #kept = { keptLoops: new KeptLoops(), keptCode: new KeptCode() }
  readonly #answers = new KeptAnswers()
  readonly #large: { rows: number; bytes: number }

  constructor(symbols: SymbolSource = loadSymbolsAddon(), large = LARGE) {
    this.#symbols = new OpenModules(symbols, this.#answers)
    this.#large = large
  }

  /**
   * Learns about the code that the samples so far are in. Asks no server.
   * @returns the profile of these samples; null if there are too many
   * @throws as analyzeInMemory does
   */
  async ahead(directory: string, hooks: { onProgress(share: number): void; signal: CancelSignal }): Promise<AnalysedProfile | null> {
    if (bytesIn(directory) > MOST_AHEAD) return null
    const made = await analyzeInMemory(readRecordingDirectory(directory), { ...hooks, symbols: this.#symbols, ...this.#kept })
    this.keep()
    return made
  }

  /**
   * Writes the profile; a large one carries its report, unless it is cancelled meanwhile.
   * @returns a small one: its reader need not open the file
   * @throws as analyzeRecording and reduceShards do
   */
  async profile(request: ProfileRequest, { signal, onProgress }: AnalysisProgress): Promise<AnalysedProfile | null> {
    // Small recordings make no large profiles.
    if (!request.reduce && bytesIn(request.directory) < this.#large.bytes) return this.#write(request, { signal, onProgress })
    // Nobody has opened the file while it is changed.
    const temporary = join(dirname(request.output), `.${process.pid}-${threadId}.partial`)
    const progress = (from: number, to: number) => ({ reached: (share: number) => onProgress(from + (to - from) * share) })
    try {
      await this.#write({ ...request, output: temporary }, { signal, onProgress: progress(0, REPORT_BEGINS).reached })
      if (statSync(temporary).size >= this.#large.bytes)
        await this.#addReport(temporary, request.isOwn ?? false, { signal, onProgress: progress(REPORT_BEGINS, 1).reached })
      renameSync(temporary, request.output)
      onProgress(1)
      return null
    } finally {
      rmSync(temporary, { force: true })
    }
  }

  /** The profile is whole without it, too. */
  async #addReport(path: string, isOwn: boolean, { signal, onProgress }: AnalysisProgress): Promise<void> {
    const reached = (share: number): void => {
      if (signal?.aborted === true) throw new RpcError('cancelled', 'The report was cancelled; the profile is written without it')
      onProgress(share)
    }
    try {
      const { carryReportOf } = await import('../report/kept/carry_report.ts')
      carryReportOf(path, { large: this.#large.rows }, { reached }, isOwn)
    } catch {
      // The first command that shows a report makes it.
    }
  }

  async #write({ directory, output, counting, reduce }: ProfileRequest, { signal, onProgress }: AnalysisProgress): Promise<AnalysedProfile> {
    const analyze = reduce ? reduceShards : analyzeRecording
    return analyze(directory, output, {
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
    this.#answers.keep()
  }

  close(): void {
    this.#symbols.close()
  }
}

export function bytesIn(directory: string): number {
  return rawFilesIn(directory).reduce((bytes, path) => bytes + statSync(join(directory, path)).size, 0)
}

/** @returns as RecordingAnalysis.profile; null for a shard */
export async function runAnalysis(request: AnalysisRequest, hooks: AnalysisProgress): Promise<AnalysedProfile | null> {
  if (request.type === 'shard') {
    const { signal, onProgress } = hooks
    await analyzeShard(request.directory, request.shard, { onProgress, ...(signal === null ? {} : { signal }) })
    return null
  }
  const analysis = new RecordingAnalysis()
  try {
    const made = await analysis.profile(request, hooks)
    analysis.keep()
    return made
  } finally {
    analysis.close()
  }
}

/**
 * The report of the summary, without opening the file where it need not be.
 * @returns null if it fails: the profile is written, and its reader reports why
 */
export async function summaryOf(made: AnalysedProfile | null, output: string): Promise<SummaryReport | null> {
  try {
    const { analysedSummaryReport, openSummaryReport } = await import('../report/summary_report.ts')
    const own = { has: (path: string) => path === output }
    return made === null ? openSummaryReport(output, own) : analysedSummaryReport(made, output, own)
  } catch {
    return null
  }
}

/** @throws Failure where they cannot be loaded */
export function prepareSymbols(): void {
  loadSymbolsAddon()
}
