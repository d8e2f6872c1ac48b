/** The contract methods on opened profiles, answered by two threads: one holds the profiles, one reads source files. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError, type CallContext, type CancelSignal, type Parameters, type RpcHandlers } from '../../../shared/rpc/contract.ts'
import { type ProfileId } from '../../../shared/rpc/identifiers.ts'
import { type SourceMapping, type SourceText } from '../../../shared/rpc/sources.ts'
import { LARGEST_SOURCE } from '../../profile/embedded_sources.ts'
import { ownRecordingsDirectory } from '../../record/finishing/own_recordings.ts'
import { debuginfodOf } from '../../symbols/debuginfod.ts'
import { ProfileExports } from '../export/profile_exports.ts'
import { FileThread } from '../files/file_thread.ts'
import { SettingsFile, settingsFile, sourcePlaces, type Settings } from '../settings.ts'
import { WORKER_METHODS, type WorkerMethodName } from './query_protocol.ts'
import { QueryThread } from './query_thread.ts'

type QueryMethodName =
  | WorkerMethodName
  | 'profile.findings'
  | 'profile.findingOf'
  | 'profile.assignments'
  | 'compare.findings'
  | 'pairs.copy'
  | 'export.csv'
  | 'export.profile'
  | 'export.read'
  | 'export.close'
  | 'sources.list'
  | 'sources.embed'
  | 'source.read'
  | 'source.fetch'
  | 'source.map'
  | 'source.mappings'
  | 'source.unmap'
  | 'source.edit'

export interface QueryService {
  handlers: Pick<RpcHandlers, QueryMethodName>
  /** Starts slow components before they are needed. */
  warm(): void
  /** Closes everything that a closed window had open. */
  disconnect(client: number): void
  dispose(): Promise<void>
}

/** More mappings than users create by hand. */
const MOST_MAPPINGS = 200

const warn = (line: string): void => console.error(`hagstone: ${line}`)

/** Opens a line of a source that may be shown. */
export type EditSource = (file: string, line: number) => Promise<void>

const noEditor: EditSource = () => Promise.reject(new RpcError('unable', 'This host opens no editor.'))

/** @param settings default: the user's settings file @param files default: with the user's own recordings @param edit absent: lines are not opened */
export function createQueryHandlers(
  settings: Settings = new SettingsFile(settingsFile(), warn),
  files = new FileThread(ownRecordingsDirectory()),
  edit: EditSource = noEditor,
): QueryService {
  const thread = new QueryThread()
  const exports = new ProfileExports()
  const openedBy = new Map<number, Set<ProfileId>>()
  async function readSource(
    { profile, file, agreed }: Parameters<'source.read'>,
    signal: CancelSignal,
    from: 'anywhere' | 'here' = 'anywhere',
  ): Promise<SourceText> {
    const reference = await thread.call('source.describe', { profile, file }, signal)
    if (!reference.referenced) throw new RpcError('refused', `The profile does not name ${file}; choose a file from its tables`)
    return files.call('source.read', { file, reference, places: sourcePlaces(settings), agreed, from }, signal)
  }
  const handlers: Pick<RpcHandlers, QueryMethodName> = {
    ...forwardedHandlers(thread),
    async 'profile.open'({ path }, { signal, client, progress }) {
      const summary = await thread.call('profile.open', { path: resolve(path) }, signal, progress)
      const opened = openedBy.get(client) ?? new Set()
      openedBy.set(client, opened.add(summary.profile))
      return summary
    },
    async 'trace.filter'(part, { signal, client, progress }) {
      const summary = await thread.call('trace.filter', part, signal, progress)
      openedBy.set(client, (openedBy.get(client) ?? new Set()).add(summary.profile))
      return summary
    },
    async 'profile.close'({ profile }, { signal, client }) {
      openedBy.get(client)?.delete(profile)
      return thread.call('profile.close', { profile }, signal)
    },
    'profile.findings': ({ profile }, { signal, progress }) => thread.call('findings.read', { profile, places: sourcePlaces(settings) }, signal, progress),
    'profile.findingOf': ({ profile, pair }, { signal, progress }) =>
      thread.call('findings.ofPair', { profile, pair, places: sourcePlaces(settings) }, signal, progress),
    'profile.assignments': ({ profile }, { signal, progress }) =>
      thread.call('objects.assigned', { profile, places: sourcePlaces(settings) }, signal, progress),
    'compare.findings': ({ comparison }, { signal, progress }) =>
      thread.call('findings.compare', { comparison, places: sourcePlaces(settings) }, signal, progress),
    'pairs.copy': ({ profile, pair }, { signal, progress }) => thread.call('pairs.text', { profile, pair, places: sourcePlaces(settings) }, signal, progress),
    'export.csv': (asked, { signal, progress }) => thread.call('tables.csv', { ...asked, places: sourcePlaces(settings) }, signal, progress),
    async 'export.profile'({ profile, ...question }, context) {
      return exports.write(await thread.call('profile.file', { profile }, context.signal), question, sourcePlaces(settings), context)
    },
    'export.read': ({ file, start }, { client }) => exports.read(client, file, start),
    'export.close': async (_parameters, { client }) => exports.close(client).then(() => null),
    'source.read': (asked, { signal }) => readSource(asked, signal),
    async 'source.fetch'({ profile, file }, { signal }) {
      const { referenced, buildIds } = await thread.call('source.describe', { profile, file }, signal)
      if (!referenced) throw new RpcError('refused', `The profile does not name ${file}; choose a file from its tables`)
      const debuginfod = debuginfodOf(process.env)
      if (debuginfod === null) throw new RpcError('unable', 'No debuginfod server is known; set DEBUGINFOD_URLS and start Hagstone again.')
      let reason = 'No module with a build id has code of it'
      for (const buildId of buildIds) {
        const fetched = await debuginfod.source(buildId, file, LARGEST_SOURCE)
        if (fetched.path !== null) return null
        reason = fetched.reason
      }
      throw new RpcError('unable', `debuginfod has no source for ${file}: ${reason}.`)
    },
    async 'source.edit'({ line, ...asked }, { signal }) {
      const source = await readSource(asked, signal, 'here')
      if (!source.found)
        throw new RpcError(
          source.reason === 'refused' ? 'refused' : 'not-found',
          `${asked.file} cannot be opened in an editor, because it is not shown here either; map its folder, or agree to it, first.`,
        )
      await edit(source.path, line)
      return null
    },
    async 'sources.list'({ profile }, { signal }) {
      return files.call('sources.list', { named: await thread.call('source.named', { profile }, signal), places: sourcePlaces(settings) }, signal)
    },
    async 'sources.embed'({ profile, files: shared }, { signal }) {
      const named = await thread.call('source.named', { profile }, signal)
      return files.call('sources.embed', { files: shared, named, places: sourcePlaces(settings) }, signal)
    },
    'source.map': async ({ from, to }) => addMapping(settings, { from: resolve(from), to: resolve(to) }),
    'source.mappings': async () => settings.get('sourceMappings'),
    async 'source.unmap'({ from }) {
      const others = settings.get('sourceMappings').filter((mapping) => mapping.from !== from)
      settings.set('sourceMappings', others)
      return others
    },
  }
  return {
    handlers,
    warm: () => thread.warm(),
    disconnect(client) {
      for (const profile of openedBy.get(client) ?? []) thread.send('profile.close', { profile })
      openedBy.delete(client)
      void exports.close(client)
    },
    dispose: async () => void (await Promise.all([thread.close(), exports.dispose()])),
  }
}

function forwardedHandlers(thread: QueryThread): Pick<RpcHandlers, WorkerMethodName> {
  const forward =
    (method: WorkerMethodName) =>
    (parameters: never, { signal, progress }: CallContext) =>
      thread.call(method, parameters, signal, progress)
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
