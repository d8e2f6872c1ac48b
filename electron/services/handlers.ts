/** Joins all services to what an RPC host dispatches to. */
import type { EventName, Events, RpcHandlers } from '../../shared/rpc/contract.ts'
import { messageOf } from '../failure.ts'
import { createRpcHost } from '../rpc/host.ts'
import type { RpcHost } from '../rpc/host.ts'
import { createHostHandlers } from './host.ts'
import type { HostSurroundings } from './host.ts'
import { createLaunchService } from './launch.ts'
import { OpenedByClient } from './opened_by_client.ts'
import { createQueryHandlers } from './query/query_handlers.ts'
import { QueryThread } from './query/query_thread.ts'
import { RecentRuns, recentRunsFile } from './recent_runs.ts'
import { SettingsFile, settingsFile } from './settings.ts'

export interface WindowHost extends RpcHost {
  /** Stops recordings, waits for their profiles, ends the worker threads. */
  dispose(): Promise<void>
}

/** The whole program behind the windows, whatever carries them. */
export function createWindowHost(surroundings: Omit<HostSurroundings, 'recentRuns'>): WindowHost {
  const recentRuns = new RecentRuns(recentRunsFile(), warn)
  const thread = new QueryThread()
  const emit = <E extends EventName>(event: E, payload: Events[E]): void => rpc.emit(event, payload)
  const launch = createLaunchService(surroundings.launchRefusal, (progress) => emit('launch.progress', progress))
  const query = createQueryHandlers({ settings: new SettingsFile(settingsFile(), warn), thread, onOpened: (summary) => recentRuns.add(summary) })
  const opened = new OpenedByClient(query)
  const handlers: RpcHandlers = {
    ...query,
    ...opened.handlers,
    ...createHostHandlers({ ...surroundings, recentRuns }),
    ...launch.handlers,
  }
  const rpc = createRpcHost(handlers, {
    onDisconnect: (client) => void opened.closeAllOf(client).catch((error: unknown) => warn(messageOf(error))),
    onInternalError: (method, error) => warn(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`),
  })
  return {
    ...rpc,
    async dispose() {
      await launch.dispose()
      await thread.close()
    },
  }
}

/** For the terminal that started the app or the server. */
function warn(line: string): void {
  console.error(`hagstone: ${line}`)
}
