/** The contract methods on opened profiles. All but reading source files are answered in the query worker. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError, type ProfileSummary, type RpcHandlers, type SourceMapping } from '../../../shared/rpc/contract.ts'
import type { Settings } from '../settings.ts'
import { WORKER_METHODS, type WorkerMethodName } from './query_protocol.ts'
import type { QueryThread } from './query_thread.ts'
import { SourceFiles } from './source_files.ts'

export type QueryMethodName = WorkerMethodName | 'source.read' | 'source.map' | 'source.mappings'

export interface QuerySurroundings {
  settings: Settings
  /** The caller closes it when the host ends. */
  thread: QueryThread
  /** Called for every profile that was opened. */
  onOpened?: (summary: ProfileSummary) => void
}

/** More mappings than anybody makes by hand. */
const MOST_MAPPINGS = 200

export function createQueryHandlers({ settings, thread, onOpened }: QuerySurroundings): Pick<RpcHandlers, QueryMethodName> {
  const sources = new SourceFiles()
  const forwarded = Object.fromEntries(
    WORKER_METHODS.map((method) => [method, (parameters: never, { signal }: { signal: Parameters<QueryThread['call']>[2] }) => thread.call(method, parameters, signal)]),
  ) as unknown as Pick<RpcHandlers, WorkerMethodName>
  return {
    ...forwarded,
    async 'profile.open'({ path }, { signal }) {
      const summary = await thread.call('profile.open', { path: resolve(path) }, signal)
      onOpened?.(summary)
      return summary
    },
    async 'source.read'({ profile, file, agreed }, { signal }) {
      const reference = await thread.call('source.describe', { profile, file }, signal)
      if (!reference.referenced) throw new RpcError('refused', `The profile does not name ${file}; choose a file from its tables`)
      return sources.read(file, reference, settings.get('sourceMappings'), agreed)
    },
    async 'source.map'({ from, to }) {
      const mapping: SourceMapping = { from: resolve(from), to: resolve(to) }
      if (!statSync(mapping.to, { throwIfNoEntry: false })?.isDirectory()) throw new RpcError('not-found', `${to} is not a folder; choose the folder that holds the sources of ${from}`)
      const others = settings.get('sourceMappings').filter((other) => other.from !== mapping.from)
      const mappings = [mapping, ...others].slice(0, MOST_MAPPINGS)
      settings.set('sourceMappings', mappings)
      return mappings
    },
    'source.mappings': async () => settings.get('sourceMappings'),
  }
}
