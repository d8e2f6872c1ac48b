/** Messages between the host and the thread that reads files for the windows. */
import type { Parameters, Result, RpcErrorCode } from '../../../shared/rpc/contract.ts'
import type { ShareableSource, SourceText } from '../../../shared/rpc/sources.ts'
import type { SourceReference } from '../query/source_reference.ts'
import type { NamedSources } from '../query/sources/shareable_sources.ts'
import type { SourcePlaces } from '../query/sources/source_files.ts'

type OfContract<M extends 'host.listDirectory' | 'host.fileKind' | 'validation.read'> = { parameters: Parameters<M>; result: Result<M> }

/** Those of the contract have its names. */
export interface FileMethods {
  'host.listDirectory': OfContract<'host.listDirectory'>
  'host.fileKind': OfContract<'host.fileKind'>
  'validation.read': OfContract<'validation.read'>
  /** `from`: including the profile, or only this machine's files. */
  'source.read': {
    parameters: { file: string; reference: SourceReference; places: SourcePlaces; agreed: boolean; from: 'anywhere' | 'here' }
    result: SourceText
  }
  'sources.list': { parameters: { named: NamedSources; places: SourcePlaces }; result: ShareableSource[] }
  'sources.embed': { parameters: { files: string[]; named: NamedSources; places: SourcePlaces }; result: ShareableSource[] }
}
export type FileMethod = keyof FileMethods

export interface FileThreadData {
  /** Directory that names the user's own recordings. */
  ownRecordings: string
}

export interface FileRequest {
  id: number
  method: FileMethod
  parameters: unknown
}
export type FileReply = { id: number; result: unknown } | { id: number; error: { code: RpcErrorCode | null; message: string } }
