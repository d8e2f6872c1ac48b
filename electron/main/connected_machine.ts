/** Another machine, connected over ssh, as the windows on it share it. */
import { createClient } from '../../shared/rpc/client.ts'
import type { RemoteMachine } from '../../shared/rpc/host.ts'
import type { Port } from '../../shared/rpc/wire.ts'
import { Failure, exitStatus } from '../failure.ts'
import { remotePort } from '../rpc/remote_port.ts'
import { startRemoteHost } from '../serve/remote.ts'
import { openSession } from '../serve/session.ts'
import type { WindowSession } from '../serve/session.ts'
import { hagstoneVersion } from '../version.ts'

export interface ConnectedMachine {
  /** The destination that ssh takes. */
  destination: string
  /** A wire of its own for each page. */
  openPort(): Port & { close(): void }
  addWindow(): void
  /** The connection and the host there end with the last window; resolves when they have. */
  removeWindow(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a host there, on a private socket that ssh forwards. Nothing is asked on a terminal: a desktop has none.
 * @throws Failure 3 if ssh, the machine or a Hagstone of this version is not available
 */
export async function connectMachine({ destination, command, allowLaunch }: RemoteMachine, signal: AbortSignal): Promise<ConnectedMachine> {
  const remote = await startRemoteHost({ destination, command, files: [], allowLaunch, port: 0, sshArguments: [], questions: 'askpass', signal })
  let session: WindowSession
  try {
    session = await openSession(remote.address, signal)
    const version = await versionAt(session, signal)
    if (version !== hagstoneVersion()) {
      throw new Failure(
        exitStatus.machineUnable,
        `${destination} has Hagstone ${version}, this is ${hagstoneVersion()}: install the same there, or use hagstone connect, which shows that version's windows in a browser.`,
      )
    }
    if (signal.aborted) throw new Failure(exitStatus.failure, `The connection to ${destination} was cancelled.`)
  } catch (error) {
    await remote.close()
    throw error
  }
  let windows = 0
  return {
    destination,
    openPort: () => remotePort(session),
    addWindow: () => void (windows += 1),
    async removeWindow() {
      windows -= 1
      if (windows === 0) await remote.close()
    },
    close: () => remote.close(),
  }
}

/** The windows and the host must speak the same language. */
async function versionAt(session: WindowSession, signal: AbortSignal): Promise<string> {
  const port = remotePort(session)
  try {
    return (await createClient(port).call('host.describe', {}, { signal })).version
  } finally {
    port.close()
  }
}
