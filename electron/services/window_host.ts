/** Joins all services to what an RPC host dispatches to. */
import { resolve } from 'node:path'
import type { CancelSignal, Events, EventName, RpcHandlers } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { messageOf } from '../failure.ts'
import { AnalysisError } from '../record/analysis.ts'
import { profileOf } from '../record/kept_recording.ts'
import { createRpcHost } from '../rpc/host.ts'
import type { RpcHost } from '../rpc/host.ts'
import { createHostHandlers } from './host.ts'
import type { HostSurroundings } from './host.ts'
import { createLaunchService } from './launch.ts'
import { createQueryHandlers } from './query/query_handlers.ts'
import { stateFile } from '../state_directory.ts'
import { RecentRuns } from './recent_runs.ts'

export interface WindowHost extends RpcHost {
  /** Stops recordings, waits for their profiles, ends the worker threads. */
  dispose(): Promise<void>
}

/** The whole program behind the windows, whatever carries them. */
export function createWindowHost(surroundings: Omit<HostSurroundings, 'recentRuns'>): WindowHost {
  const recentRuns = new RecentRuns(stateFile('recent-runs.json'), warn)
  const emit = <E extends EventName>(event: E, payload: Events[E]): void => rpc.emit(event, payload)
  const launch = createLaunchService(surroundings.launchRefusal, (progress) => emit('launch.progress', progress))
  const query = createQueryHandlers()
  const handlers: RpcHandlers = {
    ...query.handlers,
    ...createHostHandlers({ ...surroundings, recentRuns }),
    ...launch.handlers,
    async 'profile.open'({ path }, context) {
      const summary = await query.handlers['profile.open']({ path: await openable(resolve(path), context.signal) }, context)
      recentRuns.add(summary)
      return summary
    },
  }
  const rpc = createRpcHost(handlers, {
    onDisconnect: (client) => query.disconnect(client),
    onInternalError: (method, error) => warn(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`),
  })
  return {
    ...rpc,
    async dispose() {
      await launch.dispose()
      await query.dispose()
    },
  }
}

/** The profile at this path, or of the raw recording there. */
async function openable(path: string, signal: CancelSignal): Promise<string> {
  try {
    return await profileOf(path, { onProgress: () => {}, signal })
  } catch (error) {
    if (error instanceof AnalysisError && error.code !== null) throw new RpcError(error.code, error.message)
    throw error
  }
}

/** For the terminal that started the app or the server. */
function warn(line: string): void {
  console.error(`hagstone: ${line}`)
}
