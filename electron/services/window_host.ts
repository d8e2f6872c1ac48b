/** Joins all services into the handlers that an RPC host dispatches to. */
import { resolve } from 'node:path'
import type { CallContext, ProfileSummary, RpcHandlers } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { ProfileId } from '../../shared/rpc/identifiers.ts'
import { messageOf } from '../failure.ts'
import { AnalysisError } from '../record/finishing/analysis.ts'
import { profileOf } from '../record/finishing/kept_recording.ts'
import { createRpcHost } from '../rpc/host.ts'
import type { RpcHost } from '../rpc/host.ts'
import { FileThread } from './files/file_thread.ts'
import { createHostHandlers } from './host.ts'
import type { HostSurroundings } from './host.ts'
import { createLaunchService } from './launch/launch.ts'
import { targetEnvironmentOfHost } from '../record/environment.ts'
import { ownRecordingsDirectory } from '../record/finishing/own_recordings.ts'
import { openBrowser } from '../serve/browser.ts'
import { stateFile } from '../state_directory.ts'
import { createDesktopHandlers } from './desktop.ts'
import { editorCall, editorProblem, startEditor } from './editor.ts'
import { KnownMachines } from './known_machines.ts'
import { createQueryHandlers } from './query/query_handlers.ts'
import { RecentRuns } from './recent_runs.ts'
import { SettingsFile, settingsFile } from './settings.ts'
import { createSettingsHandlers } from './settings_handlers.ts'

export interface WindowHost extends RpcHost {
  /** Ends recordings (their programs go on), waits for their profiles, ends the worker threads. */
  dispose(): Promise<void>
}

/** The whole program behind the windows, over any transport. */
export function createWindowHost(surroundings: Omit<HostSurroundings, 'recentRuns' | 'files'>): WindowHost {
  const recentRuns = new RecentRuns(stateFile('recent-runs.json'), warn)
  const launch = createLaunchService(surroundings.launchRefusal, (progress, client) => rpc.emit('launch.progress', progress, client))
  const stopWatching = recentRuns.watch(() => {
    rpc.emit('host.recentChanged', {})
    surroundings.desktop?.recentRunsChanged(recentRuns.list())
  })
  surroundings.desktop?.recentRunsChanged(recentRuns.list())
  const settings = new SettingsFile(settingsFile(), warn)
  const files = new FileThread(ownRecordingsDirectory())
  const query = createQueryHandlers(settings, files, (file, line) => openInEditor(surroundings, settings.get('editor'), file, line))
  /** Of whole profiles, not of chosen parts of them, as the windows opened them. */
  const summaries = new Map<ProfileId, { summary: ProfileSummary; client: number }>()
  const handlers: RpcHandlers = {
    ...query.handlers,
    ...createHostHandlers({ ...surroundings, recentRuns, files }),
    ...launch.handlers,
    ...createSettingsHandlers(settings, surroundings.launchRefusal),
    ...createDesktopHandlers(surroundings.desktop ?? null, new KnownMachines(stateFile('machines.json'), warn)),
    async 'profile.open'({ path }, context) {
      const opened = await query.handlers['profile.open']({ path: await openable(resolve(path), context) }, context)
      const ofFirstFinding = recentRuns.ofFirstFinding(opened)
      const summary = ofFirstFinding === undefined ? opened : { ...opened, ofFirstFinding }
      summaries.set(summary.profile, { summary, client: context.client })
      recentRuns.add(summary)
      surroundings.desktop?.recentRunsChanged(recentRuns.list())
      return summary
    },
    async 'profile.close'(parameters, context) {
      summaries.delete(parameters.profile)
      return query.handlers['profile.close'](parameters, context)
    },
    async 'profile.findings'(parameters, context) {
      const findings = await query.handlers['profile.findings'](parameters, context)
      const opened = summaries.get(parameters.profile)
      const ofFirstFinding = findings.findings[0]?.tools[0]
      if (opened !== undefined && ofFirstFinding !== undefined && ofFirstFinding !== opened.summary.ofFirstFinding) {
        opened.summary = { ...opened.summary, ofFirstFinding }
        recentRuns.update(opened.summary)
        surroundings.desktop?.recentRunsChanged(recentRuns.list())
      }
      return findings
    },
  }
  const rpc = createRpcHost(handlers, {
    onDisconnect(client) {
      for (const [profile, opened] of summaries) if (opened.client === client) summaries.delete(profile)
      query.disconnect(client)
    },
    onInternalError: (method, error) => warn(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`),
  })
  return {
    ...rpc,
    connect(port) {
      // A window's first request is for a profile; by then the thread that answers it exists.
      query.warm()
      return rpc.connect(port)
    },
    async dispose() {
      stopWatching()
      await launch.dispose()
      await Promise.all([query.dispose(), files.close()])
    },
  }
}

/** The profile at this path, or of the raw recording there. */
async function openable(path: string, { signal, progress = () => {} }: CallContext): Promise<string> {
  try {
    return await profileOf(path, { onProgress: progress, signal })
  } catch (error) {
    if (error instanceof AnalysisError && error.code !== null) throw new RpcError(error.code, error.message)
    throw error
  }
}

/** An editor is a program like any other: a host that starts no programs starts no editor. */
async function openInEditor(
  { launchRefusal, desktop }: Pick<HostSurroundings, 'launchRefusal' | 'desktop'>,
  setting: string,
  file: string,
  line: number,
): Promise<void> {
  if (launchRefusal !== null) throw new RpcError('refused', `${file}:${line} is not opened in an editor. ${launchRefusal}`)
  if (setting === '') throw new RpcError('unable', 'No editor is chosen; choose one in the settings.')
  const problem = editorProblem(setting)
  if (problem !== null) throw new RpcError('unable', problem)
  const call = editorCall(setting, file, line)
  if (call.kind === 'program') return startEditor(call, targetEnvironmentOfHost(process.env, {}))
  if (desktop !== undefined) {
    return desktop.openAddress(call.address).catch((error: unknown) => {
      throw new RpcError('unable', `${call.address} cannot be opened (${messageOf(error)}); choose a command as editor in the settings.`)
    })
  }
  if (!(await openBrowser(call.address))) throw new RpcError('unable', `Nothing here opens ${call.address}; choose a command as editor in the settings.`)
}

/** For the terminal that started the app or the server. */
function warn(line: string): void {
  console.error(`hagstone: ${line}`)
}
