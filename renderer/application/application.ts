import type { StoreApi } from 'zustand/vanilla'
import { createStore } from 'zustand/vanilla'
import type { HostDescription, RpcClient } from '../../shared/rpc/contract.ts'
import type { GridHandle } from '../grid/RowGrid.tsx'
import { failureText, isCancelled } from './failure.ts'
import { watchRecordings } from './launching.ts'
import type { PreferenceStore } from './preferences.ts'
import { createPreferences } from './preferences.ts'
import { openProfile } from './profiles.ts'
import type { AppState } from './state.ts'
import { initialState } from './state.ts'

/** Everything one window works with. Actions are functions on it; components read the stores. */
export interface Application {
  client: RpcClient
  store: StoreApi<AppState>
  preferences: PreferenceStore
  /** The grid that has, or last had, the keyboard. */
  grid: { handle: GridHandle | null; focused: boolean }
  /** Runs the command of that name, as the menu, a key or the palette does. */
  runCommand(id: string): void
  /** Puts the cursor into the filter or search field of the shown view. */
  focusSearch: () => void
}

export function createApplication(client: RpcClient): Application {
  return {
    client,
    store: createStore<AppState>(() => initialState),
    preferences: createPreferences(),
    grid: { handle: null, focused: false },
    runCommand: () => {},
    focusSearch: () => {},
  }
}

/** Asks the host what it is, listens to it and opens what it was started with. Returns the way to stop listening. */
export function startApplication(application: Application): () => void {
  const { client, store } = application
  const stops = [
    client.on('host.openProfile', ({ path }) => void openProfile(application, path)),
    client.on('host.command', ({ command }) => application.runCommand(command)),
    watchRecordings(application),
  ]
  client
    .call('host.describe', {})
    .then((host) => {
      store.setState({ host })
      return Promise.all([refreshRecent(application), refreshDoctor(application), openAtStart(application, host)])
    })
    .catch((error) => store.setState({ disconnected: failureText(error) }))
  return () => {
    for (const stop of stops) stop()
  }
}

async function openAtStart(application: Application, host: HostDescription): Promise<void> {
  const path = host.openAtStart[0]
  if (path !== undefined) await openProfile(application, path)
}

export async function refreshRecent(application: Application): Promise<void> {
  try {
    application.store.setState({ recent: await application.client.call('host.recent', {}) })
  } catch (error) {
    report(application, error)
  }
}

export async function refreshDoctor(application: Application): Promise<void> {
  try {
    application.store.setState({ doctor: await application.client.call('host.doctor', {}) })
  } catch (error) {
    report(application, error)
  }
}

/** Shows what went wrong until the person dismisses it. Cancelled calls are nobody's fault and stay silent. */
export function report(application: Application, error: unknown): void {
  if (!isCancelled(error)) application.store.setState({ notice: { kind: 'failure', text: failureText(error) } })
}

export function announce(application: Application, text: string): void {
  application.store.setState({ notice: { kind: 'done', text } })
}
