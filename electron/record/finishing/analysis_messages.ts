/** Messages between the threads of an analysis. */
import type { CancelSignal, RpcErrorCode } from '../../../shared/rpc/contract.ts'
import type { Shard } from '../../analysis/shards/division.ts'
import type { CountingRecording } from '../../analysis/weights/reweigh_profile.ts'
import type { SummaryReport } from '../../report/summary_report.ts'

export interface AnalysisProgress {
  /** Share of the analysis done, 0..1. */
  onProgress(share: number): void
  signal: CancelSignal | null
}

export interface ProfileRequest {
  type: 'profile'
  directory: string
  output: string
  counting: CountingRecording | null
  reduce: boolean
  /** The user recorded it here, so its report may use source lines; absent: another user may have. */
  isOwn?: boolean
}

export type AnalysisRequest = ProfileRequest | { type: 'shard'; directory: string; shard: Shard }

/** Analyse the recording while its program runs, until a request arrives. */
export interface AheadWork {
  type: 'ahead'
  directory: string
  /** Make the report of the profile's summary, too. */
  summarised: boolean
}

/** Of a worker thread. */
export type AnalysisWork = AnalysisRequest | AheadWork

/** 'ready': the thread takes a request. 'done': the profile is written; null: without its report. */
export type AnalysisMessage =
  | { type: 'ready' }
  | { type: 'progress'; share: number }
  | { type: 'done'; summary: SummaryReport | null }
  | { type: 'failed'; message: string; code: RpcErrorCode | null }
