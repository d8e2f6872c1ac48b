import type { Application } from '../application.ts'
import { report } from '../application.ts'
import { askLast } from '../latest.ts'
import { openProfile } from './open_profile.ts'
import { openValidation } from './validations.ts'
import { beginOpening } from './opening.ts'

/** Opens the file that a person chose, dropped or named, by the kind of its content. */
export async function openFile(application: Application, path: string): Promise<void> {
  const begun = beginOpening(application, path)
  const { opening, signal } = begun
  try {
    const kind = await application.client.call('host.fileKind', { path }, { signal })
    await (kind === 'validation' ? openValidation(application, path, begun) : openProfile(application, path, begun))
  } catch (error) {
    application.store.setState((state) => (state.opening === opening ? { opening: null } : {}))
    if (!signal.aborted) report(application, error)
  }
}

/** A profile dropped on an open one may be meant to be compared with it: asks. Everything else opens. */
export async function openDroppedFile(application: Application, path: string): Promise<void> {
  const { screen, profile, comparison, opening } = application.store.getState()
  const shown = (screen === 'profile' && profile !== null) || (screen === 'comparison' && comparison !== null)
  if (!shown) return openFile(application, path)
  const isLast = askLast(application, 'dropped file')
  const isThere = (): boolean => {
    const now = application.store.getState()
    return (
      isLast() &&
      now.screen === screen &&
      now.profile?.summary === profile?.summary &&
      now.comparison?.summary === comparison?.summary &&
      now.opening === opening
    )
  }
  try {
    const kind = await application.client.call('host.fileKind', { path })
    // A question now would be about the file opened since.
    if (!isThere()) return
    if (kind === 'profile') application.store.setState({ droppedFile: path })
    else await openFile(application, path)
  } catch (error) {
    report(application, error)
  }
}
