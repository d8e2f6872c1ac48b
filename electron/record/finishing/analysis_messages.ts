/** Messages between the threads of an analysis. */
import type { CancelSignal, RpcErrorCode } from '../../../shared/rpc/contract.ts'
import type { Shard } from '../../analysis/shards/division.ts'
import type { CountingRecording } from '../../analysis/weights/reweigh_profile.ts'

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
}

export type AnalysisRequest = ProfileRequest | { type: 'shard'; directory: string; shard: Shard }

/** Of a worker thread. 'ahead': analyse the recording while its program runs, until a request arrives. */
export type AnalysisWork = AnalysisRequest | { type: 'ahead'; directory: string }

/** 'ready': the thread takes a request. */
export type AnalysisMessage =
  | { type: 'ready' }
  | { type: 'progress'; share: number }
  | { type: 'done' }
  | { type: 'failed'; message: string; code: RpcErrorCode | null }
