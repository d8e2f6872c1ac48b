import type { StoreApi } from 'zustand/vanilla'
import { createStore } from 'zustand/vanilla'
import type { NodeId, PairId, RpcClient } from '../../shared/rpc/contract.ts'
import type { GridHandle } from '../grid/RowGrid.tsx'
import { failureText, isCancelled } from './failure.ts'
import type { PreferenceStore } from './preferences.ts'
import { createPreferences } from './preferences.ts'
import type { AppState } from './state.ts'
import { initialState } from './state.ts'

/** Everything one window works with. Actions are functions on it; components read the stores. */
export interface Application {
  client: RpcClient
  store: StoreApi<AppState>
  preferences: PreferenceStore
  /** The grid that has, or last had, the keyboard. */
  grid: { handle: GridHandle | null; focused: boolean }
  /** Places that links were followed from, newest last. */
  followed: Array<{ node: NodeId; pair: PairId }>
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
    followed: [],
    runCommand: () => {},
    focusSearch: () => {},
  }
}

/** Shows what went wrong until the person dismisses it. Cancelled calls are nobody's fault and stay silent. */
export function report(application: Application, error: unknown): void {
  if (!isCancelled(error)) application.store.setState({ notice: { kind: 'failure', text: failureText(error) } })
}

export function announce(application: Application, text: string): void {
  application.store.setState({ notice: { kind: 'done', text } })
}
