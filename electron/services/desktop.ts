/** desktop.*: services of the app for its windows; browsers have no app. */
import type { Methods, RpcHandlers } from '../../shared/rpc/contract.ts'
import type { DesktopDescription, RecentRun, RemoteMachine } from '../../shared/rpc/host.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { KnownMachines } from './known_machines.ts'

/** The files that one window shows at its start. */
export interface FilesAtStart {
  profiles: string[]
  comparison: { old: string; new: string } | null
}

/** The app, as the services see it. `client` is always the window that asks. */
export interface Desktop {
  describe(client: number): DesktopDescription
  filesAtStart(client: number): FilesAtStart
  newWindow(client: number, path: string | null): void
  notify(client: number, notice: { title: string; text: string }): void
  /** @returns where the PDF was written; null when the dialog was cancelled */
  savePdf(client: number, name: string): Promise<string | null>
  /**
   * Resolves when the window on the other machine is open. @throws Failure if ssh, the machine or Hagstone there is not
   * available
   */
  connect(machine: RemoteMachine, signal: AbortSignal): Promise<void>
  /** The list of runs changed; the newest first. */
  recentRunsChanged(runs: RecentRun[]): void
  /** Shows an address with the program that the system has for its scheme. */
  openAddress(address: string): Promise<void>
}

/** Methods that the app answers itself, even in a window on another machine. */
export type DesktopMethod = Extract<keyof Methods, `desktop.${string}`>

export function isDesktopMethod(method: string): boolean {
  return method.startsWith('desktop.')
}

/** @param desktop null: the windows are in browsers */
export function createDesktopHandlers(desktop: Desktop | null, machines: KnownMachines): Pick<RpcHandlers, DesktopMethod> {
  const app = (): Desktop => {
    if (desktop === null) throw new RpcError('unable', 'A browser cannot do this; start the Hagstone app instead.')
    return desktop
  }
  return {
    'desktop.describe': async (_parameters, { client }) => desktop?.describe(client) ?? null,
    async 'desktop.newWindow'({ path }, { client }) {
      app().newWindow(client, path)
      return null
    },
    async 'desktop.notify'(notice, { client }) {
      app().notify(client, notice)
      return null
    },
    'desktop.savePdf': ({ name }, { client }) => app().savePdf(client, name),
    'desktop.machines': async () => machines.list(),
    async 'desktop.forgetMachine'({ destination }) {
      machines.forget(destination)
      return null
    },
    async 'desktop.connect'(machine, { signal }) {
      await app().connect(machine, abortSignalOf(signal))
      machines.add(machine)
      return null
    },
  }
}

/** The contract's signal is the common part of both runtimes; ssh needs Node's. */
function abortSignalOf(signal: { aborted: boolean; addEventListener(type: 'abort', listener: () => void): void }): AbortSignal {
  const controller = new AbortController()
  if (signal.aborted) controller.abort()
  signal.addEventListener('abort', () => controller.abort())
  return controller.signal
}
