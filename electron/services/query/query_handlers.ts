/** The contract methods on opened profiles. All but reading source files are answered in the query worker. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError, type CancelSignal, type ProfileId, type RpcHandlers, type SourceMapping } from '../../../shared/rpc/contract.ts'
import { OwnRecordings } from '../../record/own_recordings.ts'
import { SettingsFile, settingsFile, type Settings } from '../settings.ts'
import { WORKER_METHODS, type WorkerMethodName } from './query_protocol.ts'
import { QueryThread } from './query_thread.ts'
import { SourceFiles } from './source_files.ts'

export type QueryMethodName = WorkerMethodName | 'source.read' | 'source.map' | 'source.mappings'

export interface QueryService {
  handlers: Pick<RpcHandlers, QueryMethodName>
  /** Closes what a window that went away had open. */
  disconnect(client: number): void
  dispose(): Promise<void>
}

/** More mappings than anybody makes by hand. */
const MOST_MAPPINGS = 200

const warn = (line: string): void => console.error(`hagstone: ${line}`)

/** @param settings default: the user's settings file @param ownRecordings default: the user's own */
export function createQueryHandlers(settings: Settings = new SettingsFile(settingsFile(), warn), ownRecordings = new OwnRecordings(warn)): QueryService {
  const thread = new QueryThread()
  const sources = new SourceFiles(ownRecordings)
  const openedBy = new Map<number, Set<ProfileId>>()
  const handlers: Pick<RpcHandlers, QueryMethodName> = {
    ...forwardedHandlers(thread),
    async 'profile.open'({ path }, { signal, client }) {
      const summary = await thread.call('profile.open', { path: resolve(path) }, signal)
      const opened = openedBy.get(client) ?? new Set()
      openedBy.set(client, opened.add(summary.profile))
      return summary
    },
    async 'profile.close'({ profile }, { signal, client }) {
      openedBy.get(client)?.delete(profile)
      return thread.call('profile.close', { profile }, signal)
    },
    async 'source.read'({ profile, file, agreed }, { signal }) {
      const reference = await thread.call('source.describe', { profile, file }, signal)
      if (!reference.referenced) throw new RpcError('refused', `The profile does not name ${file}; choose a file from its tables`)
      return sources.read(file, reference, settings.get('sourceMappings'), agreed)
    },
    'source.map': async ({ from, to }) => addMapping(settings, { from: resolve(from), to: resolve(to) }),
    'source.mappings': async () => settings.get('sourceMappings'),
  }
  return {
    handlers,
    disconnect(client) {
      for (const profile of openedBy.get(client) ?? []) thread.send('profile.close', { profile })
      openedBy.delete(client)
    },
    dispose: () => thread.close(),
  }
}

function forwardedHandlers(thread: QueryThread): Pick<RpcHandlers, WorkerMethodName> {
  const forward = (method: WorkerMethodName) => (parameters: never, context: { signal: CancelSignal }) => thread.call(method, parameters, context.signal)
  return Object.fromEntries(WORKER_METHODS.map((method) => [method, forward(method)])) as unknown as Pick<RpcHandlers, WorkerMethodName>
}

/** The newest mapping of a folder replaces older ones and is tried first. */
function addMapping(settings: Settings, mapping: SourceMapping): SourceMapping[] {
  if (!statSync(mapping.to, { throwIfNoEntry: false })?.isDirectory()) {
    throw new RpcError('not-found', `${mapping.to} is not a folder; choose the folder that holds the sources of ${mapping.from}`)
  }
  const others = settings.get('sourceMappings').filter((other) => other.from !== mapping.from)
  const mappings = [mapping, ...others].slice(0, MOST_MAPPINGS)
  settings.set('sourceMappings', mappings)
  return mappings
}
