import type { Application } from '../application.ts'
import type { AppState } from '../state.ts'

/** Cancels the opening of another file and shows that of this one as under way. */
export function beginOpening({ store }: Application, path: string): { opening: NonNullable<AppState['opening']>; signal: AbortSignal } {
  store.getState().opening?.cancel()
  const controller = new AbortController()
  const opening = { path, cancel: () => controller.abort() }
  store.setState({ opening, openFailure: null })
  return { opening, signal: controller.signal }
}
