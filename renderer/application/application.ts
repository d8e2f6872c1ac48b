import type { StoreApi } from 'zustand/vanilla'
import { createStore } from 'zustand/vanilla'
import { ConnectionLost } from '../../shared/rpc/client.ts'
import type { RpcClient } from '../../shared/rpc/contract.ts'
import type { NodeId, PairId } from '../../shared/rpc/identifiers.ts'
import type { GridHandle } from '../grid/RowGrid.tsx'
import { watchClient, type WatchedClient } from '../rpc/watched_client.ts'
import { failureText, isCancelled } from './failure.ts'
import type { PreferenceStore } from './preferences.ts'
import { createPreferences } from './preferences.ts'
import type { AppState, Notice } from './state.ts'
import { initialState } from './state.ts'

/** Milliseconds. */
const announcementTime = 6000

/** Everything one window works with. Actions are functions on it; components read the stores. */
export interface Application {
  client: RpcClient
  /** Calls that take long. */
  works: WatchedClient['works']
  /** Whether the host is silent while calls wait. */
  silent: WatchedClient['silent']
  store: StoreApi<AppState>
  preferences: PreferenceStore
  /** The grid that has, or last had, the keyboard. */
  grid: { handle: GridHandle | null }
  /** Places that links were followed from, newest last. */
  followed: Array<{ node: NodeId; pair: PairId }>
  /** Runs the command of that name, as the menu, a key or the palette does. */
  runCommand(id: string): void
  /** Puts the cursor into the filter or search field of the shown view. */
  focusSearch: () => void
}

export function createApplication(connected: RpcClient): Application {
  const { client, works, silent } = watchClient(connected)
  return {
    client,
    works,
    silent,
    store: createStore<AppState>(() => initialState),
    preferences: createPreferences(),
    grid: { handle: null },
    followed: [],
    runCommand: () => {},
    focusSearch: () => {},
  }
}

/** Shows an error until the person dismisses it. Canceled calls are no errors and stay silent. */
export function report(application: Application, error: unknown): void {
  // The bar about the connection already reports it, with the remedy.
  if (error instanceof ConnectionLost || application.store.getState().disconnected !== null) return
  if (!isCancelled(error)) application.store.setState({ notice: { kind: 'failure', text: failureText(error) } })
}

/** Says that something was done; the line goes away by itself. */
export function announce(application: Application, text: string): void {
  const notice: Notice = { kind: 'done', text }
  application.store.setState({ notice })
  setTimeout(() => application.store.setState((state) => (state.notice === notice ? { notice: null } : {})), announcementTime)
}
