/** Analyses a raw recording in a worker thread, or here if it is small. */
import type { CountingRecording } from '../../analysis/weights/reweigh_profile.ts'
import { RpcError, type RpcErrorCode } from '../../../shared/rpc/contract.ts'
import { Worker } from 'node:worker_threads'
import type { Shard } from '../../analysis/shards/division.ts'
import { messageOf } from '../../failure.ts'
import { workerFile } from '../../paths.ts'
import type { SummaryReport } from '../../report/summary_report.ts'
import type { AnalysisAhead } from './analysis_ahead.ts'
import type { AnalysisMessage, AnalysisProgress, AnalysisRequest } from './analysis_messages.ts'

export interface AnalysisHooks extends AnalysisProgress {
  /** A counting run by which the profile is reweighted; absent: none. */
  counting?: CountingRecording
  /** Reduce the partial profiles that lie in the directory instead of reading its raw files. */
  reduce?: boolean
  /**
   * A small recording is analysed in this thread, which takes less time than starting another one, if no other task
   * waits for it.
   */
  smallHere?: boolean
  /** The user recorded it here, so the report that is kept for later commands may use source lines. */
  isOwn?: boolean
  /** Has analysed the recording so far. */
  ahead?: AnalysisAhead | null
}

/** An analysis that failed; `code` is the RpcError code where the cause has one ("bad-file", "cancelled"…). */
export class AnalysisError extends Error {
  readonly code: RpcErrorCode | null
  constructor(message: string, code: RpcErrorCode | null) {
    super(message)
    this.name = 'AnalysisError'
    this.code = code
  }
}

/**
 * MB. Most objects of a reduction live until it ends. Collecting more often needs a third less memory at the peak, and
 * hardly more time.
 */
const YOUNG_IN_REDUCTION = 12

/** Bytes of raw files that take less than a second to analyse. */
const SMALL = 2 << 20

/**
 * Makes a profile of a raw recording, in a worker thread. Cancelling leaves no profile and the recording untouched.
 * @returns the report of its summary, if this thread analysed it, or the one that analysed ahead was to make it
 */
export async function analyze(
  directory: string,
  output: string,
  { counting, reduce, smallHere, isOwn, ahead, ...hooks }: AnalysisHooks,
): Promise<SummaryReport | null> {
  const request: AnalysisRequest = { type: 'profile', directory, output, counting: counting ?? null, reduce: reduce ?? false, isOwn: isOwn ?? false }
  const begun = ahead?.take() ?? null
  if (begun !== null) {
    begun.postMessage(request)
    return outcomeOf(begun, hooks)
  }
  if (smallHere !== true || counting !== undefined) return inWorker(request, hooks)
  const { bytesIn, runAnalysis, summaryOf } = await import('../run_analysis.ts')
  if (bytesIn(directory) > SMALL) return inWorker(request, hooks)
  const made = await runAnalysis(request, hooks).catch((error: unknown) => {
    throw new AnalysisError(messageOf(error), error instanceof RpcError ? error.code : null)
  })
  return summaryOf(made, output)
}

/**
 * Loads the modules of an analysis in this thread, while a program runs and there is nothing else to do. The analysis
 * reports any failure.
 */
export function prepareAnalysis(): void {
  void import('../run_analysis.ts').then(({ prepareSymbols }) => prepareSymbols()).catch(() => {})
}

/** Writes the partial profile of one shard into the directory, in a worker thread. */
export async function analyzeShardInWorker(directory: string, shard: Shard, hooks: AnalysisProgress): Promise<void> {
  await inWorker({ type: 'shard', directory, shard }, hooks)
}

function inWorker(request: AnalysisRequest, hooks: AnalysisProgress): Promise<SummaryReport | null> {
  const resourceLimits = request.type === 'profile' && request.reduce ? { maxYoungGenerationSizeMb: YOUNG_IN_REDUCTION } : {}
  return outcomeOf(new Worker(workerFile(new URL('./analysis_worker.ts', import.meta.url)), { workerData: request, resourceLimits }), hooks)
}

function outcomeOf(worker: Worker, { onProgress, signal }: AnalysisProgress): Promise<SummaryReport | null> {
  const cancel = (): void => worker.postMessage('cancel')
  if (signal?.aborted === true) cancel()
  signal?.addEventListener('abort', cancel)
  return new Promise<SummaryReport | null>((resolve, reject) => {
    let outcome: AnalysisMessage | null = null
    worker.on('message', (message: AnalysisMessage) => {
      if (message.type === 'progress') onProgress(message.share)
      else if (message.type !== 'ready') outcome = message
      // The thread may have more to do, which the profile does not need.
      if (message.type === 'done') resolve(message.summary)
    })
    worker.once('error', (error) => reject(new AnalysisError(error.message, null)))
    worker.once('exit', (status) => {
      if (outcome?.type === 'failed') reject(new AnalysisError(outcome.message, outcome.code))
      else if (outcome === null) reject(new AnalysisError(`the analysis ended early with status ${status}`, null))
    })
  }).finally(() => signal?.removeEventListener('abort', cancel))
}
