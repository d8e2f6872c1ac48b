/** Messages between the host and the thread that exports one profile for a window. */
import type { ExportChoice } from '../../../shared/exported.ts'
import type { RpcErrorCode } from '../../../shared/rpc/contract.ts'
import type { SourcePlaces } from '../query/sources/source_files.ts'

/** Where there is no place for the file. */
export const REMEDY = 'make room there, or set TMPDIR to another folder and start Hagstone again.'

export interface ExportThreadData {
  /** Of the profile's file. */
  path: string
  /** When the run began that the window shows (ISO 8601). */
  startedAt: string
  choice: ExportChoice
  /** Files to put into a page, by their names in the profile. */
  sources: readonly string[]
  output: string
  limit: { bytes: number; refusal: string }
  places: SourcePlaces
  /** Directory that names the user's own recordings. */
  ownRecordings: string
}

/** The last message of the thread. */
export type ExportReply = { leftOut: string[] } | { error: { code: RpcErrorCode; message: string } }

/** The share that is written, 0..1. */
export interface ExportProgress {
  share: number
}
