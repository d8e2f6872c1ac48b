/** The state of opening a file: only the last one requested is shown. */
import type { Application } from '../application.ts'
import type { AppState, Screen } from '../state.ts'

export interface Opening {
  opening: NonNullable<AppState['opening']>
  signal: AbortSignal
  /** The screen of the opened file, unless the person went to another one meanwhile. */
  screenOf(opened: Screen): Screen
}

/** Cancels the opening of another file and shows that of this one as under way. */
export function beginOpening({ store }: Application, path: string): Opening {
  store.getState().opening?.cancel()
  const { screen: from } = store.getState()
  const controller = new AbortController()
  const opening = { path, cancel: () => controller.abort() }
  store.setState({ opening, openFailure: null })
  const screenOf = (opened: Screen): Screen => {
    const { screen } = store.getState()
    return screen === from ? opened : screen
  }
  return { opening, signal: controller.signal, screenOf }
}
