/** Messages between the host and the thread that holds its opened profiles. */
import type { ComparedFindingList } from '../../../shared/comparison.ts'
import type { Findings, PairFinding } from '../../../shared/findings/finding.ts'
import type { ExportedFile } from '../export/profile_exports.ts'
import type { NamedSources } from './sources/shareable_sources.ts'
import type { SourcePlaces } from './sources/source_files.ts'
import type { MethodName, Methods, Parameters, RpcErrorCode } from '../../../shared/rpc/contract.ts'
import type { SourceReference } from './source_reference.ts'

/** Contract methods that are answered in the worker. */
export const WORKER_METHODS = [
  'profile.open',
  'profile.close',
  'tree.create',
  'tree.close',
  'tree.rows',
  'tree.expand',
  'tree.sort',
  'tree.focus',
  'tree.unfocus',
  'tree.search',
  'tree.findMatch',
  'tree.hotPath',
  'tree.reveal',
  'tree.copy',
  'pairs.rows',
  'pairs.heaviest',
  'pairs.groups',
  'pairs.details',
  'pairs.note',
  'findings.notes',
  'findings.note',
  'flame.read',
  'threads.distribution',
  'timeline.read',
  'functions.hot',
  'functions.around',
  'trace.summary',
  'trace.cells',
  'trace.at',
  'trace.filter',
  'source.heat',
  'disassembly.read',
  'reuse.read',
  'reuse.objects',
  'values.rows',
  'values.summary',
  'values.groups',
  'values.at',
  'values.compare',
  'compare.open',
  'compare.close',
  'compare.tree',
  'compare.find',
  'compare.renormalise',
  'compare.pairs',
  'compare.objects',
  'compare.reuse',
  'compare.export',
] as const satisfies readonly MethodName[]
export type WorkerMethodName = (typeof WORKER_METHODS)[number]

export interface WorkerMethods extends Pick<Methods, WorkerMethodName> {
  'source.describe': { parameters: { profile: number; file: string }; result: SourceReference }
  'profile.file': { parameters: { profile: number }; result: ExportedFile }
  'source.named': { parameters: { profile: number }; result: NamedSources }
  /** @param places where the user keeps sources */
  'objects.assigned': { parameters: { profile: number; places: SourcePlaces }; result: Array<string | null> }
  'findings.read': { parameters: { profile: number; places: SourcePlaces }; result: Findings }
  /** @param places where the user keeps sources */
  'findings.ofPair': { parameters: { profile: number; pair: number; places: SourcePlaces }; result: PairFinding | null }
  /** @param places where the user keeps sources */
  'findings.compare': { parameters: { comparison: number; places: SourcePlaces }; result: ComparedFindingList }
  /** @param places where the user keeps sources: pairs have the words of their findings */
  'pairs.text': { parameters: Parameters<'pairs.copy'> & { places: SourcePlaces }; result: string }
  /** @param places where the user keeps sources: pairs have the words of their findings */
  'tables.csv': { parameters: Parameters<'export.csv'> & { places: SourcePlaces }; result: string }
}
export type WorkerMethod = keyof WorkerMethods
export type WorkerParameters<M extends WorkerMethod> = M extends WorkerMethodName
  ? Parameters<M>
  : M extends Exclude<WorkerMethod, WorkerMethodName>
    ? WorkerMethods[M]['parameters']
    : never

export interface QueryThreadData {
  /** One number: the request that is no longer awaited. */
  cancelled: Int32Array
  /** Above the numbers of everything that an earlier thread opened: windows may still ask for these. */
  firstId: number
}

export interface QueryRequest {
  id: number
  method: WorkerMethod
  parameters: unknown
}
export type QueryReply =
  | { id: number; progress: number }
  | { id: number; result: unknown }
  | { id: number; error: { code: RpcErrorCode | null; message: string } }
